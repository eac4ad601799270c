/* k_best_snapshot.c - a copy of the graph, and the plans in it. */
#include "answers/graph/k_best_snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "answers/graph/cost_distance.h"
#include "base/error.h"

static void forget(k_best_snapshot *k)
{
    k_best_free(k->from);
    graph_reverse_free(&k->back);
    graph_free(k->g);
    k->from = NULL;
    k->g = NULL;
    k->there = false;
}

int k_best_snapshot_open(k_best_snapshot *out, const graph *of, cost_order by, size_t most,
                         wgcq_error *err)
{
    *out = (k_best_snapshot){.of = of, .by = by, .most = most};
    out->cost = malloc((by.count + 1) * sizeof *out->cost);
    return out->cost ? 0 : error_set_memory(err);
}

void k_best_snapshot_close(k_best_snapshot *k)
{
    forget(k);
    free(k->cost);
    k->cost = NULL;
}

int k_best_snapshot_renew(k_best_snapshot *k, wgcq_error *err)
{
    forget(k);
    int code = graph_copy(&k->g, k->of, err);
    if (!code)
        code = graph_reverse(&k->back, k->g, err);
    if (!code)
        code = k_best_new(&k->from, k->g, &k->back, k->by, false, err);
    if (code)
        forget(k);
    else
        k_best_allow(k->from, 0, k->most);
    return code;
}

static void add_up(k_best_snapshot *k)
{
    for (size_t c = 0; c < k->by.count; c++)
        k->cost[c] = k_best_cost(k->g, k->by.by[c], k->length, k->edges);
}

int k_best_snapshot_look(k_best_snapshot *k, const wgcq_watch *watch, wgcq_error *err)
{
    if (k->there || !k->from)
        return k->there ? 0 : WGCQ_DONE;
    int code = k_best_next(k->from, &k->start, &k->length, &k->edges, watch, err);
    k->there = !code;
    if (!code)
        add_up(k);
    return code == WGCQ_DONE && k_best_out_of_budget(k->from) ? WGCQ_LIMIT : code;
}

void k_best_snapshot_pass(k_best_snapshot *k)
{
    k->there = false;
}

bool k_best_snapshot_is_stale(const k_best_snapshot *k)
{
    return !k->g || k->g->edges < k->of->edges || k->g->states < k->of->states;
}

size_t k_best_snapshot_memory(const k_best_snapshot *k)
{
    if (!k->g)
        return 0;
    size_t state = 1 + 2 * sizeof(uint64_t) + (k->by.count + 1) * sizeof(int64_t);
    size_t edge = 3 * sizeof(uint32_t) + sizeof(uint64_t) + k->g->costs * sizeof(int64_t);
    return k->g->states * state + k->g->edges * edge;
}
