/* shortest_path.c - a path of fewest moves from a start to a state. */
#include <assert.h>

#include "answers/graph/graph_answers.h"

/* The edge by which such a path reaches `to`: from the state found first. */
static uint64_t last_edge(const graph *g, const reversed_graph *back, const uint32_t *depth,
                          uint32_t to)
{
    uint64_t best = UINT64_MAX;
    for (uint64_t i = back->first[to]; i < back->first[to + (size_t)1]; i++) {
        uint64_t edge = reversed_edge(back, i);
        if (depth[back->src[i]] < depth[to] && edge < best)
            best = edge;
    }
    assert(best < g->edges);
    return best;
}

uint32_t shortest_path(uint64_t *edges, const graph *g, const reversed_graph *back,
                       const uint32_t *depth, uint32_t to)
{
    assert(depth[to] != UNREACHABLE);
    for (uint32_t i = depth[to]; i--; to = graph_source(g, edges[i]))
        edges[i] = last_edge(g, back, depth, to);
    return to;
}
