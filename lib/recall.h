/* recall.h - a stored run, explored again for what its file does not keep. */
#ifndef RECALL_H
#define RECALL_H

#include "trace/trace.h"

/* *out is `trace` where its run keeps at least `needed`; else a trace of the same run that keeps
   all, made at the first time and lent by `trace`: out of the puzzle in the file, or of `model`
   where that is not NULL.  Errors are in wgcq.h, at the questions. */
int recall(wgcq_trace **out, wgcq_trace *trace, const wgcq_model *model, wgcq_keep needed,
           const wgcq_watch *watch, wgcq_error *err);

#endif
