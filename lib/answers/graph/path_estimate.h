/*
 * path_estimate.h - about how many plans there are that visit no state twice, by sampling.
 *
 * Knuth's estimate of a tree (Mathematics of Computation 29, 1975): plans drawn at random, each
 * move out of those from which a goal can still be reached, so that every draw is a plan; the
 * product of the numbers of choices is, on average, the number of plans.
 */
#ifndef ANSWERS_GRAPH_PATH_ESTIMATE_H
#define ANSWERS_GRAPH_PATH_ESTIMATE_H

#include "answers/graph/cost_distance.h"

/* The decimal logarithm of that number; negative: not known, a draw takes too long.  `dist` is by
   moves.  The same for the same graph.  The graph's monitor is polled. */
int path_estimate_find(double *log10_plans, const cost_distance *dist, wgcq_error *err);
/* "4e+19" */
enum { PATH_ESTIMATE_TEXT = 32 };
const char *path_estimate_text(char text[PATH_ESTIMATE_TEXT], double log10_plans);

#endif
