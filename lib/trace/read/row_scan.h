/*
 * row_scan.h - all rows of one table, in the order in which they are stored, out of its pages.
 *
 * Several times as fast as a SELECT, and stricter: every page that is read is checked to be well
 * formed.
 */
#ifndef TRACE_READ_ROW_SCAN_H
#define TRACE_READ_ROW_SCAN_H

#include "trace/schema/database.h"
#include "trace/trace.h"

typedef struct row_scan {
    sqlite3 *db; /* in a transaction that has changed nothing */
    const char *path;
    int64_t run;
    unsigned words, costs, finals; /* of the run */
    trace_table table;
    trace_row row;
    void *self;
    bool (*stopped)(void *self); /* polled between pages; or NULL */
    void *stopped_self;
} row_scan;

/* As trace_scan. */
int row_scan_run(const row_scan *scan, wgcq_error *err);

#endif
