/* verify_edges.h - the stored edges, state by state, and where derived ones begin. */
#ifndef ANSWERS_VERIFY_VERIFY_EDGES_H
#define ANSWERS_VERIFY_VERIFY_EDGES_H

#include "answers/verify/verifier.h"

/* An edge; its costs are the caller's until it returns.  Not 0 ends the reading. */
typedef int verify_edge(void *self, uint32_t src, uint32_t dst, uint32_t move, const int64_t *cost);
/* All stored edges, in the order of their sources. */
int verify_read_edges(verification *v, verify_edge *take, void *self);

/* Rows of an empty graph; false: no memory, here and below. */
bool verify_rows_open(derived_graph *d, uint32_t states);
/* The edges of s, which ascends, begin at that one. */
bool verify_rows_begin(derived_graph *d, size_t s, uint64_t at);
/* Frees rows and edges. */
void verify_rows_close(derived_graph *d);

#endif
