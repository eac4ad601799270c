/* verify.h - a stored run checked against its puzzle, independently of the engine. */
#ifndef ANSWERS_VERIFY_VERIFY_H
#define ANSWERS_VERIFY_VERIFY_H

#include "trace/trace.h"

/* A trace of the same run that keeps at least `needed` (run/rerun.h). */
typedef int verify_rerun(wgcq_trace **out, wgcq_trace *trace, const wgcq_model *model,
                         wgcq_trace_level needed, bool solutions, const wgcq_monitor *monitor,
                         wgcq_error *err);
/* By the puzzle in the file, or by `model` where that is not NULL.  What the file keeps is checked
   as it is; where it has no states, the graph is that of `whole`. */
int verify_stored_run(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                      const wgcq_model *model, verify_rerun *rerun, const wgcq_monitor *monitor,
                      wgcq_error *err);

#endif
