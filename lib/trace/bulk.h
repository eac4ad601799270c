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

enum { BULK_COLUMNS_MOST = 1024 };
#define BULK_NULL INT64_MIN /* stands for NULL in a nullable column; see bulk_new */

typedef struct bulk bulk;

/* Makes the virtual table known to the connection; before any bulk_new.  0 or an SQLite code. */
int bulk_module(sqlite3 *db);
/* Gathers rows of `columns` integers for `table (names)`; in columns from `nullable` on BULK_NULL
   is a NULL (packed words may have any value, so they are never tested for it).  0 or an SQLite
   code. */
int bulk_new(bulk **out, sqlite3 *db, const char *table, const char *names, unsigned columns,
             unsigned nullable);
/* The next row to fill in; NULL: the flush that it needed first failed, with *code. */
int64_t *bulk_row(bulk *b, int *code);
int bulk_flush(bulk *b);           /* 0 or an SQLite code */
size_t bulk_memory(const bulk *b); /* bytes of what is gathered */
void bulk_free(bulk *b);

#endif
