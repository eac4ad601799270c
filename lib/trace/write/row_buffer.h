/*
 * row_buffer.h - rows of integers for one table, gathered in memory and inserted many at a time.
 *
 * That keeps the rows of a table together in the file, where several tables grow at once.
 */
#ifndef TRACE_WRITE_ROW_BUFFER_H
#define TRACE_WRITE_ROW_BUFFER_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/sqlitefile/record.h"

typedef struct row_buffer row_buffer;

/* A buffer for a statement that inserts a row, which becomes its own; in the columns from
   `nullable` on RECORD_NULL is a NULL (packed words may have any value, so they are never tested
   for it).  An SQLite code. */
int row_buffer_new(row_buffer **out, sqlite3_stmt *insert, unsigned nullable);
/* Binds values from parameter `first` on; in those from `nullable` on RECORD_NULL is a NULL. */
void row_buffer_bind(sqlite3_stmt *insert, int first, const int64_t *values, unsigned count,
                     unsigned nullable);
/* The next row to fill in, [columns]; NULL: the flush that it needed first failed, with *code. */
int64_t *row_buffer_next(row_buffer *b, int *code);
/* Inserts all rows.  An SQLite code. */
int row_buffer_flush(row_buffer *b);
/* Bytes of the rows that are gathered; of NULL 0. */
size_t row_buffer_memory(const row_buffer *b);
void row_buffer_free(row_buffer *b);

#endif
