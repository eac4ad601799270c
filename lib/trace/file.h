/* file.h - the SQLite file itself: whose it is, and what went wrong with it. */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include <sqlite3.h>

#include "base/fault.h"

enum { FILE_APPLICATION = 0x57474351 /* "WGCQ" */, FILE_VERSION = 1 };

/* SQLite's words for what went wrong last, as our error; answers its code. */
int file_fault(wgcq_error *err, sqlite3 *db, const char *path, int code);
int file_run(sqlite3 *db, const char *path, const char *sql, wgcq_error *err);
/* One integer out of a query. */
int file_integer(sqlite3 *db, const char *path, const char *sql, int64_t *out, wgcq_error *err);
/* Whether it is one of ours, of a version we know, with nothing in it that we would not make.  An
   empty file is 1 in *empty and fine. */
int file_check(sqlite3 *db, const char *path, bool *empty, wgcq_error *err);
/* Nothing in an opened file may run code or write: what may be switched off is. */
void file_defend(sqlite3 *db);

#endif
