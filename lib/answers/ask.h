/*
 * ask.h - the questions of wgcq_ask, put to a trace that keeps what they need.
 *
 * Each reads what is stored.  Where a run keeps less, the caller first finds a trace of the same
 * run that keeps enough (run/rerun.h).
 */
#ifndef ANSWERS_ASK_H
#define ANSWERS_ASK_H

#include "trace/trace.h"

/* The least a run has to keep for the question; WGCQ_TRACE_NONE where it is refused anyhow. */
wgcq_trace_level ask_required_trace(const trace_facts *facts, const char *what);
int ask_stored(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
               const wgcq_monitor *monitor, wgcq_error *err);

#endif
