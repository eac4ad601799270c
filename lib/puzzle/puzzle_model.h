/* puzzle_model.h - a puzzle as a model. */
#ifndef PUZZLE_PUZZLE_MODEL_H
#define PUZZLE_PUZZLE_MODEL_H

#include "puzzle/puzzle.h"

/* Fills in puzzle->model, which borrows from the puzzle. */
void puzzle_model(wgcq_puzzle *puzzle);

#endif
