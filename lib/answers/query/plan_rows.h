/* plan_rows.h - plans as rows: solution, length, moves, a column a cost, plan. */
#ifndef ANSWERS_QUERY_PLAN_ROWS_H
#define ANSWERS_QUERY_PLAN_ROWS_H

#include "answers/graph/walks.h"
#include "answers/query/question.h"
#include "base/cursor.h"

/* Which plans a question is about.  SHORTEST_PLANS are in the order of the other costs. */
typedef enum plan_choice {
    ALL_PLANS,
    BEST_PLANS,
    OPTIMAL_PLANS,
    SHORTEST_PLANS,
    PLANS_OF_LENGTH
} plan_choice;

typedef struct plan_rows {
    wgcq_rows base;
    wgcq_trace *trace;
    const wgcq_monitor *monitor;
    loaded_graph loaded;
    k_best *best; /* one of the two */
    walks *walks;
    plan_choice which;
    int *weights;
    size_t weight_count;
    uint64_t number, limit, offset;
    uint64_t within;   /* how much more than the best a plan may cost, where is_bounded */
    int64_t best_cost; /* what the first plan costs                                      */
    uint32_t shortest; /* its moves                                                    */
    bool is_bounded;
    /* Of a run that was cut short: */
    bool proved;             /* all plans that the question is about are in the graph */
    bool none_better;        /* the first one is the best there is                    */
    int64_t *frontier_bound; /* [width], a plan that is not in the graph costs so much at the least;
                        NULL: there is none                                         */
    int64_t *best_costs;     /* [width], what all the best plans cost; NULL: not all are there */
    int64_t *costs;          /* [width], room for one plan's                          */
    size_t width;
    bool all_proved; /* so far all were rightly told, and in their right order */
    strbuf line;
    strbuf closing; /* what else is remarked at the end */
} plan_rows;

/* Takes a->by over, and what is in *l where that is loaded already (else NULL).  Free with
   wgcq_rows_free(&(*out)->base). */
int plan_rows_open(plan_rows **out, query_context *ctx, plan_choice which, loaded_graph *l);
/* The same rows out of the best plans that the run has kept, where a part of ALL_PLANS is asked
   for, by a limit or a bound, and there are more than that; WGCQ_DONE: no.  kept_plans.c */
int stored_plans_select(wgcq_rows **out, query_context *ctx, bool only_best);
/* How many are within the question's bound, where those kept say it; WGCQ_DONE: they do not. */
int stored_plans_count(int64_t *out, query_context *ctx);
/* How many there are, without telling them; whether those are all. */
int plan_rows_count(plan_rows *p, uint64_t *count, bool *is_known, wgcq_error *err);

#endif
