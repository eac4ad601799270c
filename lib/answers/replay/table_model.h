/*
 * table_model.h - a model whose states, moves and rejections are the rows of a file.
 *
 * For a model in C without its program: its moves cannot be recomputed, so the rows serve as the
 * model.  Answers are only as right as they are.
 */
#ifndef ANSWERS_REPLAY_TABLE_MODEL_H
#define ANSWERS_REPLAY_TABLE_MODEL_H

#include "trace/trace.h"

typedef struct table_model table_model;

/* The trace is borrowed.  Where the file stores no edges (rejections), no state has any. */
int table_model_open(table_model **out, wgcq_trace *trace, wgcq_error *err);
const wgcq_model *table_model_of(const table_model *s);
/* The packed state of that id; NULL: there is none. */
const uint64_t *table_model_state(const table_model *s, int64_t id);
void table_model_free(table_model *s);

#endif
