/* stored_puzzle.h - a puzzle out of a trace: its text, and every parameter as it is stored there.
 */
#ifndef PUZZLE_STORED_PUZZLE_H
#define PUZZLE_STORED_PUZZLE_H

#include "puzzle/check/param_overrides.h"

/* wgcq_puzzle_read, where no parameter has the value that the text gives it: that one need not
   even be right.  WGCQ_ESTORE: the parameters are not those of the text. */
int puzzle_read_stored(wgcq_puzzle **out, const char *yaml, const char *name,
                       const stored_params *params, wgcq_diagnostics **complaints, wgcq_error *err);

#endif
