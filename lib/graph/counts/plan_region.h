/*
 * plan_region.h - the states and edges that the counted plans may have.
 *
 * Without a bound they are those from which a goal is reached, and costs do not matter: every edge
 * costs 0.  With one, those on some walk that costs at most so much.
 */
#ifndef GRAPH_COUNTS_PLAN_REGION_H
#define GRAPH_COUNTS_PLAN_REGION_H

#include "graph/algorithms/cost_distance.h"

typedef struct plan_region {
    const graph *g;
    const cost_distance *to_goal; /* bounded: by the cost that is bounded, then by moves */
    const cost_distance *from;    /* from the starts by the same; NULL: there is no bound */
    int64_t most;                 /* plans cost at most so much; 0 where there is no bound */
} plan_region;

static inline bool region_has_state(const plan_region *r, uint32_t s)
{
    if (!cost_distance_reaches(r->to_goal, s))
        return false;
    return !r->from || (cost_distance_reaches(r->from, s) &&
                        !cost_less(r->most, cost_add(cost_distance_at(r->from, s, 0),
                                                     cost_distance_at(r->to_goal, s, 0))));
}

static inline int64_t region_edge_cost(const plan_region *r, uint64_t e)
{
    return r->from ? cost_distance_edge(r->to_goal, e, 0) : 0;
}

static inline int64_t region_final_cost(const plan_region *r, uint32_t s)
{
    return r->from ? cost_distance_final(r->to_goal, s, 0) : 0;
}

/* Edge e out of s, which the region has.  A move that changes nothing is in no plan. */
static inline bool region_has_edge(const plan_region *r, uint32_t s, uint64_t e)
{
    const uint32_t to = r->g->dst[e];
    if (to == s || !region_has_state(r, to))
        return false;
    return !r->from || !cost_less(r->most, cost_add(cost_distance_at(r->from, s, 0),
                                                    cost_add(region_edge_cost(r, e),
                                                             cost_distance_at(r->to_goal, to, 0))));
}

/* Whether plans go on from s. */
static inline bool region_goes_on(const plan_region *r, uint32_t s)
{
    return !(r->g->marks[s] & MARK_GOAL && graph_ends_at_goals(r->g));
}

static inline uint64_t region_row_end(const plan_region *r, uint32_t s)
{
    return region_goes_on(r, s) ? graph_row_end(r->g, s) : graph_row(r->g, s);
}

static inline bool region_begins(const plan_region *r, uint32_t s)
{
    return r->g->marks[s] & MARK_START && region_has_state(r, s);
}

#endif
