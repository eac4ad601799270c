/* chosen_plan.c - one of the optimal plans, chosen by content. */
#include "graph/algorithms/chosen_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "graph/algorithms/optimal_states.h"

/* before[on->count]: the least of the states that lead to each state on optimal plans; 0: it is a
   start.  Returns the least of the goals in which such plans end. */
static uint32_t find_least_predecessors(uint32_t *before, const optimal_states *on)
{
    const cost_distance *dist = on->dist;
    const graph *g = dist->g;
    uint32_t goal = 0;
    for (uint32_t i = 0; i < on->count; i++) {
        uint32_t s = on->states[i];
        bool ends = cost_distance_ends(dist, s);
        if (ends && (!goal || graph_packs_before(g, s, goal)))
            goal = s;
        for (uint64_t e = graph_row(g, s); !ends && e < graph_row_end(g, s); e++) {
            if (!cost_distance_tight(dist, s, e))
                continue;
            uint32_t *least = &before[optimal_states_index(on, g->dst[e])];
            if (!*least || graph_packs_before(g, s, *least))
                *least = s;
        }
    }
    return goal;
}

static uint64_t first_tight_edge(const cost_distance *dist, uint32_t from, uint32_t to)
{
    const graph *g = dist->g;
    const uint64_t end = graph_row_end(g, from);
    uint64_t first = end;
    for (uint64_t e = graph_row(g, from); e < end; e++)
        if (g->dst[e] == to && cost_distance_tight(dist, from, e) &&
            (first == end || graph_label_before(g, e, first)))
            first = e;
    assert(first < end);
    return first;
}

static int follow_back(chosen_plan *out, const optimal_states *on, const uint32_t *before,
                       uint32_t goal, wgcq_error *err)
{
    uint32_t length = 0, at = goal, from;
    for (; (from = before[optimal_states_index(on, at)]); at = from)
        length++;
    out->edges = malloc((length + (size_t)1) * sizeof *out->edges);
    if (!out->edges)
        return error_set_memory(err);
    out->start = at;
    out->length = length;
    for (at = goal; length; at = from) {
        from = before[optimal_states_index(on, at)];
        out->edges[--length] = first_tight_edge(on->dist, from, at);
    }
    return 0;
}

int chosen_plan_find(chosen_plan *out, const cost_distance *dist, uint32_t best, wgcq_error *err)
{
    optimal_states on;
    uint32_t *before = NULL;
    assert(best && dist->g->state && cost_distance_fits(dist, best));
    *out = (chosen_plan){0};
    int code = optimal_states_find(&on, dist, best, err);
    if (!code && !(before = home_calloc(dist->g->home, (size_t)on.count + 1, sizeof *before)))
        code = error_set_memory(err);
    if (!code) {
        uint32_t goal = find_least_predecessors(before, &on);
        code = follow_back(out, &on, before, goal, err);
    }
    home_free(dist->g->home, before);
    optimal_states_free(&on);
    return code;
}

bool chosen_plan_is(const chosen_plan *p, uint32_t start, uint32_t length, const uint64_t *edges)
{
    return start == p->start && length == p->length &&
           !memcmp(edges, p->edges, length * sizeof *edges);
}

void chosen_plan_free(chosen_plan *p)
{
    free(p->edges);
    *p = (chosen_plan){0};
}
