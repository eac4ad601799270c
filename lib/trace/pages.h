/*
 * pages.h - the writer's fast way: rows of a run straight into the pages of its tables.
 *
 * While rows go this way SQLite's connection only holds its lock, and knows nothing of them; before
 * it is asked anything it has to look at the file again (writer_to_sql).
 */
#ifndef TRACE_PAGES_H
#define TRACE_PAGES_H

#include "trace/writer.h"

/* *out NULL: this file is none that can be written so. */
int pages_open(pages **out, trace_writer *w, wgcq_error *err);
void pages_close(pages *p);
/* Again at the end of what SQLite has written since; the tables have not changed. */
int pages_reload(trace_writer *w, wgcq_error *err);

/* Rows from number `from` on. */
int pages_states(trace_writer *w, const state_rows *rows, size_t from, wgcq_error *err);
int pages_edges(trace_writer *w, const edge_rows *rows, size_t from, wgcq_error *err);
int pages_refusals(trace_writer *w, const refusal_rows *rows, size_t from, wgcq_error *err);
int pages_distance(trace_writer *w, const int64_t *row, wgcq_error *err); /* id, to_goal, depth */

bool pages_pending(const pages *p);
/* All of it and how far the run has come are in the file.  SQLITE_BUSY: there are readers, and it
   is as it was; of other codes *err says more. */
int pages_commit(trace_writer *w, int milliseconds, wgcq_error *err);
/* What is not committed is gone. */
void pages_forget(trace_writer *w);
/* The file itself is gone: so is the journal of a commit that broke off. */
void pages_unlink(trace_writer *w);
/* The indices of the run, committed with all else; the statistics of them too. */
int pages_indices(trace_writer *w, wgcq_error *err);
/* Those into sqlite_stat1, by SQL. */
int pages_statistics(trace_writer *w, wgcq_error *err);

#endif
