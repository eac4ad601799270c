/*
 * comparison.h - solutions side by side: what the parts of a comparison have in common.
 *
 *   compare_plans.c   reads the sides; solutions, pairs, states in common
 *   align.c           steps
 *   compare_files.c   figures and names of the files
 */
#ifndef ANSWERS_COMPARE_COMPARISON_H
#define ANSWERS_COMPARE_COMPARISON_H

#include "answers/replay/stored_plan.h"
#include "base/containers/lookup.h"
#include "base/row_table.h"

/* The symmetry that the puzzle of a side's file declares, as far as it is known. */
typedef struct declared_symmetry {
    bool asked;
    wgcq_error why; /* why it does not hold, or is not known; code 0: it holds */
} declared_symmetry;

typedef struct plan_comparison {
    const wgcq_compare_side *chosen; /* borrowed, with their texts */
    stored_plan *sides;              /* those of `chosen` with a solution */
    size_t count;
    const char **shared; /* names of the variables that all sides have; borrowed from the first */
    size_t shared_count;
    lookup states; /* by the values of the shared variables; where there are none, by their text */
    declared_symmetry *declared; /* [count] by side */
    trace_rerunner *rerun;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} plan_comparison;

/* An empty table with these columns, and between them for each side and each of `kinds`, which NULL
   ends, "KIND LABEL".  NULL: no memory. */
row_table *comparison_table(const plan_comparison *c, const cursor_names *ours,
                            const char *const *kinds);

/* The first step of a side that visits the state; SIZE_MAX: none does. */
size_t comparison_step(const stored_plan *s, uint32_t state);
/* A table that the caller owns, or NULL and *code. */
row_table *align_steps(const plan_comparison *c, int *code);

/* The files' figures side by side, and the names that only some files have (compare_files.c). */
row_table *compare_files_figures(const wgcq_compare_side *files, size_t count, int *code,
                                 wgcq_error *err);
/* *complete: no name was left out because a run is incomplete. */
row_table *compare_files_only(const wgcq_compare_side *files, size_t count, bool *complete,
                              int *code, wgcq_error *err);

#endif
