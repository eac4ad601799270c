/*
 * sweep_runs.h - the runs of all combinations of settings, some at a time.
 *
 * Each run has a puzzle and a file of its own, so that none depends on another: a mistake in one
 * combination, a limit or an error of one run is that run's.
 */
#ifndef CLI_SWEEP_SWEEP_RUNS_H
#define CLI_SWEEP_SWEEP_RUNS_H

#include "output/progress_line.h"
#include "sweep/combinations.h"
#include "wgcq_run.h"

/* Result of a combination. */
typedef struct swept_run {
    wgcq_puzzle *puzzle; /* NULL: it has mistakes                            */
    wgcq_result *result; /* NULL: there was an error                         */
    char *file;          /* where it is stored; NULL: nowhere                */
    char *spill;         /* its folder in that of --spill; NULL: none        */
    char *trouble;       /* the mistake or the error in one line; NULL: none */
    bool held;           /* the file held the run already, and this is it    */
    int status;          /* as solve of this one would end with              */
} swept_run;

typedef struct sweep_plan {
    const combinations *settings;
    const wgcq_puzzle *puzzle; /* its text is that of all runs */
    wgcq_options options;      /* each run's, but for threads and memory, which the runs share,
                                  and `spill`, in which each has its folder */
    const char *folder;        /* for a file each; NULL: none is written */
    bool again;                /* even where a file holds an equal run   */
    progress_line *progress;
} sweep_plan;

/* `each` gets the runs in the order of the combinations, as soon as one and all before it are
   known; false ends it.  After a signal no further run begins.  Returns how many `each` got. */
size_t sweep_runs_make(const sweep_plan *plan, const wgcq_monitor *monitor,
                       bool (*each)(void *self, size_t i, const swept_run *run), void *self);

#endif
