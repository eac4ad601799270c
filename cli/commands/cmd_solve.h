/* cmd_solve.h - what solve and resume share: the run, with progress, and its report. */
#ifndef CLI_COMMANDS_CMD_SOLVE_H
#define CLI_COMMANDS_CMD_SOLVE_H

#include "args/request.h"

typedef struct solve_job {
    request *request;
    wgcq_puzzle *puzzle;
    const wgcq_unfinished *unfinished; /* the run to continue; NULL: a new one */
    const char *db;                    /* NULL: nothing is written             */
    const wgcq_options *options;
} solve_job;

/* Runs it, prints the report, and returns the exit status. */
int run_solve(const solve_job *job);
/* The threads of --threads, else one for each processor that this process may use, up to a limit;
   0 and a usage error if too many are requested. */
unsigned run_solve_threads(request *r);

#endif
