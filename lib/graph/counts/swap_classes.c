/* swap_classes.c - classes of the plans to each state, level by level. */
#include "graph/counts/swap_classes.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/containers/bigcount.h"
#include "base/containers/union_find.h"
#include "base/error.h"
#include "graph/counts/trace_classes.h"

/* Classes, a move longer, at a level: 12 bytes each. */
enum { LONGER_MOST = 1 << 28 };

/* A state of best plans.  They stand in the order of their levels. */
typedef struct level_state {
    uint32_t state;
    uint32_t classes; /* of the plans to it */
    size_t arc_end;   /* of the edges out of it, which stand behind those of the state before */
} level_state;

typedef struct level_arc {
    uint32_t move, to; /* where in the order it leads */
    uint32_t longer;   /* number of the first class one move longer: of class 0 of its source */
} level_arc;

typedef struct swap_counter {
    const best_plans *plans;
    level_state *states; /* [plans->on.count] */
    uint32_t *place;     /* [plans->on.count], by index: where in that order */
    level_arc *arcs;
    union_find longer;                 /* of this level, from 1 on                  */
    uint32_t *class_of, *class_before; /* of each of these, at its target; of the level before */
    progress_clock progress;
    wgcq_error *err;
} swap_counter;

static uint32_t moves_to_go(const swap_counter *c, uint32_t state)
{
    return (uint32_t)cost_distance_at(&c->plans->dist, state, c->plans->dist.moves_at);
}

/* ---- the order ------------------------------------------------------------------------------- */

/* By the moves that are left, the most first. */
static int order_states(swap_counter *c)
{
    const optimal_states *on = &c->plans->on;
    const uint32_t most = moves_to_go(c, on->best);
    uint32_t *next = calloc((size_t)most + 2, sizeof *next);
    c->states = calloc((size_t)on->count + 1, sizeof *c->states);
    c->place = malloc(((size_t)on->count + 1) * sizeof *c->place);
    const bool fine = next && c->states && c->place;
    for (uint32_t i = 0; fine && i < on->count; i++)
        next[most - moves_to_go(c, on->states[i]) + 1]++;
    for (uint32_t level = 1; fine && level <= most; level++)
        next[level] += next[level - 1];
    for (uint32_t i = 0; fine && i < on->count; i++) {
        const uint32_t s = on->states[i], at = next[most - moves_to_go(c, s)]++;
        c->states[at] = (level_state){.state = s, .classes = optimal_states_begin(on, s)};
        c->place[optimal_states_index(on, s)] = at;
    }
    free(next);
    return fine ? 0 : error_set_memory(c->err);
}

static int list_level_arcs(swap_counter *c)
{
    const graph *g = c->plans->dist.g;
    const optimal_states *on = &c->plans->on;
    size_t count = 0;
    for (uint32_t i = 0; i < on->count; i++)
        count += graph_row_end(g, on->states[i]) - graph_row(g, on->states[i]);
    c->arcs = malloc((count + 1) * sizeof *c->arcs);
    if (!c->arcs)
        return error_set_memory(c->err);
    count = 0;
    for (uint32_t i = 0; i < on->count; i++) {
        const uint32_t s = c->states[i].state;
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++)
            if (cost_distance_follows(&c->plans->dist, s, e))
                c->arcs[count++] = (level_arc){.move = graph_move(g, e),
                                               .to = c->place[optimal_states_index(on, g->dst[e])]};
        c->states[i].arc_end = count;
    }
    return 0;
}

static size_t first_arc(const swap_counter *c, uint32_t place)
{
    return place ? c->states[place - 1].arc_end : 0;
}

/* ---- a level --------------------------------------------------------------------------------- */

/* Numbers the classes of states from .. to - 1 one move longer; WGCQ_DONE: they are too many. */
static int number_longer(swap_counter *c, uint32_t from, uint32_t to)
{
    uint64_t count = 0;
    for (uint32_t i = from; i < to; i++)
        for (size_t a = first_arc(c, i); a < c->states[i].arc_end; a++) {
            c->arcs[a].longer = (uint32_t)count + 1;
            count += c->states[i].classes;
            if (count > LONGER_MOST)
                return WGCQ_DONE;
        }
    union_find_free(&c->longer);
    free(c->class_before);
    c->class_before = c->class_of;
    c->class_of = malloc((count + 1) * sizeof *c->class_of);
    return c->class_of && union_find_grow(&c->longer, (uint32_t)count) ? 0
                                                                       : error_set_memory(c->err);
}

