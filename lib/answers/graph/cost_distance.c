/*
 * cost_distance.c - Dijkstra's algorithm over vectors of costs, backwards from the goals or
 * forwards from the starts; by moves alone it is a breadth-first search.
 */
#include "answers/graph/cost_distance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/heap.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* The edges in the direction of the search. */
typedef struct direction {
    const uint64_t *first;
    const uint32_t *neighbour;
    const uint64_t *edge;             /* number in the graph; NULL: the index itself */
    uint8_t source_marks, stop_marks; /* states it begins at, states not expanded    */
} direction;

int cost_distance_compare(const int64_t *a, const int64_t *b, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        if (a[i] != b[i])
            return cost_less(a[i], b[i]) ? -1 : 1;
        if (!cost_fits(a[i]))
            return 0;
    }
    return 0;
}

static bool costs_less(const void *of, uint32_t a, uint32_t b)
{
    const cost_distance *dist = of;
    int order = cost_distance_compare(cost_distance_cost(dist, a), cost_distance_cost(dist, b),
                                      dist->width);
    return order ? order < 0 : a < b;
}

/* ---- by moves alone --------------------------------------------------------------- */

static int search_by_moves(cost_distance *dist, const direction *d, wgcq_error *err)
{
    progress_clock progress;
    int code = 0;
    progress_begin(&progress, "solutions", dist->g);
    for (uint32_t s = 1; s <= dist->g->states; s++)
        if (dist->g->marks[s] & d->source_marks) {
            dist->reachable[s] = true;
            dist->ascending[dist->settled++] = s;
        }
    for (uint32_t i = 0; i < dist->settled && !code; i++) {
        uint32_t at = dist->ascending[i];
        code = progress_poll(&progress, dist->g->monitor, 0, err);
        if (dist->g->marks[at] & d->stop_marks)
            continue;
        for (uint64_t b = d->first[at]; b < d->first[at + (size_t)1]; b++) {
            uint32_t s = d->neighbour[b];
            if (dist->reachable[s])
                continue;
            dist->reachable[s] = true;
            dist->cost[s] = dist->cost[at] + 1;
            dist->ascending[dist->settled++] = s;
        }
    }
    return code;
}

/* ---- by any costs ------------------------------------------------------------------- */

/* The cost of the path by edge e from `at`, into sum. */
static void cost_via_edge(const cost_distance *dist, uint32_t at, uint64_t e, int64_t *sum)
{
    for (size_t i = 0; i < dist->width; i++)
        sum[i] = cost_add(cost_distance_cost(dist, at)[i], cost_distance_edge(dist, e, i));
}

static int relax_edges(cost_distance *dist, heap *h, const direction *d, uint32_t at, int64_t *sum,
                       wgcq_error *err)
{
    if (dist->g->marks[at] & d->stop_marks)
        return 0;
    for (uint64_t b = d->first[at]; b < d->first[at + (size_t)1]; b++) {
        uint32_t s = d->neighbour[b];
        uint64_t e = d->edge ? d->edge[b] : b;
        cost_via_edge(dist, at, e, sum);
        if (dist->reachable[s] &&
            cost_distance_compare(sum, cost_distance_cost(dist, s), dist->width) >= 0)
            continue;
        memcpy(dist->cost + (size_t)s * dist->width, sum, dist->width * sizeof *sum);
        dist->reachable[s] = true;
        if (!heap_push(h, s))
            return error_set_memory(err);
    }
    return 0;
}

static int run_dijkstra(cost_distance *dist, heap *h, const direction *d, wgcq_error *err)
{
    int64_t *sum = malloc(dist->width * sizeof *sum);
    int code = sum ? 0 : error_set_memory(err);
    progress_clock progress;
    progress_begin(&progress, "solutions", dist->g);
    for (uint32_t s = 1; s <= dist->g->states && !code; s++)
        if (dist->g->marks[s] & d->source_marks) {
            dist->reachable[s] = true;
            code = heap_push(h, s) ? 0 : error_set_memory(err);
        }
    while (h->count && !code) {
        uint32_t at = heap_pop(h);
        assert(dist->settled < dist->g->states); /* no state is settled twice */
        dist->ascending[dist->settled++] = at;
        code = relax_edges(dist, h, d, at, sum, err);
        if (!code)
            code = progress_poll(&progress, dist->g->monitor, 0, err);
    }
    free(sum);
    return code;
}

