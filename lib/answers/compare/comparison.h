/*
 * comparison.h - solutions side by side: what the parts of a comparison have in common.
 *
 * compare.c reads the sides and gives the parts; line_up.c has the steps, instances.c the files.
 */
#ifndef ANSWERS_COMPARE_COMPARISON_H
#define ANSWERS_COMPARE_COMPARISON_H

#include "answers/replay/stored_plan.h"
#include "base/containers/lookup.h"
#include "base/row_table.h"

typedef struct plan_comparison {
    const wgcq_compare_side *chosen; /* lent, with their texts */
    stored_plan *sides;              /* those of `chosen` that name a solution */
    size_t count;
    const char **shared; /* the variables that all sides have, of the first; lent */
    size_t shared_count;
    lookup
        states; /* by the values of the shared variables; where there are none, by what is shown */
    const wgcq_monitor *monitor;
    wgcq_error *err;
} plan_comparison;

/* A listing whose columns are called `before`, then for each side (or file) and each of `kinds`
   "kind LABEL", then `after`.  An empty kind is the label alone.  NULL: no memory. */
typedef struct comparison_columns {
    const char *const *before;
    size_t before_count;
    const char *const *kinds;
    size_t kind_count;
    const char *const *labels;
    size_t label_count;
    const char *const *after;
    size_t after_count;
} comparison_columns;
row_table *comparison_table(const comparison_columns *n);
/* The labels of the sides, lent; malloc'd. */
const char **comparison_labels(const plan_comparison *c);

/* The parts: a listing to be given, or NULL and *code. */
row_table *align_steps(const plan_comparison *c, int *code);

/* Files by themselves: figures side by side; what only some of them have.  instances.c */
row_table *compare_files_figures(const wgcq_compare_side *files, size_t count, int *code,
                                 wgcq_error *err);
/* *whole: no file lacks anything that it may have for having been cut short. */
row_table *compare_files_only(const wgcq_compare_side *files, size_t count, bool *complete,
                              int *code, wgcq_error *err);

#endif
