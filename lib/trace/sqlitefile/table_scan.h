/* table_scan.h - columns of a stored table, in one pass over its pages. */
#ifndef TRACE_SQLITEFILE_TABLE_SCAN_H
#define TRACE_SQLITEFILE_TABLE_SCAN_H

#include "trace/sqlitefile/pager.h"

enum { TABLE_SCAN_COLUMNS_MOST = 2 };

/* A scan into arrays of the caller: values[columns][count], rowids[count]. */
typedef struct table_scan {
    uint64_t count; /* rows; the table must have exactly as many */
    unsigned columns, column[TABLE_SCAN_COLUMNS_MOST];
    uint32_t *values[TABLE_SCAN_COLUMNS_MOST]; /* value + 1; 0: NULL */
    uint32_t *rowids;                          /* NULL: they are 1, 2, ... */
} table_scan;

/* Reads the table as of the next commit; new pages are flushed before (pager_flush). SQLITE_CORRUPT
   also where a value is not NULL or an integer from 0 to UINT32_MAX - 1. */
int table_scan_run(const pager *p, uint32_t root, table_scan *s);

#endif
