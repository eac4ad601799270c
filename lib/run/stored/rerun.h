/* rerun.h - a stored run, explored again for what its file does not keep. */
#ifndef RUN_STORED_RERUN_H
#define RUN_STORED_RERUN_H

#include "trace/trace.h"

/* *out is `trace` where its run keeps at least `needed`; else a trace of the same run that keeps
   all states, edges and rejections, and the solutions only if `solutions` is true: a run that
   stored none may hold plans whose cost does not fit 64 bits, and a question that reads no plan has
   an answer there too.  It is made once and owned by `trace`: from the puzzle in the file, or from
   `model` where that is not NULL.  Errors are in wgcq.h, at the questions. */
int rerun(wgcq_trace **out, wgcq_trace *trace, const wgcq_model *model, wgcq_trace_level needed,
          bool solutions, const wgcq_monitor *monitor, wgcq_error *err);

#endif
