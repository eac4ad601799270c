/*
 * edge_hold.h - the edges of a state that come in several batches, together.
 */
#ifndef RUN_ROWS_EDGE_HOLD_H
#define RUN_ROWS_EDGE_HOLD_H

#include "run/rows/edge_columns.h"

/* All zero at first. */
typedef struct edge_hold {
    edge_columns held; /* the edges so far of a state that has more: [handed, handed + count) */
    size_t handed, count;
    unsigned costs;
} edge_hold;

/* Where *rows continue, the last state's are held back, and come with the next rows, which may be
   none.  They are the caller's, or borrowed from *h until the next call.  false: no memory. */
bool edge_hold_rows(edge_hold *h, edge_rows *rows, bool go_on);
size_t edge_hold_memory(const edge_hold *h);
void edge_hold_close(edge_hold *h);

#endif
