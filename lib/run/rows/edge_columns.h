/*
 * edge_columns.h - edges that are the holder's own, to be moved and sorted.
 */
#ifndef RUN_ROWS_EDGE_COLUMNS_H
#define RUN_ROWS_EDGE_COLUMNS_H

#include <stdlib.h>

#include "model/row_batch.h"

typedef struct edge_columns {
    uint32_t *src, *dst, *move;
    int64_t *cost;
    size_t room, costs_room; /* of what is malloc'd; 0: it is borrowed */
} edge_columns;

static inline size_t edge_columns_memory(const edge_columns *c)
{
    return c->room * 3 * sizeof *c->dst + c->costs_room * sizeof *c->cost;
}

static inline void edge_columns_free(edge_columns *c)
{
    free(c->src);
    free(c->dst);
    free(c->move);
    free(c->cost);
    *c = (edge_columns){0};
}

#endif
