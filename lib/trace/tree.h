/*
 * tree.h - a B-tree of an SQLite file that only ever grows at its right end.
 *
 * Rows come in the order of their keys, so a page that is full is never touched again: it goes to
 * the file, and in memory there are only the rightmost pages, one a level.  Answers are codes of
 * SQLite.
 */
#ifndef TRACE_TREE_H
#define TRACE_TREE_H

#include "trace/cell.h"
#include "trace/paging.h"

typedef struct tree tree;

/* The table with that root; rows are added behind those it has. */
int tree_open(tree **out, paging *p, uint32_t root);
/* An index that is not there yet; it gets its root at tree_settle. */
int tree_index(tree **out, paging *p);
void tree_free(tree *t);

/* rowid is greater than any before. */
int tree_add(tree *t, int64_t rowid, const uint8_t *record, size_t size);
/* The same of a few integers, NULLs among them, without a text, at most TREE_FEW of them: faster.
 */
enum { TREE_FEW = 8 };
int tree_add_few(tree *t, int64_t rowid, const cell_row *row);
int tree_add_few_key(tree *t, const cell_row *row);
/* The rightmost pages too are given to p, for a commit. */
int tree_settle(tree *t);
uint32_t tree_root(const tree *t);
int64_t tree_last(const tree *t); /* greatest rowid; 0: none */

#endif
