/* run_figures.h - the figures of a run by name, against those of another run and of `expect`. */
#ifndef CLI_WATCH_RUN_FIGURES_H
#define CLI_WATCH_RUN_FIGURES_H

#include "wgcq_run.h"

#include <stdio.h>

typedef struct run_figure {
    char *name;  /* as `expect` has it: "states", "shortest.length", "cheapest.noise.cost" */
    char *value; /* NULL: there is none, or it is not known */
} run_figure;

typedef struct run_figures {
    size_t count;
    run_figure *all;
} run_figures;

void run_figures_read(run_figures *out, const wgcq_summary *summary);
void run_figures_free(run_figures *of);

/* One line: what is another than in the run before. */
void run_figures_print_changes(FILE *out, const run_figures *before, const run_figures *now);
/* One line: how many of the figures under `expect` hold, and which do not; nothing without any. */
void run_figures_print_expected(FILE *out, const run_figures *now, const wgcq_puzzle *puzzle);

#endif
