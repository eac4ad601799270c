/*
 * page_backend.h - rows of a run straight into the pages of its tables.
 */
#ifndef TRACE_WRITE_PAGE_BACKEND_H
#define TRACE_WRITE_PAGE_BACKEND_H

#include "trace/sqlitefile/btree_append.h"
#include "trace/write/writer.h"

/* *out NULL: this file cannot be written so. */
int page_tables_open(page_tables **out, trace_writer *w, wgcq_error *err);
void page_tables_close(page_tables *p);
/* Bytes of its buffers. */
size_t page_tables_memory(const page_tables *p);

/* Where rows of a table, so many integers each, go without a detour: states and edges are more than
   all else.  NULL: they are for the back end's `add`. */
btree *page_tables_tree(const trace_writer *w, run_table table, unsigned columns);

/* Drops what is not committed. */
void page_tables_discard(trace_writer *w);
/* Whether all that its indices take is in memory or in tables of numbered rows; else SQLite builds
   them. */
bool page_tables_can_index(const trace_writer *w);
/* Builds the run's indices, for the next commit.  WGCQ_EINTERRUPT: what was not committed is
   dropped. */
int page_tables_index(trace_writer *w, wgcq_error *err);
bool page_tables_are_indexed(const trace_writer *w);
/* Writes the statistics of those indices into sqlite_stat1, by SQL. */
int page_tables_statistics(trace_writer *w, wgcq_error *err);

#endif
