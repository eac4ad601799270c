/*
 * plan_traffic.h - how many of the optimal plans pass each state and each edge, exactly.
 *
 * As the number of shortest paths through a vertex of Brandes (Journal of Mathematical Sociology
 * 25, 2001): the ways from the starts times the ways to the ends.
 */
#ifndef GRAPH_COUNTS_PLAN_TRAFFIC_H
#define GRAPH_COUNTS_PLAN_TRAFFIC_H

#include "base/containers/bigcount.h"
#include "graph/algorithms/optimal_states.h"

typedef struct plan_traffic {
    cost_distance dist;
    uint32_t best;     /* a best start; 0: there is no plan, and nothing else is filled in */
    optimal_states on; /* the states that plans pass */
    bigcount before;   /* [on.count] ways from the starts, by optimal_states_index */
    bigcount behind;   /* [on.count + 1] ways to the ends; the last is the number of plans */
} plan_traffic;

/* Finds the traffic of the plans that are optimal by `order`, then by moves.  The caller frees it,
   also after an error; one that is all zero has nothing to be freed.  WGCQ_ERUN: their cost does
   not fit. */
int plan_traffic_find(plan_traffic *out, const graph *g, const reversed_graph *back,
                      cost_order order, wgcq_error *err);
void plan_traffic_free(plan_traffic *t);

/* How many plans pass a state of on.states, or edge e of it, which is tight, in decimal; malloc'd.
   NULL: no memory. */
char *plan_traffic_through(const plan_traffic *t, uint32_t state);
char *plan_traffic_along(const plan_traffic *t, uint32_t state, uint64_t e);
/* These numbers as a part of all plans, 0 to 1. */
double plan_traffic_share(const plan_traffic *t, uint32_t state);
double plan_traffic_edge_share(const plan_traffic *t, uint32_t state, uint64_t e);
/* sum[i] as so many times the number of all plans: a mean over them. */
double plan_traffic_part(const plan_traffic *t, const bigcount *sum, size_t i);

#endif
