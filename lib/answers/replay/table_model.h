/*
 * table_model.h - a model that tells again what a file's rows say, and nothing else.
 *
 * A model in C has no text that its moves could be told again from.  Without its program the rows
 * are all there is: this takes them for the model, so that whoever asks one can ask them.  What it
 * tells is as right as they are.
 */
#ifndef ANSWERS_REPLAY_TABLE_MODEL_H
#define ANSWERS_REPLAY_TABLE_MODEL_H

#include "trace/trace.h"

typedef struct table_model table_model;

/* The trace is lent.  Without edges (rejections) in the file no moves (refusals) are told. */
int table_model_open(table_model **out, wgcq_trace *trace, wgcq_error *err);
const wgcq_model *table_model_of(const table_model *s);
void table_model_free(table_model *s);

#endif
