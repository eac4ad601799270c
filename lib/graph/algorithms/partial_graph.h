/*
 * partial_graph.h - what a graph that was not explored to its end proves of its states.
 *
 * A state is open if it may have edges that the graph does not hold.  A state that the graph does
 * not hold is reached through an open state, by at least one more move, or from an initial state
 * that it lacks (state 0, which is open then).  So all states of the least depth of an open state,
 * or of less, are in the graph, and none where initial states are missing; a depth of at most one
 * more is exact; a distance to a goal is exact unless an open state is so near that a path through
 * it could be shorter; and a state is a dead end if it reaches neither a goal nor an open state.
 */
#ifndef GRAPH_ALGORITHMS_PARTIAL_GRAPH_H
#define GRAPH_ALGORITHMS_PARTIAL_GRAPH_H

#include "graph/algorithms/graph_answers.h"

typedef struct partial_graph {
    const graph *g;
    bool *open;            /* [states + 1], goals as well                                  */
    uint32_t known_depths; /* UNREACHABLE: no state is open, and everything is proved      */
    uint32_t *depth;       /* [states + 1], fewest moves from a start in what was explored */
    uint32_t *to_goal;     /* [states + 1], fewest moves to a goal there                   */
    uint32_t *to_open;     /* [states + 1], fewest moves to an open state that is no goal  */
} partial_graph;

/* In a complete graph no state is open, whether it has edges or not. */
int partial_graph_find(partial_graph *out, const graph *g, const reversed_graph *back,
                       bool complete, wgcq_error *err);
void partial_graph_free(partial_graph *p);

bool partial_graph_depth_is_exact(const partial_graph *p, uint32_t s);
bool partial_graph_is_dead_end(const partial_graph *p, uint32_t s);
/* A lower bound on the moves to a goal; UNREACHABLE: proved that there is no path. */
uint32_t partial_graph_goal_bound(const partial_graph *p, uint32_t s);

#endif
