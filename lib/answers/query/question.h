/*
 * question.h - what the questions to a stored trace have in common.
 *
 * ask.c says which questions there are; each is answered in a file of its own noun.
 */
#ifndef ANSWERS_QUERY_QUESTION_H
#define ANSWERS_QUERY_QUESTION_H

#include "answers/graph/graph_answers.h"
#include "trace/trace.h"

typedef struct query_context {
    wgcq_trace *trace;
    const trace_facts *facts;
    const wgcq_question *question;
    const wgcq_monitor *monitor;
    wgcq_error *err;
    cost_order order; /* its numbers are malloc'd */
    bool proved;      /* the answer is of the whole puzzle, not only of what was explored */
    bool none_better; /* at least no plan that was not found is better */
} query_context;

/* Fills in a->by: the costs of the question, or `otherwise` (cost numbers, -1 for moves). */
int question_read_costs(query_context *ctx, const int *otherwise, size_t count);
/* Whatever the question says, fewest moves. */
int question_order_by_moves(query_context *ctx);
/* Puts a cost in front of those of a->by, which are what decides where that is equal. */
int question_weigh_first(query_context *ctx, int cost);
const char *question_cost_name(const query_context *ctx, int number);

/* The stored graph, and turned round. */
typedef struct loaded_graph {
    graph *g;
    reversed_graph back;
} loaded_graph;
int loaded_graph_open(loaded_graph *out, query_context *ctx);
void loaded_graph_close(loaded_graph *l);
/* Sets a->proved where the run was cut short, but all that it came to was expanded. */
int question_prove_explored(query_context *ctx);
/* Whether the view states has the fewest moves from a start: of a depth-first run it has the depths
   of its tree, of one that was cut short not always any. */
bool question_has_depths(const query_context *ctx);

/* The answer of a run that was cut short before it could be said: no rows of these columns, and why
   not; to --count, a null. */
int question_answer_unknown(wgcq_rows **out, query_context *ctx, size_t columns,
                            const char *const *names, const char *why);

/* ---- the answers: 0 and rows, or trouble --------------------------------------------------- */

int answer_shortest(wgcq_rows **out, query_context *ctx); /* optimal.c */
int answer_cheapest(wgcq_rows **out, query_context *ctx);
/* A run that was cut short can still have proved its best plans, which are o: sets a->proved (they
   are all there) and a->none_better. */
int optimal_prove(query_context *ctx, const loaded_graph *l, const optimum *o);
int answer_all(wgcq_rows **out, query_context *ctx); /* enumerating.c */
int answer_best(wgcq_rows **out, query_context *ctx);
int answer_plans_of_length(wgcq_rows **out, query_context *ctx);
int answer_dead_ends(wgcq_rows **out, query_context *ctx);   /* dead_ends.c */
int answer_bottlenecks(wgcq_rows **out, query_context *ctx); /* bottlenecks.c */
int answer_distances(wgcq_rows **out, query_context *ctx);   /* histogram.c */
int answer_farthest(wgcq_rows **out, query_context *ctx);
int answer_rules(wgcq_rows **out, query_context *ctx);   /* rules.c */
int answer_classes(wgcq_rows **out, query_context *ctx); /* classes.c */

#endif
