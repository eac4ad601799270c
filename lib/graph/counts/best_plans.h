/*
 * best_plans.h - the plans that are best by an order of costs, as the states and edges they have.
 *
 * They all make equally many moves, and none of them visits a state twice.
 */
#ifndef GRAPH_COUNTS_BEST_PLANS_H
#define GRAPH_COUNTS_BEST_PLANS_H

#include "graph/algorithms/optimal_states.h"

typedef struct best_plans {
    cost_distance dist;
    optimal_states on; /* refers to dist: a best_plans is not copied */
} best_plans;

/* WGCQ_DONE: there is none, or a cost of them does not fit.  The caller frees *out, also then. */
int best_plans_find(best_plans *out, const graph *g, const reversed_graph *back, cost_order order,
                    wgcq_error *err);
void best_plans_free(best_plans *p);

/* The moves that they make, each once. */
typedef struct plan_letters {
    uint32_t *move; /* [count], ascending */
    size_t count;
} plan_letters;

int plan_letters_list(plan_letters *out, const best_plans *p, wgcq_error *err);
void plan_letters_free(plan_letters *l);
/* The index of one of them. */
size_t plan_letters_find(const plan_letters *l, uint32_t move);

#endif
