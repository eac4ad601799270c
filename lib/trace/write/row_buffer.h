/*
 * row_buffer.h - rows of integers for one table, gathered in memory and inserted many at a time.
 *
 * That keeps the rows of a table together in the file, where several tables grow at once.
 */
#ifndef TRACE_WRITE_ROW_BUFFER_H
#define TRACE_WRITE_ROW_BUFFER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/sqlitefile/record.h"

enum { ROW_BUFFER_COLUMNS_MOST = 2000 };

typedef struct row_buffer row_buffer;

/* For a table of so many columns; in those from `nullable` on RECORD_NULL is a NULL (packed words
   may have any value, so they are never tested for it).  An SQLite code. */
int row_buffer_new(row_buffer **out, sqlite3 *db, const char *table, unsigned columns,
                   unsigned nullable);
/* The next row to fill in, [columns]; NULL: the flush that it needed first failed, with *code. */
int64_t *row_buffer_next(row_buffer *b, int *code);
/* Inserts all rows.  An SQLite code. */
int row_buffer_flush(row_buffer *b);
/* Bytes of the rows that are gathered; of NULL 0. */
size_t row_buffer_memory(const row_buffer *b);
void row_buffer_free(row_buffer *b);

#endif
