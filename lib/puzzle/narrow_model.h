/* narrow_model.h - a puzzle as a model over states of fewer bits. */
#ifndef PUZZLE_NARROW_MODEL_H
#define PUZZLE_NARROW_MODEL_H

#include "puzzle/puzzle.h"

/* model.made.narrow, model.made.narrow_free. */
int narrow_model_new(wgcq_model **out, const wgcq_model *plain, bool same_states, wgcq_error *err);
void narrow_model_free(wgcq_model *narrow);

#endif
