/* reduced_run.h - a run of one state of each orbit. */
#ifndef RUN_SOLVE_REDUCED_RUN_H
#define RUN_SOLVE_REDUCED_RUN_H

#include "wgcq_run.h"

/* As wgcq_solve, whose options ask for a reduction. */
int reduced_run(wgcq_result **out, const wgcq_puzzle *puzzle, const char *db,
                const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err);

#endif
