/* scan.h - columns of a stored table, in one pass over its pages. */
#ifndef TRACE_SCAN_H
#define TRACE_SCAN_H

#include "trace/paging.h"

enum { SCAN_COLUMNS_MOST = 2 };

/* What is read: `count` rows, which is how many there must be. */
typedef struct scan {
    uint64_t count;
    unsigned columns, column[SCAN_COLUMNS_MOST];
    uint32_t *values[SCAN_COLUMNS_MOST]; /* value + 1; 0: NULL */
    uint32_t *rowids;                    /* NULL: they are 1, 2, ... */
} scan;

/* What is to be committed counts, once it is flushed.  A code of SQLite; SQLITE_CORRUPT also where
 * a value is no number that belongs there. */
int scan_table(const paging *p, uint32_t root, scan *s);

#endif
