/*
 * walks.h - plans of a given number of moves over a stored graph.
 *
 * A walk may pass a state, and a goal, more than once; it ends in a goal.  For each k the states
 * from which a goal lies exactly k moves away are found first, so no walk is begun that cannot end
 * well.
 */
#ifndef ANSWERS_GRAPH_WALKS_H
#define ANSWERS_GRAPH_WALKS_H

#include "answers/graph/graph_answers.h"

/* How many there are from all starts, as decimal text, malloc'd. */
int walks_count(char **out, const graph *g, uint64_t length, const wgcq_monitor *monitor,
                wgcq_error *err);

typedef struct walks walks;
int walks_new(walks **out, const graph *g, const graph_back *back, uint64_t length,
              wgcq_error *err);
/* As k_best_next, in the order of the edges. */
int walks_next(walks *w, uint32_t *start, uint32_t *length, const uint64_t **edges,
               const wgcq_monitor *monitor, wgcq_error *err);
void walks_free(walks *w);

#endif
