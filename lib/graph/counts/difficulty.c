/* difficulty.c - measures over the traffic of the shortest plans, and over the dead ends. */
#include "graph/counts/difficulty.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

/* Moves that lead to another state; of those back to `before` none is counted. */
static uint32_t count_moves_on(const graph *g, uint32_t state, uint32_t before)
{
    uint32_t count = 0;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++)
        count += g->dst[e] != state && g->dst[e] != before;
    return count;
}

static uint32_t count_traps(const graph *g, uint32_t state, const uint32_t *to_goal)
{
    uint32_t count = 0;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++)
        count += to_goal[g->dst[e]] == UNREACHABLE;
    return count;
}

/* Where plans come to a state by an edge, they may go back by none. */
static void add_steps_behind(difficulty *d, const plan_traffic *t, uint32_t state)
{
    const graph *g = t->dist.g;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++) {
        const uint32_t to = g->dst[e];
        if (cost_distance_follows(&t->dist, state, e) && !cost_distance_ends(&t->dist, to) &&
            count_moves_on(g, to, state) == 1)
            d->forced += plan_traffic_edge_share(t, state, e);
    }
}

static void add_steps(difficulty *d, const plan_traffic *t, const uint32_t *to_goal)
{
    const graph *g = t->dist.g;
    for (uint32_t s = 1; s <= g->states; s++) {
        if (!optimal_states_has(&t->on, s) || cost_distance_ends(&t->dist, s))
            continue;
        const double share = plan_traffic_share(t, s);
        d->branching += share * count_moves_on(g, s, s) / d->length;
        d->traps += share * count_traps(g, s, to_goal);
        if (optimal_states_begin(&t->on, s) && count_moves_on(g, s, s) == 1)
            d->forced += share;
        add_steps_behind(d, t, s);
    }
}

/* The one edge on from a state; UINT64_MAX: there are several, or none. */
static uint64_t only_edge_on(const plan_traffic *t, uint32_t state)
{
    const graph *g = t->dist.g;
    uint64_t only = UINT64_MAX;
    uint32_t count = 0;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++)
        if (cost_distance_follows(&t->dist, state, e)) {
            only = e;
            count++;
        }
    return count == 1 ? only : UINT64_MAX;
}

static uint32_t count_common_moves(const plan_traffic *t)
{
    const graph *g = t->dist.g;
    uint32_t at = t->best, common = 0;
    for (uint32_t s = 1; s <= g->states; s++)
        if (s != at && optimal_states_has(&t->on, s) && optimal_states_begin(&t->on, s))
            return 0;
    for (uint64_t e = only_edge_on(t, at); e != UINT64_MAX; e = only_edge_on(t, at)) {
        common++;
        at = g->dst[e];
    }
    return common;
}

/* ---- dead ends ------------------------------------------------------------------------------- */

/* From level to level, beginning behind the states that have a way to a goal. */
static int measure_dead_ends(difficulty *d, const graph *g, const uint32_t *to_goal,
                             wgcq_error *err)
{
    const size_t states = (size_t)g->states + 1;
    uint32_t *queue = malloc(states * sizeof *queue), count = 0, dead = 0;
    uint32_t *depth = calloc(states, sizeof *depth);
    int code = queue && depth ? 0 : error_set_memory(err);
    for (uint32_t s = 1; s < states && !code; s++) {
        dead += to_goal[s] == UNREACHABLE;
        for (uint64_t e = graph_row(g, s); to_goal[s] != UNREACHABLE && e < graph_row_end(g, s);
             e++)
            if (to_goal[g->dst[e]] == UNREACHABLE && !depth[g->dst[e]]) {
                depth[g->dst[e]] = 1;
                queue[count++] = g->dst[e];
            }
    }
    for (uint32_t i = 0; i < count && !code; i++) {
        d->trap_depth = depth[queue[i]];
        for (uint64_t e = graph_row(g, queue[i]); e < graph_row_end(g, queue[i]); e++)
            if (!depth[g->dst[e]]) {
                depth[g->dst[e]] = depth[queue[i]] + 1;
                queue[count++] = g->dst[e];
            }
    }
    d->dead_ends = g->states ? (double)dead / g->states : NAN;
    free(queue);
    free(depth);
    return code;
}

int difficulty_measure(difficulty *out, const graph *g, const reversed_graph *back, wgcq_error *err)
{
    static const int moves = -1;
    uint32_t *to_goal = NULL;
    *out = (difficulty){0};
    plan_traffic *t = &out->traffic;
    int code = plan_traffic_find(t, g, back, (cost_order){1, &moves}, err);
    code = code ? code : distances_to_goal(&to_goal, g, back, err);
    code = code ? code : measure_dead_ends(out, g, to_goal, err);
    if (!code && t->best) {
        out->found = true;
        out->length = (uint32_t)cost_distance_at(&t->dist, t->best, 0);
        out->plans = bigcount_text(&t->behind, t->on.count);
        out->divergence = count_common_moves(t);
        add_steps(out, t, to_goal);
        code = out->plans ? 0 : error_set_memory(err);
    }
    free(to_goal);
    return code;
}

void difficulty_free(difficulty *d)
{
    plan_traffic_free(&d->traffic);
    free(d->plans);
    *d = (difficulty){0};
}
