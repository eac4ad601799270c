/*
 * stream_by_discovery.c - solutions in the order in which goals are found, each by its path in the
 * search tree.
 *
 * The first edge into each state makes the tree.  A path that passes another goal is no solution.
 * All other plans come by cost, when everything is explored.
 */
#include <assert.h>

#include "base/array.h"
#include "base/error.h"
#include "stream/stream.h"

/* The path to a goal into w->path; *passes: it passes another goal. */
static int path_to_goal(wgcq_search *w, uint32_t goal, uint32_t *start, uint32_t *length,
                        bool *passes, wgcq_error *err)
{
    const graph *g = w->s.g;
    assert(g->marks[goal] & MARK_GOAL && goal < w->first_edge_room);
    *length = 0;
    *passes = false;
    for (*start = goal; w->first_edge[*start]; ++*length) {
        *start = graph_source(g, w->first_edge[*start] - 1);
        *passes = *passes || (g->marks[*start] & MARK_GOAL && graph_ends_at_goals(g));
    }
    if (!array_reserve(&w->path, &w->path_room, *length + (size_t)1, sizeof *w->path))
        return error_set_memory(err);
    uint32_t at = goal;
    for (uint32_t i = *length; i--; at = graph_source(g, w->first_edge[at] - 1))
        w->path[i] = w->first_edge[at] - 1;
    return 0;
}

bool stream_is_by_discovery(const wgcq_search *w)
{
    const k_best_snapshot *k = &w->snapshot;
    const graph *g = w->s.g;
    if (!w->first_edge)
        return false;
    for (uint32_t i = k->length; i--;) {
        uint32_t from = i ? k->copy->dst[k->edges[i - 1]] : k->start,
                 to = k->copy->dst[k->edges[i]];
        uint64_t e = w->first_edge[to];
        if (!e || graph_source(g, e - 1) != from ||
            graph_move(g, e - 1) != graph_move(k->copy, k->edges[i]))
            return false;
    }
    return true;
}

int stream_by_discovery(wgcq_search *w, wgcq_error *err)
{
    const graph *g = w->s.g;
    for (;;) {
        while (w->state < g->states) {
            uint32_t start, length;
            bool passes;
            if (!(g->marks[++w->state] & MARK_GOAL))
                continue;
            int code = path_to_goal(w, w->state, &start, &length, &passes, err);
            if (code || !passes)
                return code ? code : stream_yield(w, g, start, length, w->path, false, err);
        }
        if (w->exhausted)
            return stream_by_cost(w, err);
        int code = stream_continue(w, err);
        if (code)
            return code;
    }
}
