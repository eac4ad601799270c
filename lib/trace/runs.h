/* runs.h - several runs in one file. */
#ifndef TRACE_RUNS_H
#define TRACE_RUNS_H

#include "trace/file.h"

/* WGCQ_EREQUEST: there is no such run, but these. */
int runs_none_such(sqlite3 *db, const char *path, int64_t run, wgcq_error *err);

#endif
