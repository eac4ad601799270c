/* guided_model.h - a puzzle as a model with an estimate that is made for it. */
#ifndef PUZZLE_GUIDED_MODEL_H
#define PUZZLE_GUIDED_MODEL_H

#include "puzzle/patterns/patterns.h"
#include "puzzle/puzzle.h"

/* model.made.guide, model.made.guide_free. */
int guided_model_new(wgcq_model **out, const wgcq_model *plain, const model_guide_wish *wish,
                     wgcq_error *err);
void guided_model_free(wgcq_model *guided);

#endif
