/*
 * stored_model.h - a model that tells again what a file's rows say, and nothing else.
 *
 * A model in C has no text that its moves could be told again from.  Without its program the rows
 * are all there is: this takes them for the model, so that whoever asks one can ask them.  What it
 * tells is as right as they are.
 */
#ifndef ANSWERS_STORED_MODEL_H
#define ANSWERS_STORED_MODEL_H

#include "trace/trace.h"

typedef struct stored_model stored_model;

/* The trace is lent.  Without edges (rejections) in the file no moves (refusals) are told. */
int stored_model_open(stored_model **out, wgcq_trace *trace, wgcq_error *err);
const wgcq_model *stored_model_of(const stored_model *s);
void stored_model_free(stored_model *s);

#endif
