/*
 * chosen_plan.h - one of the optimal plans, chosen by content.
 *
 * It ends in the goal of the least packed state among those in which optimal plans end; each state
 * on it is the least packed one from which an optimal plan continues to the next; each move is,
 * of the cheapest that lead there, the one whose label comes first by bytes.  So it depends neither
 * on the numbers of states nor on what led to them.  A breadth-first search that keeps no graph
 * chooses likewise (search/levels/level_plan.h).
 */
#ifndef GRAPH_ALGORITHMS_CHOSEN_PLAN_H
#define GRAPH_ALGORITHMS_CHOSEN_PLAN_H

#include "graph/algorithms/cost_distance.h"

typedef struct chosen_plan {
    uint32_t start; /* 0: there is none */
    uint32_t length;
    uint64_t *edges; /* [length] */
} chosen_plan;

/* Finds the chosen plan from `best`, a best start whose cost fits, and the starts that are as good;
   the graph has its states. */
int chosen_plan_find(chosen_plan *out, const cost_distance *dist, uint32_t best, wgcq_error *err);
bool chosen_plan_is(const chosen_plan *p, uint32_t start, uint32_t length, const uint64_t *edges);
void chosen_plan_free(chosen_plan *p);

#endif
