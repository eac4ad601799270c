/*
 * btree_walk.h - whether every page of an SQLite file is well formed, and each has one use.
 *
 * A write trusts what a page says of itself: where its cells begin, what is free in it, which page
 * is next on the free list. Where that is wrong, the next write may overwrite live rows. So all of
 * it is checked first, as PRAGMA integrity_check would (fileformat2.html), in one pass over the
 * pages without SQL; the rows are handed to the caller on the way.
 */
#ifndef TRACE_SQLITEFILE_BTREE_WALK_H
#define TRACE_SQLITEFILE_BTREE_WALK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Called for each row of a table, in the order of rowids, or for each entry of a tree of keys, in
   its order, with rowid 0; the record is borrowed until it returns.  false: the row is not valid,
   and the check ends. */
typedef bool (*btree_walk_row)(void *self, int64_t rowid, const uint8_t *record, size_t size);

typedef struct btree_walk_root {
    uint32_t page;
    bool index;         /* its pages are those of an index: so are those of a table WITHOUT ROWID */
    const char *name;   /* for messages          */
    btree_walk_row row; /* NULL: rows are not read */
    void *self;
} btree_walk_root;

typedef struct btree_walk_job {
    sqlite3_file *file;
    const char *path;   /* for messages                                        */
    uint32_t page_size; /* by PRAGMA page_size, page_count */
    uint32_t pages;
    const btree_walk_root *roots; /* of all trees, sqlite_schema's too; checked in this order */
    size_t root_count;
    bool (*stopped)(void *self); /* polled; or NULL */
    void *self;
} btree_walk_job;

/* WGCQ_ESTORE: a page or a row is not valid; WGCQ_EINTERRUPT: `stopped` returned true; WGCQ_EFILE:
   a page cannot be read. */
int btree_walk_file(const btree_walk_job *file, wgcq_error *err);
/* As btree_walk, for the given trees alone: to read their rows. */
int btree_walk_trees(const btree_walk_job *file, wgcq_error *err);

#endif
