/*
 * reference_model.h - the puzzle out of the file, and its second evaluator.
 *
 * The file holds the puzzle's text and parameters, so whatever it says can be told again from them
 * by the teller, which shares no code with the engine that explored.
 */
#ifndef ANSWERS_REPLAY_REFERENCE_MODEL_H
#define ANSWERS_REPLAY_REFERENCE_MODEL_H

#include "answers/replay/table_model.h"

typedef struct reference_model {
    wgcq_puzzle *puzzle; /* NULL: the model is lent */
    const wgcq_model *model;
    void *worker;
    table_model *stored; /* NULL; else the model is no more than the rows of the file */
} reference_model;

/* WGCQ_ESTORE where the text in the file is no puzzle, or packs its states in another way than the
   file does. */
int reference_model_open(reference_model *out, wgcq_trace *trace, wgcq_error *err);
/* The same by the model that the run was made with; NULL: by the puzzle in the file. */
int reference_model_open_with(reference_model *out, wgcq_trace *trace, const wgcq_model *model,
                              wgcq_error *err);
/* The same by whatever there is: for a model in C without its program, by the rows of the file. */
int reference_model_open_any(reference_model *out, wgcq_trace *trace, const wgcq_model *model,
                             wgcq_error *err);
void reference_model_close(reference_model *r);

/* A packed state by its words, in the puzzle's own picture, appended to out. */
int reference_model_show(const reference_model *r, const uint64_t *state, strbuf *out,
                         wgcq_error *err);

#endif
