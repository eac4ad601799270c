/* known.c - a copy of the graph, and the plans in it. */
#include "answers/known.h"

#include <stdlib.h>
#include <string.h>

#include "answers/least.h"
#include "base/fault.h"

static void forget(known *k)
{
    plans_free(k->from);
    graph_reverse_free(&k->back);
    graph_free(k->g);
    k->from = NULL;
    k->g = NULL;
    k->there = false;
}

int known_open(known *out, const graph *of, weighing by, size_t most, wgcq_error *err)
{
    *out = (known){.of = of, .by = by, .most = most};
    out->cost = malloc((by.count + 1) * sizeof *out->cost);
    return out->cost ? 0 : fault_memory(err);
}

void known_close(known *k)
{
    forget(k);
    free(k->cost);
    k->cost = NULL;
}

int known_renew(known *k, wgcq_error *err)
{
    forget(k);
    int code = graph_copy(&k->g, k->of, err);
    if (!code)
        code = graph_reverse(&k->back, k->g, err);
    if (!code)
        code = plans_new(&k->from, k->g, &k->back, k->by, false, err);
    if (code)
        forget(k);
    else
        plans_allow(k->from, 0, k->most);
    return code;
}

static void add_up(known *k)
{
    for (size_t c = 0; c < k->by.count; c++)
        k->cost[c] = plans_cost(k->g, k->by.by[c], k->length, k->edges);
}

int known_look(known *k, const wgcq_watch *watch, wgcq_error *err)
{
    if (k->there || !k->from)
        return k->there ? 0 : WGCQ_DONE;
    int code = plans_next(k->from, &k->start, &k->length, &k->edges, watch, err);
    k->there = !code;
    if (!code)
        add_up(k);
    return code == WGCQ_DONE && plans_tired(k->from) ? WGCQ_LIMIT : code;
}

void known_pass(known *k)
{
    k->there = false;
}

bool known_is_stale(const known *k)
{
    return !k->g || k->g->edges < k->of->edges || k->g->states < k->of->states;
}

size_t known_memory(const known *k)
{
    if (!k->g)
        return 0;
    size_t state = 1 + 2 * sizeof(uint64_t) + (k->by.count + 1) * sizeof(int64_t);
    size_t edge = 3 * sizeof(uint32_t) + sizeof(uint64_t) + k->g->costs * sizeof(int64_t);
    return k->g->states * state + k->g->edges * edge;
}
