/*
 * count_optimal.c - the least cost of a plan, and exactly how many plans have it.
 *
 * Plans of least cost are the paths along tight edges.  Every state's count is the sum of its tight
 * successors', so nothing is enumerated, and only states on such plans are visited.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/graph/optimal_states.h"
#include "base/containers/bigcount.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* In 64 bits, count[on->count]; false where the count does not fit. */
static bool count_in_64_bits(const optimal_states *on, uint64_t *count, uint64_t *total)
{
    const graph *g = on->dist->g;
    *total = 0;
    for (uint32_t i = 0; i < on->count; i++) {
        uint32_t s = on->states[i];
        bool goal = cost_distance_ends(on->dist, s);
        uint64_t *own = &count[optimal_states_index(on, s)];
        *own = goal;
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !goal; e++)
            if (cost_distance_tight(on->dist, s, e) &&
                __builtin_add_overflow(*own, count[optimal_states_index(on, g->dst[e])], own))
                return false;
        if (optimal_states_begin(on, s) && __builtin_add_overflow(*total, *own, total))
            return false;
    }
    return true;
}

/* Where plans end there is one; every other state the sum of its tight successors. */
static bool sum_tight_successors(bigcount *count, const optimal_states *on, uint32_t s)
{
    const graph *g = on->dist->g;
    const uint32_t own = optimal_states_index(on, s);
    bool goal = cost_distance_ends(on->dist, s), fine = true;
    bigcount_set_small(count, own, goal);
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !goal && fine; e++)
        if (cost_distance_tight(on->dist, s, e))
            fine = bigcount_add(count, own, count, optimal_states_index(on, g->dst[e]));
    return fine;
}

/* In arbitrary precision.  The counter behind those of the states holds the total. */
static int count_in_bignum(char **out, const optimal_states *on, wgcq_error *err)
{
    const graph *g = on->dist->g;
    bigcount count = {.home = g->home};
    progress_clock progress;
    int code = bigcount_resize(&count, (size_t)on->count + 1) ? 0 : error_set_memory(err);
    progress_begin(&progress, "solutions", g);
    for (uint32_t i = 0; i < on->count && !code; i++) {
        uint32_t s = on->states[i];
        if (!sum_tight_successors(&count, on, s) ||
            (optimal_states_begin(on, s) &&
             !bigcount_add(&count, on->count, &count, optimal_states_index(on, s))))
            code = error_set_memory(err);
        if (!code)
            code = progress_poll(&progress, g->monitor, 0, err);
    }
    if (!code && !(*out = bigcount_text(&count, on->count)))
        code = error_set_memory(err);
    bigcount_free(&count);
    return code;
}

static int count_optimal_plans(char **out, const cost_distance *dist, uint32_t best,
                               wgcq_error *err)
{
    optimal_states on;
    uint64_t *small = NULL, total;
    int code = optimal_states_find(&on, dist, best, err);
    if (!code && !(small = home_malloc(dist->g->home, (on.count + (size_t)1) * sizeof *small)))
        code = error_set_memory(err);
    if (!code && !count_in_64_bits(&on, small, &total))
        code = count_in_bignum(out, &on, err);
    else if (!code && (*out = malloc(24)))
        snprintf(*out, 24, "%" PRIu64, total);
    else if (!code)
        code = error_set_memory(err);
    home_free(dist->g->home, small);
    optimal_states_free(&on);
    return code;
}

static int fill_optimum(optimum *out, const cost_distance *dist, wgcq_error *err)
{
    uint32_t best = cost_distance_best_start(dist);
    if (!best)
        return 0;
    if (!cost_distance_fits(dist, best))
        return cost_distance_overflow(dist, best, err);
    out->cost = malloc((dist->order.count + 1) * sizeof *out->cost);
    int code =
        out->cost ? count_optimal_plans(&out->count, dist, best, err) : error_set_memory(err);
    if (code)
        return code;
    for (size_t i = 0; i < dist->order.count; i++)
        out->cost[i] = cost_distance_at(dist, best, i);
    out->length = (uint32_t)cost_distance_at(dist, best, dist->moves_at);
    out->found = true;
    return 0;
}

int optimum_find(optimum *out, const graph *g, const reversed_graph *back, cost_order order,
                 wgcq_error *err)
{
    cost_distance dist;
    *out = (optimum){0};
    int code = cost_distance_find(&dist, g, back, order, err);
    if (code)
        return code;
    code = fill_optimum(out, &dist, err);
    cost_distance_free(&dist);
    if (code)
        optimum_free(out);
    return code;
}

void optimum_free(optimum *o)
{
    free(o->cost);
    free(o->count);
    *o = (optimum){0};
}

/* ---- what is proved in a graph that was not explored to its end ------------------------------ */

/* A plan that the graph does not hold leaves it at an open state and makes at least one more move;
   so it costs at least what the cheapest open state does, and that move. */
