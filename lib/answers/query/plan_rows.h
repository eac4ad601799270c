/* plan_rows.h - plans as rows: solution, length, moves, a column per cost, plan. */
#ifndef ANSWERS_QUERY_PLAN_ROWS_H
#define ANSWERS_QUERY_PLAN_ROWS_H

#include "answers/query/question.h"
#include "base/cursor.h"
#include "graph/algorithms/walks.h"

/* Which plans a question lists.  SHORTEST_PLANS are ordered by the question's costs. */
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
    k_best *best; /* one of these two, the other is NULL */
    walks *walks;
    plan_choice which;
    int *weights;
    size_t weight_count;
    uint64_t number, limit, offset;
    uint64_t within;   /* where is_bounded: how much more than the best a plan may cost */
    int64_t best_cost; /* of the first plan */
    uint32_t shortest; /* its moves         */
    bool is_bounded;
    /* In an incomplete run: */
    bool proved;             /* all plans of the question are in the graph   */
    bool none_better;        /* the first one is the best that exists        */
    int64_t *frontier_bound; /* [width], a plan that is not in the graph costs so much at the least;
                        NULL: there is none                                         */
    int64_t *best_costs;     /* [width], of the best plans, if all of them are there; else NULL */
    int64_t *costs;          /* [width], scratch                                    */
    size_t width;
    bool all_proved; /* so far all rows are proved, and proved to be in their order */
    cursor_texts moves;
    strbuf closing; /* appended to the remark at the end */
} plan_rows;

/* Its columns, borrowed from the facts: the costs are among them. */
cursor_names plan_rows_names(const trace_facts *facts);
/* Owns ctx->order from here on, and the graph in *l if l is not NULL.  Free it with
   wgcq_rows_free(&(*out)->base). */
int plan_rows_open(plan_rows **out, query_context *ctx, plan_choice which, loaded_graph *l);
/* The rows of the solutions that the run stores, where a limit or a bound asks for fewer of
   ALL_PLANS than those; WGCQ_DONE: they do not suffice.  stored_plans.c */
int stored_plans_select(wgcq_rows **out, query_context *ctx, bool only_best);
/* The number of plans within the question's bound; WGCQ_DONE: the stored ones do not suffice. */
int stored_plans_count(int64_t *out, query_context *ctx);
/* The rows of OPTIMAL_PLANS in the run's own order; WGCQ_DONE: the stored ones do not suffice. */
int stored_optimal_select(wgcq_rows **out, query_context *ctx);
/* How many plans have fewest moves, and their length; WGCQ_DONE: the run does not say. */
int stored_shortest_count(wgcq_rows **out, query_context *ctx);
/* How many plans `all` lists; count_plans.c */
int count_all_plans(wgcq_rows **out, query_context *ctx);
/* Counts them by the first cost of `by`, else by moves: a row for each cost, least first. */
int count_plans_by_cost(wgcq_rows **out, query_context *ctx);
/* The one row of their number, NULL: not known; and with the question's length. */
int plan_count_row(wgcq_rows **out, const query_context *ctx, const char *count, bool of_length);
/* The number of plans; *is_known: all of them are in the graph. */
int plan_rows_count(plan_rows *p, uint64_t *count, bool *is_known, wgcq_error *err);

#endif
