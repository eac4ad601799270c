/*
 * question.h - what the questions to a stored trace have in common.
 *
 *   optimal.c          shortest, cheapest: their plans, their number, how the two differ
 *   enumerate_plans.c  all, best, plans of a length; count_plans.c: how many
 *   plan_rows.c        plans as rows, and what an incomplete run proves of them
 *   pareto_rows.c      pareto: the non-dominated cost vectors
 *   stored_plans.c     the same rows from solutions that the run stores
 *   dead_ends.c, deadlocks.c, violations.c, bottlenecks.c, histograms.c, rules.c
 *                      the question of that name
 *   stored_paths.c     properties, lassos: their rows
 *   limited_rows.c     the rows of a SELECT within a limit and an offset
 *   explain_state.c    why: the moves of one state (state_pattern.c finds it), or of several
 *   explain_lasso.c    why: the path of a property, and how its cycle is fair
 *   rejected_moves.c   the moves that a state does not have, and the reasons
 *   solution_steps.c   show: the steps of a stored solution
 *
 * An answer is a SELECT over the run's views where SQL can express it; else the graph is loaded.
 */
#ifndef ANSWERS_QUERY_QUESTION_H
#define ANSWERS_QUERY_QUESTION_H

#include "base/row_table.h"
#include "graph/algorithms/graph_answers.h"
#include "graph/algorithms/partial_graph.h"
#include "trace/trace.h"
#include "wgcq_trace.h"

typedef struct query_context {
    wgcq_trace *trace;
    const trace_facts *facts;
    const wgcq_question *question;
    const wgcq_monitor *monitor;
    wgcq_error *err;
    cost_order order; /* its costs are owned */
    bool proved;      /* the answer holds for the whole puzzle, not only for what was explored */
    bool none_better; /* at least no plan outside the graph is better */
} query_context;

/* Set ctx->order: to the costs of the question, or to `otherwise` (cost numbers, -1 for moves). */
int question_read_costs(query_context *ctx, const int *otherwise, size_t count);
/* To moves alone. */
int question_order_by_moves(query_context *ctx);
/* Puts moves in front of the others, which then decide ties. */
int question_weigh_moves_first(query_context *ctx);
const char *question_cost_name(const query_context *ctx, int number);
/* A cell: how the state is shown. */
int question_put_shown(row_table *rows, const query_context *ctx, uint32_t state);
/* A row: the state's id, its depth where that is known, else null, and how it is shown. */
int question_put_state(row_table *rows, const query_context *ctx, uint32_t state, uint32_t depth,
                       bool known);

/* The stored graph, without these columns (enum graph_column) where it need not have them, and what
   else the question needs of it.  Close it also after an error. */
typedef struct loaded_graph {
    graph *g;
    reversed_graph back;
} loaded_graph;
typedef enum loaded_backwards {
    LOADED_FORWARDS, /* nothing */
    LOADED_TO_GOAL,  /* best plans and distances to a goal: rows of predecessors, but for those that
                        the file's own distances spare, which are a third of the memory */
    LOADED_PREDECESSORS /* these rows in any case */
} loaded_backwards;
int loaded_graph_open(loaded_graph *out, query_context *ctx, unsigned without,
                      loaded_backwards need);
void loaded_graph_close(loaded_graph *l);
/* Sets ctx->proved where the run is incomplete, but all states that it found were expanded. */
int question_prove_explored(query_context *ctx);
/* Whether the view states has the fewest moves from a start: a depth-first run stores the depths of
   its tree, an incomplete run may store none. */
bool question_has_depths(const query_context *ctx);

/* The answer where an incomplete run does not decide it: no rows of these columns, and the reason
   as a remark; a count is null. */
int question_answer_unknown(wgcq_rows **out, query_context *ctx, size_t columns,
                            const char *const *names, const char *why);

/* An answer computed from the graph, and from what is known of it where the run did not explore
   everything (histograms.c). */
typedef struct partial_answer {
    const char *const *names;
    size_t columns;
    int (*put)(row_table *rows, const query_context *ctx, const partial_graph *p);
} partial_answer;
int question_answer_partly(wgcq_rows **out, query_context *ctx, const partial_answer *how);

/* ---- the answers: 0 and rows, or an error ---------------------------------------------------- */

#define QUESTION(name, answer, ...) int answer(wgcq_rows **out, query_context *ctx);
#include "answers/query/questions.def"
#undef QUESTION

/* An incomplete run may still prove its best plans, o: sets ctx->proved (all of them are in the
   graph) and ctx->none_better.  optimal.c */
int optimal_prove(query_context *ctx, const loaded_graph *l, const optimum *o);

#endif
