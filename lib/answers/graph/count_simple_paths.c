/*
 * count_simple_paths.c - how many plans there are that visit no state twice and end at the first
 * goal.
 *
 * Depth-first, so that it takes no more memory than the graph, however many there are.  When many
 * steps have led to no plan, every further one is taken only if a goal can still be reached round
 * the way (detour.h), until a plan is found: so ways that can only go round in circles are not all
 * walked.
 */
#include <stdlib.h>

#include "answers/graph/avoiding_path.h"
#include "base/error.h"
#include "space/graph_progress.h"

enum { PATIENCE = 4096 };

typedef struct counting {
    const graph *g;
    cost_distance l;
    avoiding_path *round;
    path_marks on;
    uint32_t *way;  /* [depth + 1] */
    uint64_t *next; /* the edge to try next at each of them */
    uint32_t depth;
    int64_t cost; /* of a detour; not looked at */
    uint64_t vain, patience, effort;
    uint64_t count;
} counting;

/* Whether a goal can still be reached from the end of the way, round it. */
static int look_ahead(counting *c, bool *found, wgcq_error *err)
{
    int code = c->round ? 0 : avoiding_path_new(&c->round, &c->l, err);
    if (!code)
        code = avoiding_path_find(c->round, c->way[c->depth], &c->on, &c->cost, found, &c->effort,
                                  err);
    return code;
}

static void step_back(counting *c)
{
    c->on.stamp[c->way[c->depth]] = 0;
    c->depth--;
}

/* A state was come to: it ends a plan, or is to be gone on from unless that is seen to be vain. */
static int arrive(counting *c, uint32_t state, wgcq_error *err)
{
    bool found = true;
    int code = 0;
    if (c->g->marks[state] & MARK_GOAL) {
        c->count++;
        c->vain = 0;
        return 0;
    }
    c->way[++c->depth] = state;
    c->next[c->depth] = c->g->first[state];
    c->on.stamp[state] = c->on.current;
    if (++c->vain > c->patience)
        code = look_ahead(c, &found, err);
    if (!code && !found)
        step_back(c);
    return code;
}

static int count_from(counting *c, uint32_t start, const wgcq_watch *watch, wgcq_error *err)
{
    const graph *g = c->g;
    progress_clock look;
    int code = 0;
    progress_begin(&look, "counting", g);
    path_marks_clear(&c->on, g->states);
    c->depth = 0;
    c->way[0] = start;
    c->next[0] = g->first[start];
    c->on.stamp[start] = c->on.current;
    while (!code) {
        if (c->next[c->depth] < g->first[c->way[c->depth] + (size_t)1]) {
            uint32_t to = g->dst[c->next[c->depth]++];
            if (c->l.reachable[to] && !path_marks_has(&c->on, to))
                code = arrive(c, to, err);
        } else if (c->depth) {
            step_back(c);
        } else {
            return 0;
        }
        if (!code)
            code = progress_poll(&look, watch, c->depth, err);
    }
    return code;
}

static int count_all(counting *c, const wgcq_watch *watch, wgcq_error *err)
{
    const graph *g = c->g;
    int code = 0;
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        if (!(g->marks[s] & MARK_START) || !c->l.reachable[s])
            continue;
        if (g->marks[s] & MARK_GOAL)
            c->count++;
        else
            code = count_from(c, s, watch, err);
    }
    return code;
}

int count_simple_paths(uint64_t *out, const graph *g, const graph_back *back,
                       const wgcq_watch *watch, wgcq_error *err)
{
    static const int moves = -1;
    size_t states = (size_t)g->states + 1;
    counting c = {.g = g};
    int code = cost_distance_find(&c.l, g, back, (cost_order){1, &moves}, err);
    if (code)
        return code;
    uint32_t best = cost_distance_best_start(&c.l);
    c.patience = PATIENCE + 2 * (uint64_t)(best ? *cost_distance_cost(&c.l, best) : 0);
    c.way = malloc(states * sizeof *c.way);
    c.next = malloc(states * sizeof *c.next);
    if (!path_marks_open(&c.on, g->states) || !c.way || !c.next)
        code = error_set_memory(err);
    if (!code)
        code = count_all(&c, watch, err);
    if (!code)
        *out = c.count;
    avoiding_path_free(c.round);
    path_marks_close(&c.on);
    cost_distance_free(&c.l);
    free(c.way);
    free(c.next);
    return code;
}
