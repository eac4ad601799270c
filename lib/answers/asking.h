/*
 * asking.h - what the questions to a stored trace have in common.
 *
 * ask.c says which questions there are; each is answered in a file of its own noun.
 */
#ifndef ANSWERS_ASKING_H
#define ANSWERS_ASKING_H

#include "answers/answers.h"
#include "trace/trace.h"

typedef struct asking {
    wgcq_trace *trace;
    const trace_facts *facts;
    const wgcq_question *question;
    const wgcq_watch *watch;
    wgcq_error *err;
    weighing by;      /* its numbers are malloc'd */
    bool proved;      /* the answer is of the whole puzzle, not only of what was explored */
    bool none_better; /* at least no plan that was not found is better */
} asking;

/* Fills in a->by: the costs of the question, or `otherwise` (cost numbers, -1 for moves). */
int asking_costs(asking *a, const int *otherwise, size_t count);
/* Whatever the question says, fewest moves. */
int asking_moves(asking *a);
/* Puts a cost in front of those of a->by, which are what decides where that is equal. */
int asking_weigh_first(asking *a, int cost);
const char *asking_cost_name(const asking *a, int number);

/* The stored graph, and turned round. */
typedef struct loaded {
    graph *g;
    graph_back back;
} loaded;
int asking_load(loaded *out, asking *a);
void asking_unload(loaded *l);
/* Sets a->proved where the run was cut short, but all that it came to was expanded. */
int asking_prove(asking *a);
/* Whether the view states has the fewest moves from a start: of a depth-first run it has the depths
   of its tree, of one that was cut short not always any. */
bool asking_has_depths(const asking *a);

/* The answer of a run that was cut short before it could be said: no rows of these columns, and why
   not; to --count, a null. */
int asking_unknown(wgcq_rows **out, asking *a, size_t columns, const char *const *names,
                   const char *why);

/* ---- the answers: 0 and rows, or trouble --------------------------------------------------- */

int answer_shortest(wgcq_rows **out, asking *a); /* optimal.c */
int answer_cheapest(wgcq_rows **out, asking *a);
/* A run that was cut short can still have proved its best plans, which are o: sets a->proved (they
   are all there) and a->none_better. */
int optimal_prove(asking *a, const loaded *l, const optimum *o);
int answer_all(wgcq_rows **out, asking *a); /* enumerating.c */
int answer_best(wgcq_rows **out, asking *a);
int answer_plans_of_length(wgcq_rows **out, asking *a);
int answer_dead_ends(wgcq_rows **out, asking *a);   /* dead_ends.c */
int answer_bottlenecks(wgcq_rows **out, asking *a); /* bottlenecks.c */
int answer_distances(wgcq_rows **out, asking *a);   /* histogram.c */
int answer_farthest(wgcq_rows **out, asking *a);
int answer_rules(wgcq_rows **out, asking *a);   /* rules.c */
int answer_classes(wgcq_rows **out, asking *a); /* classes.c */

#endif
