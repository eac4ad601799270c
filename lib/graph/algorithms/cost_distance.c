/*
 * cost_distance.c - Dijkstra's algorithm over vectors of costs, backwards from the goals or
 * forwards from the starts.
 */
#include "graph/algorithms/cost_distance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/heap.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* The edges in the direction of the search. */
typedef struct direction {
    row_bounds rows;
    const uint32_t *neighbour;
    const reversed_graph *back;       /* has the edge's number; NULL: it is the index */
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

int cost_distance_compare_states(const cost_distance *dist, uint32_t a, uint32_t b)
{
    if (dist->moves)
        return (dist->moves[a] > dist->moves[b]) - (dist->moves[a] < dist->moves[b]);
    return cost_distance_compare(dist->cost + (size_t)a * dist->width,
                                 dist->cost + (size_t)b * dist->width, dist->width);
}

static bool costs_less(const void *of, uint32_t a, uint32_t b)
{
    int order = cost_distance_compare_states(of, a, b);
    return order ? order < 0 : a < b;
}

/* ---- by any costs ------------------------------------------------------------------- */

/* The cost of the path by edge e from `at`, into sum. */
static void cost_via_edge(const cost_distance *dist, uint32_t at, uint64_t e, int64_t *sum)
{
    for (size_t i = 0; i < dist->width; i++)
        sum[i] = cost_add(cost_distance_at(dist, at, i), cost_distance_edge(dist, e, i));
}

static int relax_edges(cost_distance *dist, heap *h, const direction *d, uint32_t at, int64_t *sum,
                       wgcq_error *err)
{
    if (dist->g->marks[at] & d->stop_marks)
        return 0;
    uint64_t end = row_bound(d->rows, at + (size_t)1);
    for (uint64_t b = row_bound(d->rows, at); b < end; b++) {
        uint32_t s = d->neighbour[b];
        uint64_t e = d->back ? reversed_edge(d->back, b) : b;
        cost_via_edge(dist, at, e, sum);
        if (dist->reachable[s] &&
            cost_distance_compare(sum, dist->cost + (size_t)s * dist->width, dist->width) >= 0)
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
            for (size_t i = 0; d->back && i < dist->width; i++)
                dist->cost[(size_t)s * dist->width + i] = cost_distance_final(dist, s, i);
            code = heap_push(h, s) ? 0 : error_set_memory(err);
        }
    while (h->count && !code) {
        uint32_t at = heap_pop(h);
        code = relax_edges(dist, h, d, at, sum, err);
        code = code ? code : progress_poll(&progress, dist->g->monitor, 0, err);
    }
    free(sum);
    return code;
}

static int search_by_costs(cost_distance *dist, const direction *d, wgcq_error *err)
{
    size_t states = (size_t)dist->g->states + 1;
    dist->cost = home_calloc(dist->g->home, states * dist->width, sizeof *dist->cost);
    dist->reachable = home_calloc(dist->g->home, states, sizeof *dist->reachable);
    if (!dist->cost || !dist->reachable)
        return error_set_memory(err);
    heap h = {.home = dist->g->home, .context = dist, .less = costs_less};
    h.position = home_calloc(dist->g->home, states, sizeof *h.position);
    int code = h.position ? run_dijkstra(dist, &h, d, err) : error_set_memory(err);
    home_free(dist->g->home, h.position);
    heap_free(&h);
    return code;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static cost_distance measured_by(const graph *g, cost_order order)
{
    cost_distance dist = {.g = g, .order = order, .width = order.count + 1};
    dist.moves_at = order.count;
    for (size_t i = order.count; i-- > 0;) {
        assert(order.costs[i] < (int)g->costs);
        if (order.costs[i] < 0) {
            dist.moves_at = i;
            dist.width = order.count;
        }
    }
    return dist;
}

int cost_distance_find(cost_distance *out, const graph *g, const reversed_graph *back,
                       cost_order order, wgcq_error *err)
{
    direction d = {{back->first, NULL}, back->src, back, MARK_GOAL, 0};
    int code = 0;
    *out = measured_by(g, order);
    assert(out->width == 1 || back->edge || back->wide_edge);
    if (out->width > 1)
        code = search_by_costs(out, &d, err);
    else if (!back->to_goal)
        code = distances_to_goal(&out->own_moves, g, back, err);
    if (out->width == 1)
        out->moves = back->to_goal ? back->to_goal : out->own_moves;
    if (code)
        cost_distance_free(out);
    return code;
}

int cost_distance_from_starts(cost_distance *out, const graph *g, cost_order order, wgcq_error *err)
{
    uint8_t stop_marks = graph_ends_at_goals(g) ? MARK_GOAL : 0;
    direction d = {graph_rows(g), g->dst, NULL, MARK_START, stop_marks};
    *out = measured_by(g, order);
    int code = out->width > 1 ? search_by_costs(out, &d, err)
                              : distances_before_goal(&out->own_moves, g, err);
    out->moves = out->own_moves;
    if (code)
        cost_distance_free(out);
    return code;
}

void cost_distance_free(cost_distance *dist)
{
    array_home *home = dist->g->home;
    home_free(home, dist->own_moves);
    home_free(home, dist->cost);
    home_free(home, dist->reachable);
    dist->own_moves = NULL;
    dist->moves = NULL;
    dist->cost = NULL;
    dist->reachable = NULL;
}

bool cost_distance_tight_in_all(const cost_distance *dist, uint32_t s, uint64_t e)
{
    uint32_t to = dist->g->dst[e];
    if (!cost_distance_reaches(dist, to))
        return false;
    for (size_t i = 0; i < dist->width; i++)
        if (cost_distance_at(dist, s, i) !=
            cost_add(cost_distance_at(dist, to, i), cost_distance_edge(dist, e, i)))
            return false;
    return true;
}

bool cost_distance_fits(const cost_distance *dist, uint32_t s)
{
    for (size_t i = 0; i < dist->width; i++)
        if (!cost_fits(cost_distance_at(dist, s, i)))
            return false;
    return true;
}

/* The edge by which s has its least cost; there is one. */
static uint64_t tight_edge(const cost_distance *dist, uint32_t s)
{
    uint64_t e = graph_row(dist->g, s);
    while (!cost_distance_tight(dist, s, e))
        e++;
    assert(e < graph_row_end(dist->g, s));
    return e;
}

/* Follows tight edges, whose sum does not fit, to the first one that makes it overflow: if none
   does, what the end costs. */
int cost_distance_overflow(const cost_distance *dist, uint32_t s, wgcq_error *err)
{
    assert(!cost_distance_fits(dist, s));
    uint64_t e = tight_edge(dist, s);
    int64_t *sum = calloc(dist->width, sizeof *sum);
    bool fits = sum != NULL;
    while (fits) {
        for (size_t i = 0; i < dist->width && fits; i++)
            fits = cost_fits(sum[i] = cost_add(sum[i], cost_distance_edge(dist, e, i)));
        fits = fits && !cost_distance_ends(dist, dist->g->dst[e]);
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
    const graph *g = dist->g;
    for (uint32_t s = 0; (s = graph_next_marked(g, s + 1, MARK_START)) <= g->states;)
        if (cost_distance_reaches(dist, s) &&
            (!best || cost_distance_compare_states(dist, s, best) < 0))
            best = s;
    return best;
}

bool cost_distance_is_best_start(const cost_distance *dist, uint32_t best, uint32_t s)
{
    return dist->g->marks[s] & MARK_START && cost_distance_reaches(dist, s) &&
           !cost_distance_compare_states(dist, s, best);
}
