/* forward_paths.c - plans that only go forwards in an order of the states. */
#include "graph/algorithms/forward_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/placed_counts.h"
#include "base/error.h"
#include "base/progress_clock.h"

#define ON_PATH UINT32_MAX

/* Plans go from greater places to lesser ones. */
typedef struct state_order {
    const cost_distance *to_goal;
    uint32_t *place; /* [states + 1], from 1; 0: in no plan; ON_PATH: the search has not left it */
    uint32_t *state; /* [count + 1], by place */
    uint32_t count;
    bool cycle; /* the search met a state that it had not left */
    progress_clock progress;
    const wgcq_monitor *monitor;
} state_order;

/* The path of the depth-first search. */
typedef struct order_walk {
    uint32_t *parent; /* [states + 1] */
    uint64_t *next;   /* [states + 1]: the edge to follow next */
} order_walk;

static bool begins_plans(const state_order *o, uint32_t state)
{
    return o->to_goal->g->marks[state] & MARK_START && cost_distance_reaches(o->to_goal, state);
}

static bool goes_on(const state_order *o, uint32_t state)
{
    const graph *g = o->to_goal->g;
    return !(g->marks[state] & MARK_GOAL && graph_ends_at_goals(g));
}

static int open_order(state_order *o, const cost_distance *to_goal, const wgcq_monitor *monitor,
                      wgcq_error *err)
{
    const size_t states = (size_t)to_goal->g->states + 1;
    *o = (state_order){.to_goal = to_goal, .monitor = monitor};
    o->place = malloc(states * sizeof *o->place);
    o->state = malloc(states * sizeof *o->state);
    progress_begin(&o->progress, "counting", to_goal->g);
    return o->place && o->state ? 0 : error_set_memory(err);
}

static void close_order(state_order *o)
{
    free(o->place);
    free(o->state);
}

static void empty_order(state_order *o)
{
    o->count = 0;
    o->cycle = false;
    memset(o->place, 0, ((size_t)o->to_goal->g->states + 1) * sizeof *o->place);
}

static void put_next(state_order *o, uint32_t state)
{
    o->place[state] = ++o->count;
    o->state[o->count] = state;
}

static void order_by_number(state_order *o)
{
    empty_order(o);
    for (uint32_t s = o->to_goal->g->states; s; s--)
        if (cost_distance_reaches(o->to_goal, s))
            put_next(o, s);
}

static void enter_state(state_order *o, order_walk *w, uint32_t state, uint32_t from)
{
    const graph *g = o->to_goal->g;
    o->place[state] = ON_PATH;
    w->parent[state] = from;
    w->next[state] = goes_on(o, state) ? graph_row(g, state) : graph_row_end(g, state);
}

static int walk_from(state_order *o, order_walk *w, uint32_t start, wgcq_error *err)
{
    const graph *g = o->to_goal->g;
    int code = 0;
    enter_state(o, w, start, 0);
    for (uint32_t at = start; at && !code;) {
        code = progress_poll(&o->progress, o->monitor, 0, err);
        if (w->next[at] == graph_row_end(g, at)) {
            put_next(o, at);
            at = w->parent[at];
            continue;
        }
        uint32_t to = g->dst[w->next[at]++];
        o->cycle |= o->place[to] == ON_PATH && to != at;
        if (o->place[to] || !cost_distance_reaches(o->to_goal, to))
            continue;
        enter_state(o, w, to, at);
        at = to;
    }
    return code;
}

/* In which a depth-first search from the starts leaves the states: only where there is a cycle, an
   edge goes to a state that it leaves later. */
static int order_by_leaving(state_order *o, wgcq_error *err)
{
    const size_t states = (size_t)o->to_goal->g->states + 1;
    order_walk w = {malloc(states * sizeof *w.parent), malloc(states * sizeof *w.next)};
    int code = w.parent && w.next ? 0 : error_set_memory(err);
    empty_order(o);
    for (uint32_t s = 1; s <= o->to_goal->g->states && !code; s++)
        if (begins_plans(o, s) && !o->place[s])
            code = walk_from(o, &w, s, err);
    free(w.parent);
    free(w.next);
    return code;
}

static bool add_ways(placed_counts *ways, uint32_t to, uint32_t from)
{
    return (ways->place[to] || placed_counts_set(ways, to, 0)) && placed_counts_add(ways, to, from);
}

/* Hands the ways to the state of place i over to those that it leads to. */
static bool hand_over_ways(placed_counts *ways, const state_order *o, uint32_t i)
{
    const graph *g = o->to_goal->g;
    const uint32_t from = o->state[i];
    bool fine = true;
    for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from) && fine; e++) {
        const uint32_t to = o->place[g->dst[e]];
        fine = !to || to >= i || add_ways(ways, to, i);
    }
    return fine;
}

/* The ways to each state, by place, until they are handed over; those to goals are added up in 0.
 */
static int add_up_ways(placed_counts *ways, state_order *o, wgcq_error *err)
{
    bool fine =
        placed_counts_open(ways, NULL, (size_t)o->count + 1) && placed_counts_set(ways, 0, 0);
    for (uint32_t i = 1; i <= o->count && fine; i++)
        fine = !begins_plans(o, o->state[i]) || placed_counts_set(ways, i, 1);
    int code = fine ? 0 : error_set_memory(err);
    for (uint32_t i = o->count; i && !code; i--) {
        const uint32_t from = o->state[i];
        const bool goal = o->to_goal->g->marks[from] & MARK_GOAL;
        if (!ways->place[i])
            continue;
        if ((goal && !placed_counts_add(ways, 0, i)) ||
            (goes_on(o, from) && !hand_over_ways(ways, o, i)))
            code = error_set_memory(err);
        placed_counts_leave(ways, i);
        code = code ? code : progress_poll(&o->progress, o->monitor, 0, err);
    }
    return code;
}

static int count_forwards(char **count, state_order *o, wgcq_error *err)
{
    placed_counts ways = {0};
    int code = add_up_ways(&ways, o, err);
    if (!code && !(*count = placed_counts_text(&ways, 0)))
        code = error_set_memory(err);
    placed_counts_close(&ways);
    return code;
}

int acyclic_plans_count(char **count, const cost_distance *to_goal, const wgcq_monitor *monitor,
                        wgcq_error *err)
{
    state_order o;
    int code = open_order(&o, to_goal, monitor, err);
    code = code ? code : order_by_leaving(&o, err);
    if (!code)
        code = o.cycle ? WGCQ_DONE : count_forwards(count, &o, err);
    close_order(&o);
    return code;
}

int forward_paths_count(char **count, const cost_distance *to_goal, const wgcq_monitor *monitor,
                        wgcq_error *err)
{
    state_order o;
    char *by_number = NULL, *by_leaving = NULL;
    int code = open_order(&o, to_goal, monitor, err);
    if (!code)
        order_by_number(&o);
    code = code ? code : count_forwards(&by_number, &o, err);
    code = code ? code : order_by_leaving(&o, err);
    code = code ? code : count_forwards(&by_leaving, &o, err);
    close_order(&o);
    bool first = !code && compare_decimal(by_number, by_leaving) > 0;
    if (!code)
        *count = first ? by_number : by_leaving;
    if (code || first)
        free(by_leaving);
    if (code || !first)
        free(by_number);
    return code;
}

int compare_decimal(const char *a, const char *b)
{
    const size_t m = strlen(a), n = strlen(b);
    return m != n ? (m < n ? -1 : 1) : strcmp(a, b);
}
