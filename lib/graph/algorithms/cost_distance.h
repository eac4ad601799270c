/*
 * cost_distance.h - the least costs from every state to a goal, or to every state from a start.
 *
 * By moves alone they are the distances of distances.c, in 32 bits; those to a goal are taken over
 * where the caller has them (reversed_graph.to_goal).
 *
 * A cost here is a vector, compared lexicographically: the costs of a cost_order, then moves unless
 * they are among them.  Moves make every edge cost something, so tight edges (those on a least-cost
 * path) form no cycle.
 *
 * Where plans have final costs, those are part of what is left from a goal: the least over ending
 * there and continuing.  The two never tie, for continuing makes a move more.
 *
 * A component that does not fit is COST_BEYOND (cost.h), and those after it are not compared.  So a
 * vector that fits is the least; one that does not says that the least does not fit, and is exact
 * up to its first COST_BEYOND.
 */
#ifndef GRAPH_ALGORITHMS_COST_DISTANCE_H
#define GRAPH_ALGORITHMS_COST_DISTANCE_H

#include "base/cost.h"
#include "graph/algorithms/graph_answers.h"

typedef struct cost_distance {
    const graph *g;
    cost_order order;
    size_t width, moves_at; /* of a vector; the index of moves in it        */
    /* by moves alone: */
    const uint32_t *moves; /* [states + 1], or UNREACHABLE; else NULL */
    uint32_t *own_moves;   /* what of them is to be freed             */
    /* by any costs: */
    int64_t *cost;   /* [states + 1][width]                          */
    bool *reachable; /* [states + 1]: whether there is a path at all */
} cost_distance;

int cost_distance_find(cost_distance *out, const graph *g, const reversed_graph *back,
                       cost_order order, wgcq_error *err);
/* From the starts, along paths that end at the first goal they meet, unless plans may pass it. */
int cost_distance_from_starts(cost_distance *out, const graph *g, cost_order order,
                              wgcq_error *err);
void cost_distance_free(cost_distance *dist);

/* Final cost of goal s in dimension i. */
static inline int64_t cost_distance_final(const cost_distance *dist, uint32_t s, size_t i)
{
    return graph_final(dist->g, s, i < dist->order.count ? dist->order.costs[i] : -1);
}

/* Cost of edge e in dimension i. */
static inline int64_t cost_distance_edge(const cost_distance *dist, uint64_t e, size_t i)
{
    int which = i < dist->order.count ? dist->order.costs[i] : -1;
    return which < 0 ? 1 : dist->g->cost[e * dist->g->costs + (size_t)which];
}

static inline bool cost_distance_reaches(const cost_distance *dist, uint32_t s)
{
    return dist->moves ? dist->moves[s] != UNREACHABLE : dist->reachable[s];
}

/* Component i of the least cost of s, which reaches. */
static inline int64_t cost_distance_at(const cost_distance *dist, uint32_t s, size_t i)
{
    return dist->moves ? dist->moves[s] : dist->cost[(size_t)s * dist->width + i];
}

/* Whether the best plans from s, which reaches, make no more moves: s is a goal, and continuing to
   another one costs more. */
static inline bool cost_distance_ends(const cost_distance *dist, uint32_t s)
{
    return !cost_distance_at(dist, s, dist->moves_at);
}

int cost_distance_compare(const int64_t *a, const int64_t *b, size_t width);
/* The order of the least costs of two states that reach. */
int cost_distance_compare_states(const cost_distance *dist, uint32_t a, uint32_t b);
/* Whether every component of the least cost of s fits. */
bool cost_distance_fits(const cost_distance *dist, uint32_t s);
/* WGCQ_ERUN, naming the move at which the least cost of s overflows; it does overflow. */
int cost_distance_overflow(const cost_distance *dist, uint32_t s, wgcq_error *err);
/* Whether edge e out of s is on a least-cost path; by any costs. */
bool cost_distance_tight_in_all(const cost_distance *dist, uint32_t s, uint64_t e);
static inline bool cost_distance_tight(const cost_distance *dist, uint32_t s, uint64_t e)
{
    if (!dist->moves)
        return cost_distance_tight_in_all(dist, s, e);
    const uint32_t left = dist->moves[dist->g->dst[e]];
    return left != UNREACHABLE && dist->moves[s] == left + 1;
}
/* Whether best plans go from s, which reaches, along edge e. */
static inline bool cost_distance_follows(const cost_distance *dist, uint32_t s, uint64_t e)
{
    return !cost_distance_ends(dist, s) && cost_distance_tight(dist, s, e);
}
/* The first of the starts with the least cost; 0: none reaches a goal. */
uint32_t cost_distance_best_start(const cost_distance *dist);
/* Whether s is a start of the same cost as `best`, which is one of them. */
bool cost_distance_is_best_start(const cost_distance *dist, uint32_t best, uint32_t s);

#endif
