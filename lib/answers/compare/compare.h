/* compare.h - stored solutions side by side, and the files that they belong to. */
#ifndef ANSWERS_COMPARE_COMPARE_H
#define ANSWERS_COMPARE_COMPARE_H

#include "trace/trace.h"
#include "wgcq_trace.h"

/* As wgcq_compare, of runs that keep at least what compare_required_trace says. */
int compare_chosen(wgcq_rows **out, wgcq_compare_part part, const wgcq_compare_side *chosen,
                   size_t count, trace_rerunner *rerun, wgcq_error *err);
/* The least that a run has to keep for a part. */
wgcq_trace_level compare_required_trace(wgcq_compare_part part, const wgcq_compare_side *chosen);

#endif