/* Edges one and two, from a state of the level before on, are exchanged with other and second. */
static void join_exchanged(swap_counter *c, uint32_t classes, const level_arc *one,
                           const level_arc *two, const level_arc *other, const level_arc *second)
{
    for (uint32_t k = 0; k < classes; k++)
        union_find_join(&c->longer, two->longer + c->class_before[one->longer + k],
                        second->longer + c->class_before[other->longer + k]);
}

/* All exchanges of move one, out of a state, and the move two behind it. */
static void exchange_pair(swap_counter *c, uint32_t from, const level_arc *one,
                          const level_arc *two)
{
    for (size_t a = first_arc(c, from); a < c->states[from].arc_end; a++) {
        const level_arc *other = &c->arcs[a];
        if (other->move != two->move)
            continue;
        for (size_t b = first_arc(c, other->to); b < c->states[other->to].arc_end; b++)
            if (c->arcs[b].move == one->move && c->arcs[b].to == two->to)
                join_exchanged(c, c->states[from].classes, one, two, other, &c->arcs[b]);
    }
}

static void exchange_at(swap_counter *c, uint32_t from)
{
    for (size_t a = first_arc(c, from); a < c->states[from].arc_end; a++) {
        const level_arc *one = &c->arcs[a];
        for (size_t b = first_arc(c, one->to); b < c->states[one->to].arc_end; b++)
            exchange_pair(c, from, one, &c->arcs[b]);
    }
}

/* The classes at the next level: each has the number of the longer one that is its least. */
static void number_classes(swap_counter *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        for (size_t a = first_arc(c, i); a < c->states[i].arc_end; a++)
            for (uint32_t k = 0; k < c->states[i].classes; k++) {
                const uint32_t own = c->arcs[a].longer + k,
                               least = union_find_root(&c->longer, own);
                c->class_of[own] =
                    least == own ? c->states[c->arcs[a].to].classes++ : c->class_of[least];
            }
}

static int follow_levels(swap_counter *c)
{
    const uint32_t count = c->plans->on.count;
    int code = 0;
    c->progress.total = count;
    for (uint32_t before = 0, from = 0, to; from < count && !code; before = from, from = to) {
        for (to = from; to < count && moves_to_go(c, c->states[to].state) ==
                                          moves_to_go(c, c->states[from].state);)
            to++;
        code = number_longer(c, from, to);
        for (uint32_t i = before; i < from && !code; i++) {
            exchange_at(c, i);
            code = progress_poll(&c->progress, c->plans->dist.g->monitor, 0, c->err);
        }
        if (!code)
            number_classes(c, from, to);
    }
    return code;
}

/* Sums over the states where plans end. */
static int sum_classes(char **count, const swap_counter *c)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->plans->on.count; i++)
        if (!moves_to_go(c, c->states[i].state))
            sum += c->states[i].classes;
    *count = small_count_text(sum);
    return *count ? 0 : error_set_memory(c->err);
}

/* In decimal, which the caller frees.  WGCQ_DONE: there are too many classes at a level. */
static int swap_classes_count(char **count, const best_plans *plans, wgcq_error *err)
{
    swap_counter c = {.plans = plans, .err = err};
    progress_begin(&c.progress, "counting", plans->dist.g);
    int code = order_states(&c);
    code = code ? code : list_level_arcs(&c);
    code = code ? code : follow_levels(&c);
    code = code ? code : sum_classes(count, &c);
    FREE_EACH(c.states, c.place, c.arcs);
    union_find_free(&c.longer);
    free(c.class_of);
    free(c.class_before);
    return code;
}

int commuting_classes_count(char **count, const best_plans *plans, wgcq_error *err)
{
    int code = trace_classes_count(count, plans, err);
    return code == WGCQ_DONE ? swap_classes_count(count, plans, err) : code;
}
