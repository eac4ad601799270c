/*
 * questions.h - the questions of wgcq.h as they are put to a trace that keeps what they take.
 *
 * Each reads what is stored.  Where a run was made with less --trace, whoever puts the question
 * first finds a trace of the same run that has it (lib/questions.c).
 */
#ifndef ANSWERS_QUESTIONS_H
#define ANSWERS_QUESTIONS_H

#include "trace/trace.h"

/* The least a run has to keep for the question; WGCQ_KEEP_NONE where it is refused anyhow. */
wgcq_keep questions_need(const trace_facts *facts, const char *what);
int questions_ask(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
                  const wgcq_watch *watch, wgcq_error *err);
int questions_why(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
                  wgcq_error *err);
int questions_draw(char **out, char **remark, wgcq_trace *trace, const wgcq_slice *how,
                   wgcq_error *err);
int questions_compare(wgcq_rows **out, wgcq_compared part, const wgcq_chosen *chosen, size_t count,
                      wgcq_error *err);
/* The least that a run has to keep for a part. */
wgcq_keep questions_compare_needs(wgcq_compared part, const wgcq_chosen *chosen);
int questions_show(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err);
int questions_show_count(int64_t *count, wgcq_trace *trace, wgcq_error *err);

/* A trace of the same run that keeps at least `needed` (lib/recall.h). */
typedef int questions_whole(wgcq_trace **out, wgcq_trace *trace, const wgcq_model *model,
                            wgcq_keep needed, bool solutions, const wgcq_watch *watch,
                            wgcq_error *err);
/* By the puzzle in the file, or by `model` where that is not NULL.  What the file keeps is checked
 * as it is; where it has no states, the graph is that of `whole`. */
int questions_verify(wgcq_rows **out, wgcq_finding *found, wgcq_trace *trace,
                     const wgcq_model *model, questions_whole *whole, const wgcq_watch *watch,
                     wgcq_error *err);

#endif
