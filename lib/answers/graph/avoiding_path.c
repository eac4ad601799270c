/*
 * avoiding_path.c - A* from a state to the nearest goal, round the states of a way.
 *
 * The least in the whole graph is a consistent bound on the least round the way, so the first goal
 * taken out is the nearest, and where the way is not in the way it is walked to directly.
 */
#include "answers/graph/avoiding_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/heap.h"
#include "base/error.h"

/* ---- the states of a way ----------------------------------------------------------- */

bool path_marks_open(path_marks *m, uint32_t states)
{
    m->stamp = calloc((size_t)states + 1, sizeof *m->stamp);
    m->current = 1;
    return m->stamp != NULL;
}

void path_marks_clear(path_marks *m, uint32_t states)
{
    if (++m->current)
        return;
    memset(m->stamp, 0, ((size_t)states + 1) * sizeof *m->stamp);
    m->current = 1;
}

void path_marks_close(path_marks *m)
{
    free(m->stamp);
    m->stamp = NULL;
}

/* ---- the search ------------------------------------------------------------------------ */

struct avoiding_path {
    const cost_distance *dist;
    heap open;
    uint32_t *heap_place; /* of the heap                                                 */
    path_marks reached;   /* states that were come to, in this search                    */
    int64_t *path_cost;   /* width each: from `from` to here                             */
    int64_t *sum;
};

static const int64_t *path_cost_of(const avoiding_path *d, uint32_t s)
{
    return d->path_cost + (size_t)s * d->dist->width;
}

/* What two states promise: the way to them, and on at the least. */
static int compare_estimates(const avoiding_path *d, uint32_t a, uint32_t b)
{
    const cost_distance *l = d->dist;
    for (size_t i = 0; i < l->width; i++) {
        int64_t x = cost_add(path_cost_of(d, a)[i], cost_distance_cost(l, a)[i]);
        int64_t y = cost_add(path_cost_of(d, b)[i], cost_distance_cost(l, b)[i]);
        if (x != y)
            return cost_less(x, y) ? -1 : 1;
        if (!cost_fits(x))
            return 0;
    }
    return 0;
}

/* Of those that promise the same the one with the fewest moves left. */
static bool expands_before(const void *of, uint32_t a, uint32_t b)
{
    const avoiding_path *d = of;
    const cost_distance *l = d->dist;
    int order = compare_estimates(d, a, b);
    if (order)
        return order < 0;
    int64_t left = cost_distance_cost(l, a)[l->moves_at] - cost_distance_cost(l, b)[l->moves_at];
    return left ? left < 0 : a < b;
}

int avoiding_path_new(avoiding_path **out, const cost_distance *l, wgcq_error *err)
{
    size_t states = (size_t)l->g->states + 1;
    avoiding_path *d = calloc(1, sizeof *d);
    if (!d)
        return error_set_memory(err);
    d->dist = l;
    d->heap_place = calloc(states, sizeof *d->heap_place);
    d->path_cost = malloc(states * l->width * sizeof *d->path_cost);
    d->sum = malloc(l->width * sizeof *d->sum);
    d->open = (heap){.of = d, .sooner = expands_before, .at = d->heap_place};
    if (!path_marks_open(&d->reached, l->g->states) || !d->heap_place || !d->path_cost || !d->sum) {
        avoiding_path_free(d);
        return error_set_memory(err);
    }
    *out = d;
    return 0;
}

void avoiding_path_free(avoiding_path *d)
{
    if (!d)
        return;
    heap_free(&d->open);
    path_marks_close(&d->reached);
    free(d->heap_place);
    free(d->path_cost);
    free(d->sum);
    free(d);
}

/* What going from s along edge e comes to, into sum. */
static void sum_with_edge(avoiding_path *d, uint32_t s, uint64_t e)
{
    for (size_t i = 0; i < d->dist->width; i++)
        d->sum[i] = cost_add(path_cost_of(d, s)[i], cost_distance_edge(d->dist, e, i));
}

static int expand_state(avoiding_path *d, uint32_t s, const path_marks *way, wgcq_error *err)
{
    const cost_distance *l = d->dist;
    const graph *g = l->g;
    for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1]; e++) {
        uint32_t to = g->dst[e];
        if (!l->reachable[to] || path_marks_has(way, to))
            continue;
        sum_with_edge(d, s, e);
        if (path_marks_has(&d->reached, to) &&
            cost_distance_compare(d->sum, path_cost_of(d, to), l->width) >= 0)
            continue;
        memcpy(d->path_cost + (size_t)to * l->width, d->sum, l->width * sizeof *d->sum);
        d->reached.stamp[to] = d->reached.current;
        if (!heap_push(&d->open, to))
            return error_set_memory(err);
    }
    return 0;
}

int avoiding_path_find(avoiding_path *d, uint32_t from, const path_marks *way, int64_t *cost,
                       bool *found, uint64_t *effort, wgcq_error *err)
{
    const cost_distance *l = d->dist;
    int code = 0;
    heap_empty(&d->open);
    path_marks_clear(&d->reached, l->g->states);
    memset(d->path_cost + (size_t)from * l->width, 0, l->width * sizeof *cost);
    d->reached.stamp[from] = d->reached.current;
    *found = false;
    if (!heap_push(&d->open, from))
        return error_set_memory(err);
    while (d->open.count && !code) {
        uint32_t s = heap_pop(&d->open);
        ++*effort;
        if (l->g->marks[s] & MARK_GOAL) {
            memcpy(cost, path_cost_of(d, s), l->width * sizeof *cost);
            *found = true;
            return 0;
        }
        code = expand_state(d, s, way, err);
    }
    return code;
}
