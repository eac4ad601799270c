/*
 * comparing.h - solutions side by side: what the parts of a comparison have in common.
 *
 * compare.c reads the sides and gives the parts; line_up.c has the steps, instances.c the files.
 */
#ifndef ANSWERS_COMPARING_H
#define ANSWERS_COMPARING_H

#include "answers/listing.h"
#include "answers/lookup.h"
#include "answers/side.h"

typedef struct comparing {
    const wgcq_chosen *chosen; /* lent, with their texts */
    side *sides;               /* those of `chosen` that name a solution */
    size_t count;
    const char **shared; /* the variables that all sides have, of the first; lent */
    size_t shared_count;
    lookup
        states; /* by the values of the shared variables; where there are none, by what is shown */
    const wgcq_watch *watch;
    wgcq_error *err;
} comparing;

/* A listing whose columns are called `before`, then for each side (or file) and each of `kinds`
   "kind LABEL", then `after`.  An empty kind is the label alone.  NULL: no memory. */
typedef struct naming {
    const char *const *before;
    size_t before_count;
    const char *const *kinds;
    size_t kind_count;
    const char *const *labels;
    size_t label_count;
    const char *const *after;
    size_t after_count;
} naming;
listing *comparing_listing(const naming *n);
/* The labels of the sides, lent; malloc'd. */
const char **comparing_labels(const comparing *c);

/* The parts: a listing to be given, or NULL and *code. */
listing *line_up_steps(const comparing *c, int *code);

/* Files by themselves: figures side by side; what only some of them have.  instances.c */
listing *instances_figures(const wgcq_chosen *files, size_t count, int *code, wgcq_error *err);
/* *whole: no file lacks anything that it may have for having been cut short. */
listing *instances_only(const wgcq_chosen *files, size_t count, bool *whole, int *code,
                        wgcq_error *err);

#endif
