/*
 * ask.h - the questions of wgcq_ask, answered from a trace that stores what they need.
 *
 * Where a run stores less, the caller first re-runs its search with a sufficient trace level
 * (run/stored/rerun.h).
 */
#ifndef ANSWERS_ASK_H
#define ANSWERS_ASK_H

#include "trace/trace.h"
#include "wgcq_trace.h"

/* The least trace level that the question needs; WGCQ_TRACE_NONE where ask_stored reports an error
   anyway. */
wgcq_trace_level ask_required_trace(const trace_facts *facts, const char *what);
int ask_stored(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
               const wgcq_monitor *monitor, wgcq_error *err);

#endif
