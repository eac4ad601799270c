/*
 * empty_file.h - an SQLite file of empty pages: that of the schema, and roots of tables to come.
 *
 * Functions return an SQLite code.
 */
#ifndef TRACE_SQLITEFILE_EMPTY_FILE_H
#define TRACE_SQLITEFILE_EMPTY_FILE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    EMPTY_FILE_ROOT = 2, /* the first page that a table can have, as its number is */
    EMPTY_FILE_PAGE = 4096
};

typedef struct empty_file {
    uint32_t application, version; /* set by the caller */
    uint8_t *bytes;                /* by sqlite3_malloc */
    int64_t size, room;
} empty_file;

/* With the page of the schema alone. */
int empty_file_open(empty_file *f);
/* One more page: the root of a table, or of one whose rows are keys (WITHOUT ROWID). */
int empty_file_add_root(empty_file *f, bool keys);
void empty_file_free(empty_file *f);

#endif
