/*
 * row_batch_copy.h - a batch of rows that outlives the search's step.
 */
#ifndef RUN_ROWS_ROW_BATCH_COPY_H
#define RUN_ROWS_ROW_BATCH_COPY_H

#include "run/rows/edge_columns.h"

/* Bytes of the copy. */
size_t row_batch_copy_bytes(const row_batch *rows);
/* Copies *from to `bytes`, which are aligned as 64-bit values.  The arrays of *out are there, and
   those of its edges may be changed by *edges. */
void row_batch_copy_make(row_batch *out, edge_columns *edges, char *bytes, const row_batch *from);

#endif