static int bound_beyond_frontier(int64_t *bound, bool *any, const cost_distance *from,
                                 wgcq_error *err)
{
    const graph *g = from->g;
    uint32_t nearest = 0;
    bool *open = NULL;
    int code = (graph_ends_at_goals(g) ? graph_open_states : graph_unexpanded)(&open, g, err);
    for (uint32_t s = 1; s <= g->states && !code; s++)
        if (open[s] && cost_distance_reaches(from, s) &&
            (!nearest || cost_distance_compare_states(from, s, nearest) < 0))
            nearest = s;
    home_free(g->home, open);
    *any = nearest;
    for (size_t i = 0; i < from->width && nearest; i++)
        bound[i] = cost_bound(cost_distance_at(from, nearest, i));
    for (size_t i = 0; i < from->width && nearest; i++)
        if (i >= from->order.count || from->order.costs[i] < 0)
            bound[i]++;
    return code;
}

/* The run ended before its starts were stored: nothing is known of its plans. */
static int bound_of_nothing_explored(int64_t **out, cost_order order, wgcq_error *err)
{
    *out = calloc(order.count + 1, sizeof **out);
    return *out ? 0 : error_set_memory(err);
}

int optimum_frontier_bound(int64_t **out, const graph *g, cost_order order, wgcq_error *err)
{
    cost_distance from;
    bool any = false;
    *out = NULL;
    if (!g->states)
        return bound_of_nothing_explored(out, order, err);
    int code = cost_distance_from_starts(&from, g, order, err);
    if (code)
        return code;
    int64_t *bound = malloc(from.width * sizeof *bound);
    code = bound ? bound_beyond_frontier(bound, &any, &from, err) : error_set_memory(err);
    cost_distance_free(&from);
    if (!code && any)
        *out = bound;
    else
        free(bound);
    return code;
}

int optimum_prove(bool *cost, bool *count, const optimum *o, const graph *g, cost_order order,
                  wgcq_error *err)
{
    int64_t *bound;
    int code = optimum_frontier_bound(&bound, g, order, err);
    *cost = *count = !code && !bound;
    if (code || !bound)
        return code;
    int comparison = o->found ? cost_distance_compare(bound, o->cost, order.count) : -1;
    bool moves_are_weighed = false;
    for (size_t i = 0; i < order.count; i++)
        moves_are_weighed = moves_are_weighed || order.costs[i] < 0;
    *cost = comparison >= 0;
    *count =
        comparison > 0 || (comparison == 0 && !moves_are_weighed && bound[order.count] > o->length);
    free(bound);
    return 0;
}

/* ---- what the optimal plans cost in another cost -------------------------------------------- */

/* The least and the greatest over the tight edges of each state. */
static void find_cost_ranges(const optimal_states *on, int cost, int64_t *fewest, int64_t *most)
{
    const graph *g = on->dist->g;
    for (uint32_t i = 0; i < on->count; i++) {
        uint32_t s = on->states[i];
        const uint32_t own = optimal_states_index(on, s);
        bool goal = cost_distance_ends(on->dist, s);
        most[own] = goal ? graph_final(g, s, cost) : 0;
        fewest[own] = goal ? most[own] : COST_BEYOND;
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !goal; e++) {
            if (!cost_distance_tight(on->dist, s, e))
                continue;
            int64_t paid = g->cost[e * g->costs + (size_t)cost];
            const uint32_t to = optimal_states_index(on, g->dst[e]);
            int64_t low = cost_add(fewest[to], paid), high = cost_add(most[to], paid);
            fewest[own] = cost_less(low, fewest[own]) ? low : fewest[own];
            most[own] = cost_less(most[own], high) ? high : most[own];
        }
    }
}

/* Over the best starts. */
static int range_of_starts(int64_t *fewest, int64_t *most, const optimal_states *on, int cost,
                           wgcq_error *err)
{
    const size_t count = (size_t)on->count + 1;
    array_home *home = on->dist->g->home;
    int64_t *low = home_malloc(home, count * sizeof *low),
            *high = home_malloc(home, count * sizeof *high);
    int code = low && high ? 0 : error_set_memory(err);
    if (!code)
        find_cost_ranges(on, cost, low, high);
    for (uint32_t i = 0; i < on->count && !code; i++) {
        uint32_t s = on->states[i];
        const uint32_t own = optimal_states_index(on, s);
        if (!optimal_states_begin(on, s))
            continue;
        *fewest = cost_less(low[own], *fewest) ? low[own] : *fewest;
        *most = cost_less(*most, high[own]) ? high[own] : *most;
    }
    home_free(home, low);
    home_free(home, high);
    return code;
}

int optimum_range(int64_t *fewest, int64_t *most, const graph *g, const reversed_graph *back,
                  cost_order order, int cost, wgcq_error *err)
{
    cost_distance dist;
    assert(cost >= 0 && (unsigned)cost < g->costs);
    int code = cost_distance_find(&dist, g, back, order, err);
    if (code)
        return code;
    const uint32_t best = cost_distance_best_start(&dist);
    optimal_states on = {0};
    *fewest = COST_BEYOND;
    *most = 0;
    if (best)
        code = optimal_states_find(&on, &dist, best, err);
    if (!code && best)
        code = range_of_starts(fewest, most, &on, cost, err);
    optimal_states_free(&on);
    cost_distance_free(&dist);
    return code;
}
