/* forward_paths.c - plans that only go forwards in an order of the states. */
#include "answers/graph/forward_paths.h"

#include <stdlib.h>

#include "base/error.h"

typedef struct state_order {
    uint32_t *rank;  /* [states + 1], from 1; 0: in no plan */
    uint32_t *state; /* [count + 1], by rank                */
    uint32_t count;
    uint64_t *next; /* [states + 1]: of the depth-first search */
} state_order;

static bool begins_plans(const cost_distance *d, uint32_t state)
{
    return d->g->marks[state] & MARK_START && cost_distance_reaches(d, state);
}

static void put_in_order(state_order *o, uint32_t state)
{
    o->rank[state] = ++o->count;
    o->state[o->count] = state;
}

static void order_by_number(state_order *o, const cost_distance *d)
{
    o->count = 0;
    for (uint32_t s = 1; s <= d->g->states; s++) {
        o->rank[s] = 0;
        if (cost_distance_reaches(d, s))
            put_in_order(o, s);
    }
}

/* Its path is kept in `parent`. */
static void meet_from(state_order *o, uint32_t *parent, const cost_distance *d, uint32_t start)
{
    const graph *g = d->g;
    put_in_order(o, start);
    parent[start] = 0;
    o->next[start] = graph_row(g, start);
    for (uint32_t at = start; at;) {
        if (o->next[at] == graph_row_end(g, at)) {
            at = parent[at];
            continue;
        }
        uint32_t to = g->dst[o->next[at]++];
        if (o->rank[to] || !cost_distance_reaches(d, to))
            continue;
        put_in_order(o, to);
        parent[to] = at;
        o->next[to] = graph_row(g, to);
        at = to;
    }
}

static void order_by_meeting(state_order *o, uint32_t *parent, const cost_distance *d)
{
    o->count = 0;
    for (uint32_t s = 1; s <= d->g->states; s++)
        o->rank[s] = 0;
    for (uint32_t s = 1; s <= d->g->states; s++)
        if (begins_plans(d, s) && !o->rank[s])
            meet_from(o, parent, d, s);
}

static void add_up_to_most(uint64_t *to, uint64_t more)
{
    if (__builtin_add_overflow(*to, more, to))
        *to = UINT64_MAX;
}

static uint64_t count_forwards(const state_order *o, uint64_t *ways, const cost_distance *d)
{
    const graph *g = d->g;
    uint64_t sum = 0;
    for (uint32_t i = 1; i <= o->count; i++)
        ways[i] = begins_plans(d, o->state[i]);
    for (uint32_t i = 1; i <= o->count; i++) {
        uint32_t from = o->state[i];
        bool goal = g->marks[from] & MARK_GOAL;
        if (goal)
            add_up_to_most(&sum, ways[i]);
        if (!ways[i] || (goal && graph_ends_at_goals(g)))
            continue;
        for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from); e++)
            if (o->rank[g->dst[e]] > i)
                add_up_to_most(&ways[o->rank[g->dst[e]]], ways[i]);
    }
    return sum;
}

int forward_paths_count(uint64_t *count, const cost_distance *to_goal, wgcq_error *err)
{
    const size_t states = (size_t)to_goal->g->states + 1;
    state_order o = {.rank = calloc(states, sizeof *o.rank),
                     .state = malloc(states * sizeof *o.state),
                     .next = malloc(states * sizeof *o.next)};
    uint32_t *parent = malloc(states * sizeof *parent);
    uint64_t *ways = malloc(states * sizeof *ways);
    bool ok = o.rank && o.state && o.next && parent && ways;
    if (ok) {
        order_by_number(&o, to_goal);
        uint64_t by_number = count_forwards(&o, ways, to_goal);
        order_by_meeting(&o, parent, to_goal);
        uint64_t by_meeting = count_forwards(&o, ways, to_goal);
        *count = by_number > by_meeting ? by_number : by_meeting;
    }
    free(o.rank);
    free(o.state);
    free(o.next);
    free(parent);
    free(ways);
    return ok ? 0 : error_set_memory(err);
}
