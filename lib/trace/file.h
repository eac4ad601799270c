/*
 * file.h - the SQLite file itself: opened, asked small things, and what went wrong with it.
 *
 * Codes: what is said to be a code of SQLite is one; everything else answers 0 or a wgcq_code with
 * *err filled in.
 */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include <sqlite3.h>

#include "base/fault.h"

enum { FILE_APPLICATION = 0x57474351 /* "WGCQ" */, FILE_VERSION = 3 };

/* Opens the file of exactly that name (no URI, no ":memory:") with SQLITE_OPEN_ flags, where
   location_find and the file's header have nothing against it.  *out is to be closed whatever the
   answer. */
int file_open(sqlite3 **out, const char *path, int flags, wgcq_error *err);
/* The connection's own file, for reading without SQLite; a second descriptor would drop the
   process's locks when it is closed.  NULL: there is none. */
sqlite3_file *file_of(sqlite3 *db);
/* Nothing in an opened file may run code or change its own schema: what may be switched off is. */
void file_defend(sqlite3 *db);
/* SQLite's words for what went wrong last, as our error; answers its code. */
int file_fault(wgcq_error *err, sqlite3 *db, const char *path, int code);

int file_run(sqlite3 *db, const char *path, const char *sql, wgcq_error *err);
/* One integer out of a query, 0 where there is no row. */
int file_integer(sqlite3 *db, const char *path, const char *sql, int64_t *out, wgcq_error *err);
/* The first column of every row as malloc'd texts; file_list_free them, also after a failure.  More
   than `most` rows are a damaged file. */
typedef struct file_list {
    char **texts;
    size_t count;
} file_list;
int file_texts(sqlite3 *db, const char *path, const char *sql, size_t most, file_list *out,
               wgcq_error *err);
void file_list_free(file_list *list);

#endif
