/* row_graph.h - graphs of few states and edges, for the tests of what is computed on graphs. */
#ifndef TESTS_ROW_GRAPH_H
#define TESTS_ROW_GRAPH_H

#include "graph/graph.h"
#include "suite.h"

/* States 1 to `states` of a word each, at depth 0, marks by their numbers; and these edges, in the
   order of their sources.  It is still open. */
static inline graph *row_graph(uint32_t states, const uint8_t *marks, const edge_rows *edges)
{
    wgcq_error err = {0};
    graph *g = graph_new(1, edges->costs);
    assert_non_null(g);
    for (uint32_t s = 1; s <= states; s++) {
        uint64_t word = s;
        uint32_t depth = 0;
        const state_rows rows = {.first = s,
                                 .count = 1,
                                 .words = 1,
                                 .state = &word,
                                 .marks = &marks[s],
                                 .depth = &depth};
        assert_int_equal(graph_add_states(g, &rows, &err), 0);
    }
    assert_int_equal(graph_add_edges(g, edges, &err), 0);
    return g;
}

#endif
