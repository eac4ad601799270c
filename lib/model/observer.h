/*
 * observer.h - the interface between a search and the receiver of its rows.
 *
 * States are numbered from 1 as they are discovered: starts first, then in breadth-first order of
 * (source's number, order of the moves), or by the search's own order.  The numbers are the same
 * for any number of threads.  Rows come in batches; a state's row comes before any edge that names
 * it. In a breadth-first run sources come in ascending order.
 *
 * Any function may be NULL.  A nonzero result stops the search, which returns the same; the
 * observer has then filled in *err.
 */
#ifndef MODEL_OBSERVER_H
#define MODEL_OBSERVER_H

#include "wgcq.h"

typedef struct state_rows { /* ids first, first+1, ... */
    uint32_t first;
    size_t count;
    unsigned words;
    const uint64_t *state; /* words each                                              */
    const uint8_t *marks;  /* enum model_mark                                         */
    const uint32_t *depth; /* in the tree of first discoveries                        */
} state_rows;

typedef struct edge_rows {
    size_t count;
    unsigned costs;
    const uint32_t *src, *dst, *move;
    const int64_t *cost; /* costs each; NULL where the model declares none */
} edge_rows;

typedef struct rejection_rows {
    size_t count;
    const uint32_t *src, *move, *rule;
} rejection_rows;

typedef struct observer {
    void *self;
    unsigned wants; /* WANT_MOVES, WANT_COSTS, WANT_REJECTIONS of model.h, as its functions need */
    int (*states)(void *self, const state_rows *rows, wgcq_error *err);
    int (*edges)(void *self, const edge_rows *rows, wgcq_error *err);
    int (*rejections)(void *self, const rejection_rows *rows, wgcq_error *err);
    /* A good moment to commit: every state up to `expanded` has been expanded and its rows have
       been reported (breadth-first); other orders call it from time to time with 0. */
    int (*pause)(void *self, uint32_t expanded, wgcq_error *err);
} observer;

#endif
