/*
 * resume_check.h - rows of a run that goes on, and is told again from its start: those that are in
 * the file are held against what is told, and not written twice.
 */
#ifndef TRACE_WRITE_RESUME_CHECK_H
#define TRACE_WRITE_RESUME_CHECK_H

#include "model/observer.h"
#include "trace/write/writer.h"

/* How many of the rows told are in the file already; they are the first.  A row that is not as it
   was stored is WGCQ_ESTORE. */
int resume_check_states(trace_writer *w, const state_rows *rows, size_t *known, wgcq_error *err);
int resume_check_edges(trace_writer *w, const edge_rows *rows, size_t *known, wgcq_error *err);
int resume_check_rejections(trace_writer *w, const rejection_rows *rows, size_t *known,
                            wgcq_error *err);

/* From here on the rows of the file are awaited. */
int resume_check_open(trace_writer *w, wgcq_error *err);
void resume_check_close(trace_writer *w);

#endif
