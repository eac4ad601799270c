/*
 * admit.h - whether a file is a trace, checked before it is opened for writing.
 *
 * Opening a file for writing may already change it: a journal is rolled back, WAL mode ends. A file
 * that will be rejected must be rejected before that.
 */
#ifndef TRACE_SCHEMA_ADMIT_H
#define TRACE_SCHEMA_ADMIT_H

#include <sqlite3.h>

#include "base/error.h"

/* 0: a trace, an empty file, or no file; else WGCQ_ESTORE or WGCQ_EFILE.  The file is only read. */
int admit_file(const char *path, wgcq_error *err);
/* As admit_file, for a file with a hot journal: whether it will be a trace once that is rolled
   back.  db is opened for reading. `empty`: an empty file is allowed. */
int admit_hot(sqlite3 *db, const char *path, bool empty, wgcq_error *err);

#endif
