/*
 * forward_paths.h - a number of plans that there are at least, all of which visit no state twice.
 *
 * Those that only go forwards in some order of the states: they are counted exactly, in time
 * proportional to the graph.
 */
#ifndef ANSWERS_GRAPH_FORWARD_PATHS_H
#define ANSWERS_GRAPH_FORWARD_PATHS_H

#include "answers/graph/cost_distance.h"

/* The greater number of two orders, that of their numbers and that in which a depth-first search
   meets them; UINT64_MAX stands for more than that.  0 or WGCQ_EMEMORY. */
int forward_paths_count(uint64_t *count, const cost_distance *to_goal, wgcq_error *err);

#endif
