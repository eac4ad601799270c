/*
 * page_backend.h - the writer's fast way: rows of a run straight into the pages of its tables.
 *
 * While rows go this way SQLite's connection only holds its lock, and knows nothing of them; before
 * it is asked anything it has to look at the file again (writer_to_sql).
 */
#ifndef TRACE_WRITE_PAGE_BACKEND_H
#define TRACE_WRITE_PAGE_BACKEND_H

#include "trace/write/writer.h"

/* *out NULL: this file is none that can be written so. */
int page_backend_open(page_backend **out, trace_writer *w, wgcq_error *err);
void page_backend_close(page_backend *p);
/* Again at the end of what SQLite has written since; the tables have not changed. */
int page_backend_reload(trace_writer *w, wgcq_error *err);

/* Rows from number `from` on. */
int page_backend_states(trace_writer *w, const state_rows *rows, size_t from, wgcq_error *err);
int page_backend_edges(trace_writer *w, const edge_rows *rows, size_t from, wgcq_error *err);
int page_backend_rejections(trace_writer *w, const rejection_rows *rows, size_t from,
                            wgcq_error *err);
int page_backend_distance(trace_writer *w, const int64_t *row,
                          wgcq_error *err); /* id, to_goal, depth */

bool page_backend_pending(const page_backend *p);
/* All of it and how far the run has come are in the file.  SQLITE_BUSY: there are readers, and it
   is as it was; of other codes *err says more. */
int page_backend_commit(trace_writer *w, int milliseconds, wgcq_error *err);
/* What is not committed is gone. */
void page_backend_discard(trace_writer *w);
/* The file itself is gone: so is the journal of a commit that broke off. */
void page_backend_unlink(trace_writer *w);
/* The indices of the run, committed with all else; the statistics of them too. */
int page_backend_indices(trace_writer *w, wgcq_error *err);
/* Those into sqlite_stat1, by SQL. */
int page_backend_statistics(trace_writer *w, wgcq_error *err);

#endif
