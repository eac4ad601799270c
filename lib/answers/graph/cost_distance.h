/*
 * cost_distance.h - the least costs from every state to a goal, or to every state from a start.
 *
 * A cost here is a vector: the costs of a weighing in order, then moves unless they are named
 * before.  Moves make every edge cost something, so edges that keep to the least ("tight" ones)
 * never run in a circle.
 *
 * A component that does not fit is COST_BEYOND (cost.h), and what stands behind one is not
 * compared.  So a vector that fits is the least; one that does not says that the least does not,
 * and is right up to its first COST_BEYOND.
 */
#ifndef ANSWERS_GRAPH_COST_DISTANCE_H
#define ANSWERS_GRAPH_COST_DISTANCE_H

#include "answers/graph/graph_answers.h"
#include "base/cost.h"

typedef struct cost_distance {
    const graph *g;
    cost_order order;
    size_t width, moves_at; /* of a vector; which of it are the moves       */
    int64_t *cost;          /* [(states + 1) * width]                       */
    bool *reachable;        /* [states + 1]: is there a way at all          */
    uint32_t *ascending;    /* states by ascending cost; `settled` of them  */
    uint32_t settled;
} cost_distance;

int cost_distance_find(cost_distance *out, const graph *g, const graph_back *back, cost_order order,
                       wgcq_error *err);
/* From the starts, by ways that end at the first goal they meet. */
int cost_distance_from_starts(cost_distance *out, const graph *g, cost_order order,
                              wgcq_error *err);
void cost_distance_free(cost_distance *dist);

/* What edge e costs in dimension i. */
static inline int64_t cost_distance_edge(const cost_distance *dist, uint64_t e, size_t i)
{
    int which = i < dist->order.count ? dist->order.costs[i] : -1;
    return which < 0 ? 1 : dist->g->cost[e * dist->g->costs + (size_t)which];
}

static inline const int64_t *cost_distance_cost(const cost_distance *dist, uint32_t s)
{
    return dist->cost + (size_t)s * dist->width;
}

int cost_distance_compare(const int64_t *a, const int64_t *b, size_t width);
/* Whether all of the least cost of s fits. */
bool cost_distance_fits(const cost_distance *dist, uint32_t s);
/* WGCQ_ERUN: the least cost of s does not fit, and by which move. */
int cost_distance_overflow(const cost_distance *dist, uint32_t s, wgcq_error *err);
/* Does edge e out of s keep to the least? */
bool cost_distance_tight(const cost_distance *dist, uint32_t s, uint64_t e);
/* The starts from which the least is least of all; 0: none reaches a goal. */
uint32_t cost_distance_best_start(const cost_distance *dist);

#endif
