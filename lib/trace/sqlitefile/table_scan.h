/* table_scan.h - columns of a stored table, in one pass over its pages. */
#ifndef TRACE_SQLITEFILE_TABLE_SCAN_H
#define TRACE_SQLITEFILE_TABLE_SCAN_H

#include "trace/sqlitefile/pager.h"

enum { TABLE_SCAN_COLUMNS_MOST = 2 };

/* What is read: `count` rows, which is how many there must be. */
typedef struct table_scan {
    uint64_t count;
    unsigned columns, column[TABLE_SCAN_COLUMNS_MOST];
    uint32_t *values[TABLE_SCAN_COLUMNS_MOST]; /* value + 1; 0: NULL */
    uint32_t *rowids;                          /* NULL: they are 1, 2, ... */
} table_scan;

/* What is to be committed counts, once it is flushed.  A code of SQLite; SQLITE_CORRUPT also where
 * a value is no number that belongs there. */
int table_scan_run(const pager *p, uint32_t root, table_scan *s);

#endif
