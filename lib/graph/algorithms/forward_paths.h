/*
 * forward_paths.h - the plans that only go forwards in some order of the states, counted in time
 * proportional to the graph.
 *
 * None of them visits a state twice.  Where the states that plans visit form no cycle they are all
 * the plans there are, in the order in which a depth-first search leaves the states.
 */
#ifndef GRAPH_ALGORITHMS_FORWARD_PATHS_H
#define GRAPH_ALGORITHMS_FORWARD_PATHS_H

#include "graph/algorithms/cost_distance.h"

/* The number of all plans, as decimal text that the caller frees.  WGCQ_DONE: the states that they
   visit form a cycle, longer than a move that changes nothing. */
int acyclic_plans_count(char **count, const cost_distance *to_goal, const wgcq_monitor *monitor,
                        wgcq_error *err);

/* So many plans there are at least: the greater number of two orders, that of the states' numbers
   and that of the search.  WGCQ_EINTERRUPT as above. */
int forward_paths_count(char **count, const cost_distance *to_goal, const wgcq_monitor *monitor,
                        wgcq_error *err);

/* As memcmp does, of two counts in decimal. */
int compare_decimal(const char *a, const char *b);

#endif
