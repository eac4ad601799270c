/* scene_traffic.c - how many of the best plans make the moves of each arrow of a scene. */
#include "answers/draw/scene_traffic.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "graph/counts/plan_traffic.h"

typedef struct traffic_sums {
    const plan_traffic *t;
    bigcount passing; /* [edges of the scene], and one more for an arrow's sum */
} traffic_sums;

/* That edge e of the graph is part of. */
static const scene_edge *find_scene_edge(const scene *s, const uint32_t *node_of, uint32_t from,
                                         uint64_t e)
{
    const graph *g = s->subgraph.g;
    const bool made = s->subgraph.marked_edges && s->subgraph.marked_edges[e];
    const scene_edge key = {.from = node_of[from] - 1,
                            .to = node_of[g->dst[e]] - 1,
                            .move = graph_move(g, e),
                            .is_separate = made && !s->projected};
    return bsearch(&key, s->edges, s->edge_count, sizeof *s->edges, scene_compare_edges);
}

static bool add_traffic(traffic_sums *sums, const scene *s, const uint32_t *node_of, uint32_t from)
{
    const graph *g = s->subgraph.g;
    const plan_traffic *t = sums->t;
    bool fine = true;
    for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from) && fine; e++)
        if (cost_distance_follows(&t->dist, from, e) && subgraph_has(&s->subgraph, from, e)) {
            const size_t at = (size_t)(find_scene_edge(s, node_of, from, e) - s->edges);
            fine = bigcount_add_product(&sums->passing, at, &t->before,
                                        optimal_states_index(&t->on, from), &t->behind,
                                        optimal_states_index(&t->on, g->dst[e]));
        }
    return fine;
}

/* *out stays NULL where none passes. */
static bool take_traffic_text(char **out, const bigcount *passing, size_t i)
{
    return bigcount_is_zero(passing, i) || (*out = bigcount_text(passing, i));
}

static bool sum_arrow(traffic_sums *sums, const scene *s, scene_arrow *a)
{
    const size_t sum = s->edge_count;
    bigcount_set_small(&sums->passing, sum, 0);
    for (size_t i = a->first; i < a->first + a->count; i++)
        if (!bigcount_add(&sums->passing, sum, &sums->passing, i))
            return false;
    a->share = plan_traffic_part(sums->t, &sums->passing, sum);
    return take_traffic_text(&a->plans, &sums->passing, sum);
}

static int sum_scene_traffic(scene *s, const uint32_t *node_of, const plan_traffic *t,
                             wgcq_error *err)
{
    traffic_sums sums = {.t = t};
    bool fine = bigcount_resize(&sums.passing, s->edge_count + 1);
    for (uint32_t i = 0; i < t->on.count && fine; i++)
        fine = add_traffic(&sums, s, node_of, t->on.states[i]);
    for (size_t i = 0; i < s->edge_count && fine; i++)
        fine = take_traffic_text(&s->edges[i].plans, &sums.passing, i);
    for (size_t i = 0; i < s->arrow_count && fine; i++)
        fine = sum_arrow(&sums, s, &s->arrows[i]);
    bigcount_free(&sums.passing);
    return fine ? 0 : error_set_memory(err);
}

static int prove_traffic_drawn(const plan_traffic *t, const trace_facts *facts, cost_order order,
                               wgcq_error *err)
{
    bool proved;
    int code = subgraph_prove_best(&proved, &t->dist, t->best, facts, order, err);
    if (code || proved)
        return code;
    return error_set(err, WGCQ_EUNKNOWN,
                     "the run did not explore everything, so not all of the best plans are known");
}

int scene_count_traffic(scene *s, const uint32_t *node_of, wgcq_trace *trace, const char *of,
                        wgcq_error *err)
{
    static const int moves = -1;
    const trace_facts *facts = trace_about_run(trace);
    cost_order order = {1, &moves};
    reversed_graph back = {0};
    plan_traffic t = {0};
    if (strcmp(of, "shortest") != 0 && strcmp(of, "cheapest") != 0)
        return error_set(err, WGCQ_EREQUEST,
                         "traffic is of the shortest plans or the cheapest, not of '%s'", of);
    if (!facts->has_goal)
        return error_set(err, WGCQ_EREQUEST, "without a goal there are no plans");
    if (!strcmp(of, "cheapest") && facts->minimize_count)
        order = (cost_order){facts->minimize_count, facts->minimize};
    int code = reversed_graph_of_costs(&back, s->subgraph.g, err);
    code = code ? code : plan_traffic_find(&t, s->subgraph.g, &back, order, err);
    code = code ? code : prove_traffic_drawn(&t, facts, order, err);
    if (!code && t.best)
        code = sum_scene_traffic(s, node_of, &t, err);
    plan_traffic_free(&t);
    reversed_graph_free(&back);
    return code;
}
