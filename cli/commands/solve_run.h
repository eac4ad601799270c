/* solve_run.h - what solve and resume share: the run, with progress, and its report. */
#ifndef CLI_COMMANDS_SOLVE_RUN_H
#define CLI_COMMANDS_SOLVE_RUN_H

#include "args/request.h"
#include "opened/earlier_file.h"
#include "output/progress_line.h"
#include "wgcq_run.h"

/* The command makes the run between begin and end.  Not to be moved. */
typedef struct shown_run {
    request *request;
    wgcq_puzzle *puzzle;
    const char *db; /* NULL: nothing is written */
    progress_line progress;
    wgcq_monitor monitor;
    wgcq_result *result;
    wgcq_error err;
    earlier_file earlier; /* what `db` holds, where it is of another puzzle */
    bool gives_way;       /* and is replaced therefore */
    bool held;            /* `db` holds the run already, which is reported */
} shown_run;

void shown_run_begin(shown_run *run, request *r, wgcq_puzzle *puzzle, const char *db);
/* Explores the puzzle, for solve; *run is filled in.  0 or an error, for shown_run_end. */
int shown_run_solve(shown_run *run, const wgcq_options *options);
/* Prints the report, or the error of `code`; returns the exit status. */
int shown_run_end(shown_run *run, int code);
/* The options of solve; usage errors are reported and counted. */
wgcq_options requested_options(request *r);
/* Options of a run that is resumed: limits of the command line replace its own. */
wgcq_options resumed_options(request *r, const wgcq_unfinished *run);
/* The file to write, malloc'd; NULL: none, or a usage error. */
char *requested_db_path(request *r);
/* The threads of --threads, else one for each processor that this process may use, up to a limit;
   0 and a usage error if too many are requested. */
unsigned requested_threads(request *r);

#endif
