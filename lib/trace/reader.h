/* reader.h - the inside of wgcq_trace. */
#ifndef TRACE_READER_H
#define TRACE_READER_H

#include "trace/file.h"
#include "trace/trace.h"

struct wgcq_trace {
    sqlite3 *db;
    char *path;
    trace_facts facts;
    sqlite3_stmt *move_text, *shown;
    text line; /* trace_move_text */
};

/* A prepared SELECT as rows; takes the statement over, also when it fails. */
int reader_rows(wgcq_rows **out, wgcq_trace *trace, sqlite3_stmt *query, wgcq_error *err);

#endif
