/*
 * derive_optima.c - the least of each cost among the plans of a run, as far as it is proved.
 *
 * Whether an estimate is a lower bound, on which A* relies, is checked here, too: where all is
 * explored, the truth is known.
 */
#include "run/solver.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cost.h"
#include "base/error.h"
#include "graph/algorithms/cost_distance.h"

/* ---- is the estimate admissible? ---------------------------------------------------------- */

/* Reports a state whose estimate exceeds its cost. */
static int report_inadmissible(solver *s, uint32_t state, int64_t bound, int64_t truth)
{
    strbuf shown = {0};
    const bool *maximized = s->model->maximized;
    const bool most = cost_is_maximized(maximized, s->minimize[0]);
    int code = s->model->show(s->worker, solver_state(s, state), &shown, s->err);
    if (!code)
        code = error_set(s->err, WGCQ_ERUN,
                         "the estimate is no %s bound: it says %" PRId64 " where %" PRId64
                         " is %s, in the state%s%s",
                         most ? "upper" : "lower", cost_shown(maximized, s->minimize[0], bound),
                         cost_shown(maximized, s->minimize[0], truth), most ? "reached" : "enough",
                         model_before_state(strbuf_string(&shown)), strbuf_string(&shown));
    strbuf_free(&shown);
    return code;
}

static int check_estimates(solver *s, const cost_distance *truth, uint32_t first, size_t count)
{
    int64_t bounds[MODEL_BATCH];
    assert(count <= MODEL_BATCH);
    int code = s->model->estimate(s->worker, solver_state(s, first), count, bounds, s->err);
    for (size_t i = 0; i < count && !code; i++) {
        uint32_t state = first + (uint32_t)i;
        int64_t least_left = cost_distance_at(truth, state, 0);
        if (cost_distance_reaches(truth, state) && cost_less(least_left, bounds[i]))
            code = report_inadmissible(s, state, bounds[i], least_left);
    }
    return code;
}

/* A* relies on the estimate; once all is explored it can be checked. */
static int check_admissible(solver *s)
{
    cost_distance truth;
    const order_traits *order = search_order_traits(s->options->order);
    if (!order->needs_estimate || !order->by_cost || !solver_complete(s) || !s->found.goals)
        return 0;
    int code = cost_distance_find(&truth, s->g, &s->back, (cost_order){1, s->minimize}, s->err);
    if (code)
        return code;
    for (uint32_t at = 1; at <= s->g->states && !code; at += MODEL_BATCH) {
        size_t left = s->g->states - at + (size_t)1;
        code = check_estimates(s, &truth, at, left < MODEL_BATCH ? left : MODEL_BATCH);
    }
    cost_distance_free(&truth);
    return code;
}

/* ---- the best of each cost ---------------------------------------------------------------- */

int solver_open_optima(solver *s)
{
    wgcq_result *r = s->result;
    r->best = calloc(s->model->costs + (size_t)1, sizeof *r->best);
    if (!r->best)
        return error_set_memory(s->err);
    r->summary.cheapest = r->best;
    r->summary.cheapest_count = s->model->costs + (size_t)1;
    r->best[0].cost = "moves";
    for (unsigned i = 0; i < s->model->costs; i++) {
        r->best[i + 1].cost = s->model->cost_names[i];
        r->best[i + 1].maximized = cost_is_maximized(s->model->maximized, (int)i);
    }
    return 0;
}

/* Whether cost `number`, then moves, is all that was minimized. */
static bool is_sole_objective(const solver *s, int number)
{
    for (size_t i = 0; i < s->minimize_count; i++)
        if (s->minimize[i] != number && !(i && s->minimize[i] == -1))
            return false;
    return true;
}

/* Whether all optimal plans were found when the search expanded the first goal.  Where A* minimizes
   moves, states of others may still be queued under the same key. */
static bool has_all_optima(const solver *s, int number)
{
    return !search_order_traits(s->options->order)->needs_estimate || number != -1;
}

/* Whether the least of cost `number` is proved optimal, and the count of such plans: by the graph,
   or by the order of the search, which can prove more. */
static int prove_best_cost(const solver *s, int number, const optimum *o, bool *known, bool *count)
{
    const search_result *f = &s->found;
    *known = *count = true;
    if (solver_complete(s))
        return 0;
    int code = optimum_prove(known, count, o, s->g, (cost_order){1, &number}, s->err);
    if (code || f->starts_incomplete)
        return code;
    if (number == -1 && f->shortest_known) {
        *known = true;
        *count = *count || f->shortest <= f->proved_depth;
    }
    if (f->proved_cheapest && number == s->minimize[0]) {
        *known = true;
        *count = *count || (is_sole_objective(s, number) && has_all_optima(s, number));
    }
    return 0;
}

static int derive_best_cost(solver *s, int number)
{
    bool known, with_count;
    optimum o;
    wgcq_optimum *best = &s->result->best[number + 1];
    if (!s->found.goals)
        return 0;
    int code = optimum_find(&o, s->g, &s->back, (cost_order){1, &number}, s->err);
    if (code || !o.found)
        return code;
    code = prove_best_cost(s, number, &o, &known, &with_count);
    if (!code && known) {
        best->known = true;
        best->value = cost_shown(s->model->maximized, number, o.cost[0]);
    }
    if (!code && known && with_count) {
        best->count = o.count;
        o.count = NULL;
    }
    optimum_free(&o);
    return code;
}

static int derive_best_costs(solver *s)
{
    int code = 0;
    for (int i = -1; i < (int)s->model->costs && !code; i++)
        code = derive_best_cost(s, i);
    s->result->summary.shortest = s->result->best[0];
    return code;
}

int solver_derive_optima(solver *s)
{
    int code = check_admissible(s);
    return code ? code : derive_best_costs(s);
}

/* Without a graph: the fewest moves, as far as the search proves them. */
int solver_derive_optima_unstored(solver *s)
{
    wgcq_optimum *moves = &s->result->best[0];
    if (s->found.shortest_known) {
        moves->known = true;
        moves->value = s->found.shortest;
        if (s->found.shortest_count && !(moves->count = strdup(s->found.shortest_count)))
            return error_set_memory(s->err);
    }
    s->result->summary.shortest = *moves;
    return 0;
}
