/* reader.h - the inside of wgcq_trace. */
#ifndef TRACE_READ_READER_H
#define TRACE_READ_READER_H

#include <time.h>

#include "trace/schema/metadata.h"

struct wgcq_trace {
    sqlite3 *db;
    char *path;
    bool untrusted; /* a stranger's SQL is being prepared: see sql.c */
    metadata puzzle;
    trace_facts facts; /* its texts are the description's, and these: */
    char *status, *order, *options;
    const wgcq_monitor *monitor;
    int *minimize;
    sqlite3_stmt *move_text, *shown;
    wgcq_trace *stand_in[2]; /* without and with solutions, or NULL */
    wgcq_monitor sql_watch;  /* of SQL: see waiting.c */
    struct timespec watch_start;
    double last_progress;
};

int reader_error(const wgcq_trace *trace, int code, wgcq_error *err);
/* Prepares a query over the tables of the run, whose number takes the place of %lld. */
int reader_prepare(wgcq_trace *trace, sqlite3_stmt **out, const char *format, wgcq_error *err);
/* From here on a stranger's SQL (trace->asked) can only read. */
void reader_authorize(wgcq_trace *trace);

#endif
