/*
 * pareto.h - the non-dominated cost vectors of plans, one after another.
 *
 * One vector dominates another if no component of it is greater and one is less.  The front are the
 * cost vectors of plans that no plan's vector dominates, in the lexicographic order of the costs.
 * For each vector, the plans are counted that have it and make, among those, the fewest moves: as
 * for the cheapest plans of one cost, so that the number is finite where moves cost nothing.
 */
#ifndef GRAPH_ALGORITHMS_PARETO_H
#define GRAPH_ALGORITHMS_PARETO_H

#include "graph/algorithms/graph_answers.h"

typedef struct pareto pareto;

/* `order` names what is compared, at least one; it is borrowed, as the graph is. */
int pareto_new(pareto **out, const graph *g, const reversed_graph *back, cost_order order,
               wgcq_error *err);
/* 0: the next vector of the front; WGCQ_DONE: there are no more.  WGCQ_ERUN: a component of one
   does not fit 64 bits.  Polls the monitor; after WGCQ_EINTERRUPT it may be called again. */
int pareto_next(pareto *p, const wgcq_monitor *monitor, wgcq_error *err);

/* The vector returned last, borrowed until the next one: its components, as many as the order has;
   how many moves its shortest plans make; one of those, as k_best_next returns it. */
const int64_t *pareto_vector(const pareto *p);
uint32_t pareto_length(const pareto *p);
int pareto_plan(pareto *p, uint32_t *start, const uint64_t **edges, wgcq_error *err);
/* How many those are, in decimal; malloc'd, NULL: no memory. */
char *pareto_count(const pareto *p);
void pareto_free(pareto *p);

#endif
