/*
 * grade.h - what the measures of one graph are computed from.
 *
 *   measures.def  their names and definitions
 *   grade.c       the question, and the measures that the graph alone gives
 *   against.c     moves against an estimate that is made of the puzzle
 *   switches.c    changes of the thing that is moved
 */
#ifndef ANSWERS_COUNTS_GRADE_H
#define ANSWERS_COUNTS_GRADE_H

#include "answers/query/question.h"
#include "graph/counts/difficulty.h"

typedef struct grade_task {
    query_context *ctx;
    loaded_graph l; /* with its states */
    difficulty d;
} grade_task;

/* Steps of a shortest plan that lead to a greater estimate, as a mean over all these plans; NAN:
   none is made that tells states apart.  There is a plan. */
int against_estimate(double *mean, const grade_task *t);
/* How often a plan turns to another thing, likewise; NAN: it takes too much memory. */
int thing_switches(double *mean, const grade_task *t);

#endif
