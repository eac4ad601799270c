/*
 * count_optimal.c - the least cost of a plan, and exactly how many plans have it.
 *
 * Plans of least cost are the paths along tight edges.  Every state's count is the sum of its tight
 * successors', so nothing is enumerated, and only states on such plans are visited.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/containers/placed_counts.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "graph/algorithms/optimal_states.h"

/* A count is needed until the last tight edge into its state has been followed.  The total is that
   of the number behind the states' indices. */
typedef struct tight_counts {
    const optimal_states *on;
    placed_counts count;
    uint32_t *uses; /* [on->count] tight edges into a state that are left; UINT32_MAX: too many */
} tight_counts;

static void tight_counts_close(tight_counts *t)
{
    home_free(t->on->dist->g->home, t->uses);
    placed_counts_close(&t->count);
}

static void note_use(uint32_t *uses)
{
    *uses += *uses < UINT32_MAX;
}

static void count_uses(tight_counts *t)
{
    const cost_distance *dist = t->on->dist;
    const graph *g = dist->g;
    for (uint32_t i = 0; i < t->on->count; i++) {
        const uint32_t s = t->on->states[i];
        const uint64_t end = cost_distance_ends(dist, s) ? 0 : graph_row_end(g, s);
        for (uint64_t e = graph_row(g, s); e < end; e++)
            if (cost_distance_tight(dist, s, e))
                note_use(&t->uses[optimal_states_index(t->on, g->dst[e])]);
    }
}

static bool tight_counts_open(tight_counts *out, const optimal_states *on)
{
    array_home *home = on->dist->g->home;
    const size_t numbers = on->count + (size_t)1;
    *out = (tight_counts){.on = on, .uses = home_calloc(home, numbers, sizeof *out->uses)};
    if (!placed_counts_open(&out->count, home, numbers) || !out->uses ||
        !placed_counts_set(&out->count, on->count, 0))
        return false;
    count_uses(out);
    return true;
}

static bool add_counted(tight_counts *t, uint32_t own, uint32_t next)
{
    if (!placed_counts_add(&t->count, own, next))
        return false;
    if (t->uses[next] < UINT32_MAX && !--t->uses[next])
        placed_counts_leave(&t->count, next);
    return true;
}

/* Where plans end there is one; every other state the sum of its tight successors. */
static bool sum_tight_successors(tight_counts *t, uint32_t s)
{
    const cost_distance *dist = t->on->dist;
    const graph *g = dist->g;
    const uint32_t own = optimal_states_index(t->on, s);
    bool goal = cost_distance_ends(dist, s), fine = placed_counts_set(&t->count, own, goal);
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !goal && fine; e++)
        if (cost_distance_tight(dist, s, e))
            fine = add_counted(t, own, optimal_states_index(t->on, g->dst[e]));
    if (fine && optimal_states_begin(t->on, s))
        fine = placed_counts_add(&t->count, t->on->count, own);
    if (!t->uses[own])
        placed_counts_leave(&t->count, own);
    return fine;
}

static int count_from_ends(char **out, tight_counts *t, wgcq_error *err)
{
    const graph *g = t->on->dist->g;
    progress_clock progress;
    int code = 0;
    progress_begin(&progress, "solutions", g);
    for (uint32_t i = 0; i < t->on->count && !code; i++) {
        code = sum_tight_successors(t, t->on->states[i]) ? 0 : error_set_memory(err);
        code = code ? code : progress_poll(&progress, g->monitor, 0, err);
    }
    if (!code && !(*out = placed_counts_text(&t->count, t->on->count)))
        code = error_set_memory(err);
    return code;
}

static int count_optimal_plans(char **out, const cost_distance *dist, uint32_t best,
                               wgcq_error *err)
{
    optimal_states on;
    tight_counts counts;
    int code = optimal_states_find(&on, dist, best, err);
    if (code)
        return code;
    code = tight_counts_open(&counts, &on) ? 0 : error_set_memory(err);
    code = code ? code : count_from_ends(out, &counts, err);
    tight_counts_close(&counts);
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
   so it costs at least what the cheapest open state does, and that move.  From an initial state
   that the graph lacks (open[0]) it may cost nothing. */
static int bound_beyond_frontier(int64_t *bound, bool *any, const cost_distance *from,
                                 wgcq_error *err)
{
    const graph *g = from->g;
    uint32_t nearest = 0;
    bool *open = NULL;
    int code =
        graph_ends_at_goals(g) ? graph_open_states(&open, g, err) : graph_unexpanded(&open, g, err);
    if (code)
        return code;
    for (uint32_t s = 1; s <= g->states && !open[0]; s++)
        if (open[s] && cost_distance_reaches(from, s) &&
            (!nearest || cost_distance_compare_states(from, s, nearest) < 0))
            nearest = s;
    *any = open[0] || nearest;
    home_free(g->home, open);
    for (size_t i = 0; i < from->width && nearest; i++)
        bound[i] = cost_bound(cost_distance_at(from, nearest, i));
    for (size_t i = 0; i < from->width && nearest; i++)
        if (i >= from->order.count || from->order.costs[i] < 0)
            bound[i]++;
    return 0;
}

int optimum_frontier_bound(int64_t **out, const graph *g, cost_order order, wgcq_error *err)
{
    cost_distance from;
    bool any = false;
    *out = NULL;
    int code = cost_distance_from_starts(&from, g, order, err);
    if (code)
        return code;
    int64_t *bound = calloc(from.width, sizeof *bound);
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
