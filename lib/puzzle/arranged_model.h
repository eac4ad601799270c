/* arranged_model.h - a puzzle as a model of which it is known what arrays are permutations. */
#ifndef PUZZLE_ARRANGED_MODEL_H
#define PUZZLE_ARRANGED_MODEL_H

#include "puzzle/puzzle.h"

/* The puzzle's model with arrangements among its fields, where so few states are left that they can
   have an index; else *out is NULL.  `starts` are all of its starts. */
int arranged_model_new(wgcq_model **out, const wgcq_puzzle *puzzle, const batch *starts,
                       wgcq_error *err);
void arranged_model_free(wgcq_model *arranged);

#endif
