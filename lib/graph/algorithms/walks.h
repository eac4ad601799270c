/*
 * walks.h - plans of a given number of moves.
 *
 * A walk may visit a state, or a goal, more than once; it ends in a goal.  For each k the states
 * from which a goal is exactly k moves away are computed first, so every walk that is begun can be
 * completed.
 */
#ifndef GRAPH_ALGORITHMS_WALKS_H
#define GRAPH_ALGORITHMS_WALKS_H

#include "graph/algorithms/graph_answers.h"

/* The number of walks from all starts, as decimal text; the caller frees it. */
int walks_count(char **out, const graph *g, uint64_t length, const wgcq_monitor *monitor,
                wgcq_error *err);

typedef struct walks walks;
int walks_new(walks **out, const graph *g, uint64_t length, wgcq_error *err);
/* As k_best_next, in the order of the edges. */
int walks_next(walks *w, uint32_t *start, uint32_t *length, const uint64_t **edges,
               const wgcq_monitor *monitor, wgcq_error *err);
void walks_free(walks *w);

#endif
