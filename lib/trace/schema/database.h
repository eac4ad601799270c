/*
 * database.h - the SQLite file itself: opened, asked small things, and what went wrong with it.
 *
 * Codes: what is said to be a code of SQLite is one; everything else answers 0 or a wgcq_code with
 * *err filled in.
 */
#ifndef TRACE_SCHEMA_DATABASE_H
#define TRACE_SCHEMA_DATABASE_H

#include <sqlite3.h>

#include "base/error.h"

enum { DATABASE_APPLICATION = 0x57474351 /* "WGCQ" */, DATABASE_VERSION = 3 };

/* Opens the file of exactly that name (no URI, no ":memory:") with SQLITE_OPEN_ flags, where
   location_find and the file's header have nothing against it.  *out is to be closed whatever the
   answer. */
int database_open(sqlite3 **out, const char *path, int flags, wgcq_error *err);
/* The connection's own file, for reading without SQLite; a second descriptor would drop the
   process's locks when it is closed.  NULL: there is none. */
sqlite3_file *database_file(sqlite3 *db);
/* Nothing in an opened file may run code or change its own schema: what may be switched off is. */
void database_defend(sqlite3 *db);
/* SQLite's words for what went wrong last, as our error; answers its code. */
int database_error(wgcq_error *err, sqlite3 *db, const char *path, int code);

int database_run(sqlite3 *db, const char *path, const char *sql, wgcq_error *err);
/* One integer out of a query, 0 where there is no row. */
int database_integer(sqlite3 *db, const char *path, const char *sql, int64_t *out, wgcq_error *err);
/* The first column of every row as malloc'd texts; text_list_free them, also after a failure.  More
   than `most` rows are a damaged file. */
typedef struct text_list {
    char **texts;
    size_t count;
} text_list;
int database_texts(sqlite3 *db, const char *path, const char *sql, size_t most, text_list *out,
                   wgcq_error *err);
void text_list_free(text_list *list);

#endif
