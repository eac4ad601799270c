/*
 * row_scan.h - all rows of one table, in the order in which they are stored, out of its pages.
 *
 * Several times as fast as a SELECT, and stricter: every page that is read is checked to be well
 * formed.
 */
#ifndef TRACE_READ_ROW_SCAN_H
#define TRACE_READ_ROW_SCAN_H

#include "trace/schema/database.h"

typedef struct row_scan {
    sqlite3 *db; /* in a transaction that has changed nothing */
    const char *path;
    int64_t run;
    const char *table; /* "state": that of the run */
    bool keyed;        /* its first column is the rowid: not among the values */
    unsigned columns;  /* so many integers are read, from the first on; */
    unsigned nullable; /* from this one on they may be NULL: RECORD_NULL */
    /* Called for each row, with its rowid (0 where there is none).  Not 0 ends the scan: an error
       that is set, or WGCQ_ESTORE: this row is damaged. */
    int (*row)(void *self, int64_t rowid, const int64_t *values, wgcq_error *err);
    void *self;
} row_scan;

/* 0, what `row` returned, or WGCQ_ESTORE, WGCQ_EFILE or WGCQ_EMEMORY. */
int row_scan_run(const row_scan *scan, wgcq_error *err);

#endif
