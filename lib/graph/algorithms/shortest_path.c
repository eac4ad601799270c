/* shortest_path.c - a path of fewest moves from a start to a state. */
#include <assert.h>

#include "graph/algorithms/graph_answers.h"

/* The edge by which such a path reaches `to`: from the state found first.  Predecessors are in the
   order of their edges. */
static uint64_t last_edge(const graph *g, const reversed_graph *back, const uint32_t *depth,
                          uint32_t to)
{
    uint64_t i = back->first[to];
    while (depth[back->src[i]] >= depth[to])
        i++;
    assert(i < back->first[to + (size_t)1]);
    uint64_t edge = graph_row(g, back->src[i]);
    while (g->dst[edge] != to)
        edge++;
    return edge;
}

uint32_t shortest_path(uint64_t *edges, const graph *g, const reversed_graph *back,
                       const uint32_t *depth, uint32_t to)
{
    assert(depth[to] != UNREACHABLE);
    for (uint32_t i = depth[to]; i--; to = graph_source(g, edges[i]))
        edges[i] = last_edge(g, back, depth, to);
    return to;
}
