/*
 * admit.h - whether a file is one of ours, found out before it is opened for writing.
 *
 * Opening a file for writing may already change it: a journal is rolled back, a mode is left.  A
 * file that is to be refused has to be refused before that.
 */
#ifndef TRACE_SCHEMA_ADMIT_H
#define TRACE_SCHEMA_ADMIT_H

#include <sqlite3.h>

#include "base/error.h"

/* Of a file that is there or not; one that is empty is as good as none.  The file is only read. */
int admit_file(const char *path, wgcq_error *err);
/* Of one whose journal has to be rolled back, as db (opened for reading) has found: what it would
   be then.  `empty`: that may be nothing at all. */
int admit_hot(sqlite3 *db, const char *path, bool empty, wgcq_error *err);

#endif
