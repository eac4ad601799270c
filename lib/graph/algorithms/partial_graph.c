/* partial_graph.c - what a graph that was not explored to its end proves of its states. */
#include "graph/algorithms/partial_graph.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"

static int find_open_states(partial_graph *p, bool complete, wgcq_error *err)
{
    if (!complete)
        return graph_unexpanded(&p->open, p->g, err);
    p->open = calloc((size_t)p->g->states + 1, sizeof *p->open);
    return p->open ? 0 : error_set_memory(err);
}

int partial_graph_find(partial_graph *out, const graph *g, const reversed_graph *back,
                       bool complete, wgcq_error *err)
{
    *out = (partial_graph){.g = g};
    int code = find_open_states(out, complete, err);
    code = code ? code : distances_from_start(&out->depth, g, err);
    code = code ? code : distances_to_goal(&out->to_goal, g, back, err);
    code = code ? code : distances_to_open(&out->to_open, out->open, g, back, err);
    if (code)
        partial_graph_free(out);
    else
        out->known_depths = complete ? UNREACHABLE : known_depths(g, out->depth);
    return code;
}

void partial_graph_free(partial_graph *p)
{
    FREE_EACH(p->open, p->depth, p->to_goal, p->to_open);
    *p = (partial_graph){0};
}

bool partial_graph_depth_is_exact(const partial_graph *p, uint32_t s)
{
    assert(s && s <= p->g->states);
    return p->depth[s] != UNREACHABLE && p->depth[s] <= p->known_depths;
}

bool partial_graph_is_dead_end(const partial_graph *p, uint32_t s)
{
    assert(s && s <= p->g->states);
    return p->to_goal[s] == UNREACHABLE && p->to_open[s] == UNREACHABLE;
}

uint32_t partial_graph_goal_bound(const partial_graph *p, uint32_t s)
{
    uint32_t beyond = p->to_open[s] == UNREACHABLE ? UNREACHABLE : p->to_open[s] + 1;
    return p->to_goal[s] < beyond ? p->to_goal[s] : beyond;
}
