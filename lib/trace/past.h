/*
 * past.h - rows of a run that goes on, and is told again from its start: those that are in the file
 * are held against what is told, and not written twice.
 */
#ifndef TRACE_PAST_H
#define TRACE_PAST_H

#include "observer.h"
#include "trace/writer.h"

/* How many of the rows told are in the file already; they are the first.  A row that is not as it
   was stored is WGCQ_ESTORE. */
int past_states(trace_writer *w, const state_rows *rows, size_t *known, wgcq_error *err);
int past_edges(trace_writer *w, const edge_rows *rows, size_t *known, wgcq_error *err);
int past_refusals(trace_writer *w, const refusal_rows *rows, size_t *known, wgcq_error *err);

/* From here on the rows of the file are awaited. */
int past_open(trace_writer *w, wgcq_error *err);
void past_close(trace_writer *w);

#endif
