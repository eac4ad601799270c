/* k_best_snapshot.c - a copy of the graph, and the plans in it. */
#include "stream/k_best_snapshot.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"

static void discard_copy(k_best_snapshot *k)
{
    k_best_free(k->plans);
    reversed_graph_free(&k->back);
    graph_free(k->copy);
    k->plans = NULL;
    k->copy = NULL;
    k->has_plan = false;
}

int k_best_snapshot_open(k_best_snapshot *out, const graph *source, cost_order order,
                         size_t max_bytes, wgcq_error *err)
{
    *out = (k_best_snapshot){.source = source, .order = order, .max_bytes = max_bytes};
    out->cost = malloc((order.count + 1) * sizeof *out->cost);
    return out->cost ? 0 : error_set_memory(err);
}

void k_best_snapshot_close(k_best_snapshot *k)
{
    discard_copy(k);
    free(k->cost);
    k->cost = NULL;
}

int k_best_snapshot_renew(k_best_snapshot *k, wgcq_error *err)
{
    discard_copy(k);
    int code = graph_snapshot(&k->copy, k->source, err);
    code = code ? code : reversed_graph_of_costs(&k->back, k->copy, err);
    code = code ? code : k_best_new(&k->plans, k->copy, &k->back, k->order, false, err);
    if (code)
        discard_copy(k);
    else
        k_best_set_budget(k->plans, 0, k->max_bytes);
    return code;
}

static void sum_plan_costs(k_best_snapshot *k)
{
    for (size_t c = 0; c < k->order.count; c++)
        k->cost[c] = k_best_cost(k->copy, k->order.costs[c], k->start, k->length, k->edges);
}

int k_best_snapshot_peek(k_best_snapshot *k, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (k->has_plan || !k->plans)
        return k->has_plan ? 0 : WGCQ_DONE;
    int code = k_best_next(k->plans, &k->start, &k->length, &k->edges, monitor, err);
    k->has_plan = !code;
    if (!code)
        sum_plan_costs(k);
    return code == WGCQ_DONE && k_best_out_of_budget(k->plans) ? WGCQ_LIMIT : code;
}

void k_best_snapshot_advance(k_best_snapshot *k)
{
    assert(k->has_plan);
    k->has_plan = false;
}

bool k_best_snapshot_is_stale(const k_best_snapshot *k)
{
    return !k->copy || k->copy->edges < k->source->edges || k->copy->states < k->source->states;
}

size_t k_best_snapshot_memory(const k_best_snapshot *k)
{
    if (!k->copy)
        return 0;
    size_t state = 1 + 2 * sizeof(uint64_t) + (k->order.count + 1) * sizeof(int64_t);
    size_t edge = 3 * sizeof(uint32_t) + sizeof(uint64_t) + k->copy->costs * sizeof(int64_t);
    return k->copy->states * state + k->copy->edges * edge;
}
