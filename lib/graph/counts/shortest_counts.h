/*
 * shortest_counts.h - how many shortest paths lead from each state to a goal, exactly.
 */
#ifndef GRAPH_COUNTS_SHORTEST_COUNTS_H
#define GRAPH_COUNTS_SHORTEST_COUNTS_H

#include "base/containers/bigcount.h"
#include "graph/algorithms/graph_answers.h"

/* ways [states + 1]: by to_goal, fewest moves from each state to a goal; 0 where there is none. The
   caller frees it, also after an error.  WGCQ_EMEMORY or WGCQ_EINTERRUPT. */
int shortest_counts_find(bigcount *ways, const graph *g, const uint32_t *to_goal, wgcq_error *err);

/* [states + 1], malloc'd: whether a state is reached from `from`.  NULL: no memory. */
bool *states_behind(const graph *g, uint32_t from);

#endif
