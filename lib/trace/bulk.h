/*
 * bulk.h - many rows of integers into one table, fast.
 *
 * Rows are gathered in memory and go over in one INSERT ... SELECT out of a virtual table that
 * reads the gathered array: about twice as fast as a bound INSERT a row.
 */
#ifndef TRACE_BULK_H
#define TRACE_BULK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BULK_COLUMNS_MOST = 128 };
#define BULK_NULL INT64_MIN /* stands for NULL; no column of ours needs the value itself */

typedef struct bulk bulk;

/* Gathers rows of `columns` integers for `table (names)`; rowids ascend by themselves.  0 or an
   SQLite code. */
int bulk_new(bulk **out, sqlite3 *db, const char *table, const char *names, unsigned columns);
/* The next row to fill in; NULL: the flush that it needed first failed, with *code. */
int64_t *bulk_row(bulk *b, int *code);
int bulk_flush(bulk *b); /* 0 or an SQLite code */
void bulk_free(bulk *b);

#endif
