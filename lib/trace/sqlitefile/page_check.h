/*
 * page_check.h - whether every page of an SQLite file is well formed, and each has one use.
 *
 * What SQLite writes into a page trusts the page's own words: where its cells begin, what is free
 * in it, which page comes next on the free list.  A file in which these are wrong may lose live
 * rows to the next write.  So all of them are checked first, as PRAGMA integrity_check would
 * (fileformat2.html), in one pass over the pages that reads no row by SQL.
 */
#ifndef TRACE_SQLITEFILE_PAGE_CHECK_H
#define TRACE_SQLITEFILE_PAGE_CHECK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Rows of a table, in the order of their rowids; record: without NULL, until the call ends.  false:
   the row is wrong. */
typedef bool (*page_check_row)(void *self, int64_t rowid, const uint8_t *record, size_t size);

typedef struct page_check_root {
    uint32_t page;
    bool index;
    const char *name;   /* for messages          */
    page_check_row row; /* NULL: nothing is read */
    void *self;
} page_check_root;

typedef struct page_check_job {
    sqlite3_file *file;
    const char *path;   /* for messages                                        */
    uint32_t page_size; /* as SQLite has them                                  */
    uint32_t pages;
    const page_check_root *roots; /* all there are, the schema's own among them; in this order */
    size_t root_count;
    bool (*stopped)(void *self); /* asked now and then; or NULL */
    void *self;
} page_check_job;

/* WGCQ_ESTORE: something is not as it must be; WGCQ_EINTERRUPT: `stopped` said so. */
int page_check_file(const page_check_job *file, wgcq_error *err);

#endif
