/* puzzle_model.h - a puzzle as a model. */
#ifndef PUZZLE_PUZZLE_MODEL_H
#define PUZZLE_PUZZLE_MODEL_H

#include "puzzle/puzzle.h"

/* Fills in puzzle->model, which borrows from the puzzle. */
void puzzle_model(wgcq_puzzle *puzzle);
/* Then its properties, by their names. */
int puzzle_name_properties(wgcq_puzzle *puzzle, interp *in, wgcq_error *err);

/* Words out of a file may be no state of the puzzle, and values are used as indices: WGCQ_ESTORE.
 */
int puzzle_check_state(const ast *t, const uint64_t *state, wgcq_error *err);

#endif
