/*
 * reference_model.h - the puzzle stored in the file, and its second evaluator.
 *
 * The file stores the puzzle's text and parameters, so everything in it can be recomputed with the
 * interpreter (puzzle/interp), which shares no code with the engine that explored.
 *
 *   reference_model.c  the model of a file: its puzzle, a model in C, or else table_model.c
 *   table_model.c      a model whose successors are the rows of the file
 *   plan_checker.c     replays a plan that was found (its interface is in graph/graph_answers.h)
 *   simulate.c         follows move texts through sets of states
 *   stored_plan.c      a stored solution in memory; recover_states.c finds its packed states
 *   variables.c        the variables that a file describes
 */
#ifndef ANSWERS_REPLAY_REFERENCE_MODEL_H
#define ANSWERS_REPLAY_REFERENCE_MODEL_H

#include "answers/replay/table_model.h"

typedef struct reference_model {
    wgcq_puzzle *puzzle; /* owned; NULL: the model is borrowed, or `stored` */
    const wgcq_model *model;
    void *worker;
    table_model *stored; /* owned; not NULL: the model is only the rows of the file */
} reference_model;

/* WGCQ_ESTORE where the text in the file is not a valid puzzle, or packs states differently. */
int reference_model_open(reference_model *out, wgcq_trace *trace, wgcq_error *err);
/* As reference_model_open, with the model that the run was made with, borrowed; NULL: with the
   stored puzzle. */
int reference_model_open_with(reference_model *out, wgcq_trace *trace, const wgcq_model *model,
                              wgcq_error *err);
/* As above; for a model in C without its program, with the rows of the file.  Close it also after
   an error. */
int reference_model_open_any(reference_model *out, wgcq_trace *trace, const wgcq_model *model,
                             wgcq_error *err);
void reference_model_close(reference_model *r);

/* Appends a packed state in the puzzle's own format. */
int reference_model_show(const reference_model *r, const uint64_t *state, strbuf *out,
                         wgcq_error *err);

#endif
