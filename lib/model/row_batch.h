/*
 * row_batch.h - rows, on their way from a search to the graph and to the file.
 *
 * States are numbered from 1 as they are discovered: starts first, then in breadth-first order of
 * (source's number, order of the moves), or by the search's own order.  The numbers are the same
 * for any number of threads.  A state's row comes before any edge that names it: in an earlier
 * batch, or in the same.  In a breadth-first run sources come in ascending order.
 *
 * The arrays are parallel, and belong to the maker of the batch.
 */
#ifndef MODEL_ROW_BATCH_H
#define MODEL_ROW_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of rows that the caller wants, or'd together. */
enum row_kind {
    ROWS_STATES = 1,
    ROWS_EDGES = 2,
    ROWS_REJECTIONS = 4,
    ROWS_STUCK = 8,
    ROWS_TEXTS = 16, /* the texts of states, too, where several threads spell them */
};

typedef struct state_rows { /* ids first, first+1, ..., or those of `number` */
    uint32_t first;
    size_t count;
    unsigned words;
    const uint64_t *state; /* words each                                              */
    const uint8_t *marks;  /* enum model_mark                                         */
    const uint32_t *depth; /* in the tree of first discoveries                        */
    unsigned finals;
    const int64_t *final;   /* final costs, finals each: 0 of a state that is no goal  */
    const uint32_t *number; /* of each, ascending; NULL: they follow one another */
    size_t texts;           /* so many of them, from the first on, have their texts here: */
    const char *const *text;
    const size_t *length;
} state_rows;

static inline uint32_t state_rows_id(const state_rows *rows, size_t i)
{
    return rows->number ? rows->number[i] : rows->first + (uint32_t)i;
}

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

/* States that were expanded and have no successor. */
typedef struct stuck_rows {
    size_t count;
    const uint32_t *state;
} stuck_rows;

typedef struct row_batch {
    state_rows states;
    edge_rows edges;
    bool edges_go_on; /* the last edge's source has more, unless the search ends before */
    rejection_rows rejections;
    stuck_rows stuck;
    /* Instead of rows: a good moment to commit.  Every state up to `expanded` has been expanded and
       its rows have been handed over (breadth-first; 0 in other orders). */
    bool pause;
    uint32_t expanded;
    bool save; /* at a pause: the commit is due */
} row_batch;

#endif
