/*
 * btree_append.h - a B-tree of an SQLite file that only ever grows at its right end.
 *
 * Rows come in the order of their keys, so a page that is full is never touched again: it goes to
 * the file, and in memory there are only the rightmost pages, one a level.  Answers are codes of
 * SQLite.
 */
#ifndef TRACE_SQLITEFILE_BTREE_APPEND_H
#define TRACE_SQLITEFILE_BTREE_APPEND_H

#include "trace/sqlitefile/pager.h"
#include "trace/sqlitefile/record.h"

typedef struct btree btree;

/* The table with that root; rows are added behind those it has. */
int btree_open(btree **out, pager *p, uint32_t root);
/* An index that is not there yet; it gets its root at btree_flush. */
int btree_new_index(btree **out, pager *p);
void btree_free(btree *t);

/* rowid is greater than any before. */
int btree_append(btree *t, int64_t rowid, const uint8_t *record, size_t size);
/* The same of a few integers, NULLs among them, without a text, at most BTREE_FEW of them: faster.
 */
enum { BTREE_FEW = 8 };
int btree_append_few(btree *t, int64_t rowid, const record_row *row);
int btree_append_key(btree *t, const record_row *row);
/* The rightmost pages too are given to p, for a commit. */
int btree_flush(btree *t);
uint32_t btree_root(const btree *t);
int64_t btree_last_rowid(const btree *t); /* greatest rowid; 0: none */

#endif
