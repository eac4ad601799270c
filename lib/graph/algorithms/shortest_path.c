/* shortest_path.c - a path of fewest moves from a start to a state, chosen by content. */
#include <assert.h>

#include "graph/algorithms/graph_answers.h"

/* The least packed predecessor that is nearer to a start; 0: its edge is not there. */
static uint32_t find_predecessor(const graph *g, const reversed_graph *back, const uint32_t *depth,
                                 uint32_t to)
{
    uint32_t least = 0;
    for (uint64_t i = back->first[to]; i < back->first[to + (size_t)1]; i++) {
        const uint32_t from = back->src[i];
        if (depth[from] < depth[to] && (!least || graph_packs_before(g, from, least)))
            least = from;
    }
    return least;
}

static uint64_t first_edge_between(const graph *g, uint32_t from, uint32_t to)
{
    const uint64_t end = graph_row_end(g, from);
    uint64_t first = end;
    for (uint64_t e = graph_row(g, from); e < end; e++)
        if (g->dst[e] == to && (first == end || graph_label_before(g, e, first)))
            first = e;
    assert(first < end);
    return first;
}

uint32_t shortest_path(uint64_t *edges, const graph *g, const reversed_graph *back,
                       const uint32_t *depth, uint32_t to)
{
    assert(depth[to] != UNREACHABLE && g->state);
    for (uint32_t i = depth[to], from; i--; to = from) {
        if (!(from = find_predecessor(g, back, depth, to)))
            return 0;
        edges[i] = first_edge_between(g, from, to);
    }
    return to;
}
