/*
 * database.h - an SQLite connection: opening, small queries, error messages.
 *
 * Functions return 0 or a wgcq_code with *err filled in, unless they say that they return an SQLite
 * code.
 */
#ifndef TRACE_SCHEMA_DATABASE_H
#define TRACE_SCHEMA_DATABASE_H

#include <sqlite3.h>

#include "base/error.h"
#include "trace/sqlitefile/btree_walk.h"

enum {
    DATABASE_APPLICATION = 0x57474351, /* "WGCQ": a trace */
    DATABASE_JOURNEY = 0x5747434a      /* "WGCJ": the tree of a journey */
};

/* Opens the file of exactly that name (no URI, no ":memory:") with SQLITE_OPEN_ flags, unless
   location_find or the file's header rejects it. Close *out also after a failure. */
int database_open(sqlite3 **out, const char *path, int flags, wgcq_error *err);
/* The connection's own file, for reading without SQLite (closing a second descriptor would drop the
   process's locks); NULL: there is none. */
sqlite3_file *database_file(sqlite3 *db);
/* The application that the file's header names; 0: none, or no SQLite file. */
uint32_t database_application(sqlite3 *db);
/* Turns off what lets a file run code or change its own schema. */
void database_defend(sqlite3 *db);
/* Fills in *err from an SQLite code; returns the wgcq_code. */
int database_error(wgcq_error *err, sqlite3 *db, const char *path, int code);

int database_run(sqlite3 *db, const char *path, const char *sql, wgcq_error *err);
/* The first column of the first row, 0 where there is none. */
int database_integer(sqlite3 *db, const char *path, const char *sql, int64_t *out, wgcq_error *err);
/* The file and its pages, of a walk that the caller gives its roots. */
int database_pages(btree_walk_job *out, sqlite3 *db, const char *path, wgcq_error *err);
/* "INSERT into VALUES(?1, ...)" of so many columns; `into`: "INTO edge_1". An SQLite code. */
int database_prepare_insert(sqlite3_stmt **out, sqlite3 *db, const char *into, unsigned columns);
/* Column i of the current row as text, "" for NULL; borrowed until the next step. */
const char *database_column(sqlite3_stmt *query, int i);
/* The first column of every row; text_list_free them, also after a failure. WGCQ_ESTORE at more
   than `most` rows. */
typedef struct text_list {
    char **texts;
    size_t count;
} text_list;
int database_texts(sqlite3 *db, const char *path, const char *sql, size_t most, text_list *out,
                   wgcq_error *err);
void text_list_free(text_list *list);

#endif
