/*
 * dominators.h - the states and edges on every path from a start to a goal.
 *
 * Dominators of the exit in the graph of states that are reachable and reach a goal, with one entry
 * before all starts and one exit after all goals; and after open states, where a path may continue
 * that the graph does not hold.  A path from an initial state that it lacks bypasses them all.
 */
#ifndef GRAPH_ALGORITHMS_DOMINATORS_H
#define GRAPH_ALGORITHMS_DOMINATORS_H

#include "graph/algorithms/graph_answers.h"

typedef struct dominators {
    uint32_t count;
    uint32_t *states; /* [count]: in the order in which every path visits them */
    uint64_t *edges;  /* [count]: the edge (index into g->dst) by which every path enters the state
                         from the one before; UINT64_MAX: there is no such edge                 */
} dominators;

int dominators_find(dominators *out, const graph *g, const reversed_graph *back, const bool *open,
                    wgcq_error *err);
void dominators_free(dominators *d);

#endif
