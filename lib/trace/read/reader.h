/*
 * reader.h - the inside of wgcq_trace.
 *
 *   reader            opening, the chosen run, texts
 *   run_list          listing and dropping runs
 *   row_scan          all rows of a table, out of its pages; load_graph: the explored graph
 *   sandbox           a user's SELECT; sqlite_progress: its monitor
 *   intact            the file before a write; consistency, index_check, integrity: for `verify`
 */
#ifndef TRACE_READ_READER_H
#define TRACE_READ_READER_H

#include <time.h>

#include "trace/schema/metadata.h"
#include "trace/schema/run_layout.h"

struct wgcq_trace {
    sqlite3 *db;
    char *path;
    bool untrusted;     /* a user's SQL is being prepared: see sandbox.c */
    bool has_functions; /* table functions for a user's SQL are registered */
    int format;         /* the file's, one of those in run_layout.h */
    run_layout layout;
    metadata puzzle;
    trace_facts facts; /* its texts belong to `puzzle` and to these: */
    char *status, *order, *options;
    const wgcq_monitor *monitor;
    int *minimize;
    sqlite3_stmt *move_text, *shown;
    wgcq_trace *stand_in[2];       /* without and with solutions, or NULL */
    wgcq_trace_level rerun_needed; /* what questions used them for; WGCQ_TRACE_NONE: for nothing */
    wgcq_monitor sql_watch;        /* during SQL: see sqlite_progress.c */
    int64_t version;               /* of its data, as this connection counts it; at opening */
    struct timespec watch_start;
    double last_progress;
};

/* Opens another connection to the file of a trace, which was found fit to be read; for reading.
   The caller closes it, also after an error. */
int reader_connect(sqlite3 **out, const char *path, wgcq_error *err);
int reader_error(const wgcq_trace *trace, int code, wgcq_error *err);
/* Installs the authorizer: while trace->untrusted, SQL can only read. */
void reader_authorize(wgcq_trace *trace);

#endif
