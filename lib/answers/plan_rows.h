/* plan_rows.h - plans as rows: solution, length, moves, a column a cost, plan. */
#ifndef ANSWERS_PLAN_ROWS_H
#define ANSWERS_PLAN_ROWS_H

#include "answers/asking.h"
#include "answers/walks.h"
#include "base/rows.h"

/* Which plans a question is about. */
typedef enum plan_choice { ALL_PLANS, OPTIMAL_PLANS, PLANS_OF_LENGTH } plan_choice;

typedef struct plan_rows {
    wgcq_rows base;
    wgcq_trace *trace;
    const wgcq_watch *watch;
    loaded l;
    plans *of; /* one of the two */
    walks *also;
    int *by;
    uint64_t number, limit, offset;
    uint64_t within; /* how much more than the best a plan may cost, where is_bounded */
    int64_t best;    /* what the first plan costs                                      */
    bool is_bounded;
    bool proved, none_better; /* as in asking */
    bool wanted;              /* the limit is what was asked for, not a part of it */
    text line;
    text closing; /* what else is remarked at the end */
} plan_rows;

/* Takes a->by over, and what is in *l where that is loaded already (else NULL).  Free with
   wgcq_rows_free(&(*out)->base). */
int plan_rows_open(plan_rows **out, asking *a, plan_choice which, loaded *l);
/* The same rows out of the best plans that the run has kept, where a part of ALL_PLANS is asked
   for, by a limit or a bound, and there are more than that; WGCQ_DONE: no.  kept_plans.c */
int kept_plans(wgcq_rows **out, asking *a, bool only_best);
/* How many are within the question's bound, where those kept say it; WGCQ_DONE: they do not. */
int kept_count(int64_t *out, asking *a);
/* The next plan alone, within the bound; 0, WGCQ_DONE or trouble. */
int plan_rows_step(plan_rows *p, uint32_t *length, const uint64_t **edges, wgcq_error *err);

#endif
