/* stored_puzzle.h - a puzzle as a trace stores it: its text and the value of every parameter. */
#ifndef PUZZLE_STORED_PUZZLE_H
#define PUZZLE_STORED_PUZZLE_H

#include "puzzle/sections/param_overrides.h"

/* wgcq_puzzle_read with every parameter as stored; the defaults in the text are not evaluated.
   WGCQ_ESTORE: the parameters are not those of the text. */
int puzzle_read_stored(wgcq_puzzle **out, const char *yaml, const char *name,
                       const stored_params *params, wgcq_diagnostics **complaints, wgcq_error *err);

#endif
