/* solve_sweep.h - wgcq solve with several values of a parameter: a row a run. */
#ifndef CLI_COMMANDS_SOLVE_SWEEP_H
#define CLI_COMMANDS_SOLVE_SWEEP_H

#include "args/request.h"
#include "sweep/combinations.h"

typedef struct solve_sweep {
    request *request;
    combinations settings; /* count 0: it is no sweep      */
    wgcq_puzzle *puzzle;   /* with the settings of one value; NULL: not read yet */
} solve_sweep;

/* Finds out which settings have several values; mistakes are reported.  Returns the exit status,
   STATUS_FOUND where it can continue. */
int solve_sweep_open(solve_sweep *out, request *r);
/* Makes the runs and prints their rows. */
int solve_sweep_run(solve_sweep *of);
void solve_sweep_close(solve_sweep *of);

#endif
