/*
 * plan_levels.h - best plans level by level, counted together where they lead to the same state and
 * what is kept of them is the same.
 */
#ifndef GRAPH_COUNTS_PLAN_LEVELS_H
#define GRAPH_COUNTS_PLAN_LEVELS_H

#include "graph/counts/best_plans.h"
#include "graph/counts/mate_table.h"

/* Makes what is kept of a plan, `words` of them, which are 0 at its start, that of the plan with
   one more move.  False: the longer one is not to be counted. */
typedef bool keep_of_plan(const void *self, uint64_t *kept, size_t letter);

typedef struct plan_levels {
    const best_plans *plans;
    const plan_letters *letters;
    unsigned words;
    keep_of_plan *keep;
    const void *self;
} plan_levels;

/* The keys of whole plans, behind a word that is 0, each with the number of those plans.  The
   caller frees it, also after an error.  WGCQ_DONE: there is too much of it. */
int plan_levels_walk(mate_table *ended, const plan_levels *levels, wgcq_error *err);

#endif
