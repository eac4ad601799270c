/*
 * retold.h - the puzzle out of the file, and its second evaluator.
 *
 * The file holds the puzzle's text and parameters, so whatever it says can be told again from them
 * by the teller, which shares no code with the engine that explored.
 */
#ifndef ANSWERS_RETOLD_H
#define ANSWERS_RETOLD_H

#include "answers/stored_model.h"

typedef struct retold {
    wgcq_puzzle *puzzle; /* NULL: the model is lent */
    const wgcq_model *model;
    void *worker;
    stored_model *stored; /* NULL; else the model is no more than the rows of the file */
} retold;

/* WGCQ_ESTORE where the text in the file is no puzzle, or packs its states in another way than the
   file does. */
int retold_open(retold *out, wgcq_trace *trace, wgcq_error *err);
/* The same by the model that the run was made with; NULL: by the puzzle in the file. */
int retold_open_by(retold *out, wgcq_trace *trace, const wgcq_model *model, wgcq_error *err);
/* The same by whatever there is: for a model in C without its program, by the rows of the file. */
int retold_open_any(retold *out, wgcq_trace *trace, const wgcq_model *model, wgcq_error *err);
void retold_close(retold *r);

/* A packed state by its words, in the puzzle's own picture, appended to out. */
int retold_show(const retold *r, const uint64_t *state, text *out, wgcq_error *err);

#endif