static int compute_distances(cost_distance *dist, const direction *d, wgcq_error *err)
{
    if (dist->width == 1)
        return search_by_moves(dist, d, err);
    heap h = {.context = dist, .less = costs_less};
    h.position = calloc((size_t)dist->g->states + 1, sizeof *h.position);
    int code = h.position ? run_dijkstra(dist, &h, d, err) : error_set_memory(err);
    free(h.position);
    heap_free(&h);
    return code;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static int find_distances(cost_distance *out, const graph *g, cost_order order, const direction *d,
                          wgcq_error *err)
{
    size_t states = (size_t)g->states + 1;
    *out =
        (cost_distance){.g = g, .order = order, .width = order.count + 1, .moves_at = order.count};
    for (size_t i = order.count; i-- > 0;) {
        assert(order.costs[i] < (int)g->costs);
        if (order.costs[i] < 0) {
            out->moves_at = i;
            out->width = order.count;
        }
    }
    out->cost = calloc(states * out->width, sizeof *out->cost);
    out->reachable = calloc(states, sizeof *out->reachable);
    out->ascending = malloc(states * sizeof *out->ascending);
    int code = out->cost && out->reachable && out->ascending ? compute_distances(out, d, err)
                                                             : error_set_memory(err);
    if (code)
        cost_distance_free(out);
    return code;
}

int cost_distance_find(cost_distance *out, const graph *g, const reversed_graph *back,
                       cost_order order, wgcq_error *err)
{
    direction d = {back->first, back->src, back->edge, MARK_GOAL, 0};
    return find_distances(out, g, order, &d, err);
}

int cost_distance_from_starts(cost_distance *out, const graph *g, cost_order order, wgcq_error *err)
{
    direction d = {g->first, g->dst, NULL, MARK_START, MARK_GOAL};
    return find_distances(out, g, order, &d, err);
}

void cost_distance_free(cost_distance *dist)
{
    free(dist->cost);
    free(dist->reachable);
    free(dist->ascending);
    dist->cost = NULL;
    dist->reachable = NULL;
    dist->ascending = NULL;
}

bool cost_distance_tight(const cost_distance *dist, uint32_t s, uint64_t e)
{
    uint32_t to = dist->g->dst[e];
    if (!dist->reachable[to])
        return false;
    for (size_t i = 0; i < dist->width; i++)
        if (cost_distance_cost(dist, s)[i] !=
            cost_add(cost_distance_cost(dist, to)[i], cost_distance_edge(dist, e, i)))
            return false;
    return true;
}

bool cost_distance_fits(const cost_distance *dist, uint32_t s)
{
    for (size_t i = 0; i < dist->width; i++)
        if (!cost_fits(cost_distance_cost(dist, s)[i]))
            return false;
    return true;
}

/* The edge by which s has its least cost; there is one. */
static uint64_t tight_edge(const cost_distance *dist, uint32_t s)
{
    uint64_t e = dist->g->first[s];
    while (!cost_distance_tight(dist, s, e))
        e++;
    assert(e < dist->g->first[s + (size_t)1]);
    return e;
}

/* Follows tight edges, whose sum does not fit, to the first one that makes it overflow. */
int cost_distance_overflow(const cost_distance *dist, uint32_t s, wgcq_error *err)
{
    assert(!cost_distance_fits(dist, s));
    uint64_t e = tight_edge(dist, s);
    int64_t *sum = calloc(dist->width, sizeof *sum);
    bool fits = sum != NULL;
    while (fits) {
        for (size_t i = 0; i < dist->width && fits; i++)
            fits = cost_fits(sum[i] = cost_add(sum[i], cost_distance_edge(dist, e, i)));
        if (fits)
            e = tight_edge(dist, dist->g->dst[e]);
    }
    int code = sum ? graph_overflow(dist->g, e, err) : error_set_memory(err);
    free(sum);
    return code;
}

uint32_t cost_distance_best_start(const cost_distance *dist)
{
    uint32_t best = 0;
    for (uint32_t s = 1; s <= dist->g->states; s++)
        if (dist->g->marks[s] & MARK_START && dist->reachable[s] &&
            (!best || cost_distance_compare(cost_distance_cost(dist, s),
                                            cost_distance_cost(dist, best), dist->width) < 0))
            best = s;
    return best;
}

bool cost_distance_is_best_start(const cost_distance *dist, uint32_t best, uint32_t s)
{
    return dist->g->marks[s] & MARK_START && dist->reachable[s] &&
           !cost_distance_compare(cost_distance_cost(dist, s), cost_distance_cost(dist, best),
                                  dist->width);
}
