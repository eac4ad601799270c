/*
 * tree_file.h - the SQLite file of a journey's tree: its tables, rows appended to them, commits.
 *
 * The schema, and what the columns mean, is schemas/journey.sql.  Rows go straight into pages, and
 * are only ever appended.  Functions return 0 or a wgcq_code with *err filled in.
 */
#ifndef JOURNEY_TRACE_TREE_FILE_H
#define JOURNEY_TRACE_TREE_FILE_H

#include <sqlite3.h>

#include "trace/sqlitefile/record.h"
#include "wgcq_base.h"

typedef enum tree_table {
    TREE_NAME,
    TREE_NODE,
    TREE_GUARD,
    TREE_RESULT,
    TREE_MOVE,
    TREE_SAVED,
    TREE_TABLES
} tree_table;

/* The journey that the tree is of. */
typedef struct tree_about {
    const char *name;  /* may be NULL */
    const void *state; /* its bytes before the first run */
    size_t size;
} tree_about;

typedef struct tree_file tree_file;

/* Creates the file, or opens one that holds a tree of the same function: *found, its connection is
   to be read before tree_file_start.  Any other file is refused and left as it is. */
int tree_file_open(tree_file **out, const char *path, const tree_about *about, bool *found,
                   wgcq_error *err);
/* From here on rows are appended, and other processes kept from writing. */
int tree_file_start(tree_file *f, wgcq_error *err);
sqlite3 *tree_file_connection(const tree_file *f);
const char *tree_file_path(const tree_file *f);

/* Appends a row behind those that the table has. */
int tree_file_add(tree_file *f, tree_table table, const record_row *row, wgcq_error *err);
int tree_file_add_rows(tree_file *f, tree_table table, const record_rows *rows, wgcq_error *err);
/* The greatest id of a table; 0: it is empty. */
int64_t tree_file_last(const tree_file *f, tree_table table);
/* Commits all rows so far; waits for readers. */
int tree_file_commit(tree_file *f, wgcq_error *err);
/* Drops what is not committed; a file that never got a commit of rows stays, empty.  NULL is
   allowed. */
void tree_file_close(tree_file *f);

#endif
