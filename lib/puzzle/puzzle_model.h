/* puzzle_model.h - a puzzle as a model. */
#ifndef PUZZLE_PUZZLE_MODEL_H
#define PUZZLE_PUZZLE_MODEL_H

#include "puzzle/puzzle.h"

/* Fills in of->model; what it needs beyond the tree lives in of->memory. */
void puzzle_model(wgcq_puzzle *puzzle);

#endif
