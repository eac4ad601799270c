/* verify.h - a stored run checked against its puzzle, independently of the engine. */
#ifndef ANSWERS_VERIFY_VERIFY_H
#define ANSWERS_VERIFY_VERIFY_H

#include "trace/trace.h"

/* Checks the run against the puzzle in the file, or against `model` where that is not NULL; a row a
   check.  What the file keeps is checked as stored; where it has no states, those of `rerun` are.
   WGCQ_ESTORE: the file cannot be read as a run; a finding is no error. */
int verify_stored_run(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                      const wgcq_model *model, trace_rerunner *rerun, const wgcq_monitor *monitor,
                      wgcq_error *err);

#endif
