/* run_solve.h - what solve and resume share: the work, watched, and what is said of its end. */
#ifndef CLI_COMMANDS_RUN_SOLVE_H
#define CLI_COMMANDS_RUN_SOLVE_H

#include "args/request.h"

typedef struct solve_job {
    request *request;
    wgcq_puzzle *puzzle;
    const wgcq_unfinished *unfinished; /* the run to go on with; NULL: a new one */
    const char *db;                    /* NULL: nothing is written               */
    const wgcq_options *how;
} solve_job;

/* Does it, reports it, and answers the exit status. */
int run_solve(const solve_job *what);
/* As many threads as were asked for, as there are processors for this process where nothing was; 0,
   and a mistake, where there may not be as many. */
unsigned run_solve_threads(request *r);

#endif
