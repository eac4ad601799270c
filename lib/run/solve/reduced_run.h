/* reduced_run.h - a run of one state of each orbit. */
#ifndef RUN_SOLVE_REDUCED_RUN_H
#define RUN_SOLVE_REDUCED_RUN_H

#include "run/solver.h"
#include "wgcq_puzzle.h"

typedef struct reduced_run reduced_run;

/* Makes *s, whose options ask for a reduction of the puzzle, a run of its orbits. */
int reduced_run_open(reduced_run **out, const wgcq_puzzle *puzzle, solver *s);
/* After the run: its result's model is the puzzle's by then. */
void reduced_run_close(reduced_run *r);

#endif
