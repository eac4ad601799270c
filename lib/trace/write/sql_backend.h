/*
 * sql_backend.h - many rows of integers into one table, fast.
 *
 * Rows are gathered in memory and go over in one INSERT ... SELECT out of a virtual table that
 * reads the gathered array: about twice as fast as a bound INSERT a row.
 */
#ifndef TRACE_WRITE_SQL_BACKEND_H
#define TRACE_WRITE_SQL_BACKEND_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/sqlitefile/record.h"

enum { SQL_BACKEND_COLUMNS_MOST = 1024 };

typedef struct sql_backend sql_backend;

/* Makes the virtual table known to the connection; before any sql_backend_new.  0 or an SQLite
   code. */
int sql_backend_module(sqlite3 *db);
/* Gathers rows of `columns` integers for `table (names)`; in columns from `nullable` on RECORD_NULL
   is a NULL (packed words may have any value, so they are never tested for it).  0 or an SQLite
   code. */
int sql_backend_new(sql_backend **out, sqlite3 *db, const char *table, const char *names,
                    unsigned columns, unsigned nullable);
/* The next row to fill in; NULL: the flush that it needed first failed, with *code. */
int64_t *sql_backend_row(sql_backend *b, int *code);
int sql_backend_flush(sql_backend *b);           /* 0 or an SQLite code */
size_t sql_backend_memory(const sql_backend *b); /* bytes of what is gathered */
void sql_backend_free(sql_backend *b);

#endif
