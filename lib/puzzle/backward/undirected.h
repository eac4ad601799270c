/* undirected.h - whether each move of a puzzle can be undone by another one. */
#ifndef PUZZLE_BACKWARD_UNDIRECTED_H
#define PUZZLE_BACKWARD_UNDIRECTED_H

#include "puzzle/vm/program.h"

/* As `is_undirected` of model.h.  `program` is over plain states. */
int program_is_undirected(bool *undirected, const program *p, wgcq_error *err);

#endif
