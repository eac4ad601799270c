/*
 * btree_append.h - a B-tree of an SQLite file that only ever grows at its right end.
 *
 * Rows come in the order of their keys, so a full page never changes again: it is written, and
 * memory holds the rightmost pages alone, one a level. Functions return SQLite codes.
 */
#ifndef TRACE_SQLITEFILE_BTREE_APPEND_H
#define TRACE_SQLITEFILE_BTREE_APPEND_H

#include "trace/sqlitefile/pager.h"
#include "trace/sqlitefile/record.h"

typedef struct btree btree;

/* Opens the table with that root; rows are appended behind those it has. */
int btree_open(btree **out, pager *p, uint32_t root);
/* As btree_open, for a tree of keys: a table WITHOUT ROWID. */
int btree_open_keys(btree **out, pager *p, uint32_t root);
/* A new index; its root is known after btree_flush. */
int btree_new_index(btree **out, pager *p);
void btree_free(btree *t);

/* rowid: greater than any before, else SQLITE_CORRUPT. */
int btree_append(btree *t, int64_t rowid, const uint8_t *record, size_t size);
/* The fast path for 1 to BTREE_FEW integers or NULLs without a text. */
enum { BTREE_FEW = 8 };
int btree_append_few(btree *t, int64_t rowid, const record_row *row);
/* As btree_append, for many rows, with rowids first, first + 1, ... */
int btree_append_rows(btree *t, int64_t first, const record_rows *rows);
/* In a tree of keys: greater than any before, which is for the caller to see to. */
int btree_append_key(btree *t, const uint8_t *record, size_t size);
/* The fast path for 2 to BTREE_FEW integers or NULLs without a text. */
int btree_append_key_few(btree *t, const record_row *row);
/* As above for rows of 2 to BTREE_COLUMNS columns of numbers, column by column: faster still. */
enum { BTREE_COLUMNS = 3 };
int btree_append_columns(btree *t, const uint32_t *const *column, unsigned columns, size_t rows);
/* The row stands between the leaf so far, which has some, and the next one. */
int btree_append_divider(btree *t, const record_row *row);

/* A tree of keys that keeps its leaves in memory, until btree_append_leaves appends them to an
   index and empties it.  Several of them can be filled at once. */
int btree_new_leaves(btree **out, pager *p);
/* Where no leaf is begun: of a new index, or behind btree_append_divider. */
int btree_append_leaves(btree *t, btree *from);

/* Hands the rightmost pages to the pager too, before a commit. */
int btree_flush(btree *t);
uint32_t btree_root(const btree *t);
pager *btree_pager(const btree *t);
int64_t btree_last_rowid(const btree *t); /* greatest rowid; 0: none */

#endif
