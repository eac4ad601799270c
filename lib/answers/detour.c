/*
 * detour.c - A* from a state to the nearest goal, round the states of a way.
 *
 * The least in the whole graph is a consistent bound on the least round the way, so the first goal
 * taken out is the nearest, and where the way is not in the way it is walked to directly.
 */
#include "answers/detour.h"

#include <stdlib.h>
#include <string.h>

#include "answers/heap.h"
#include "base/fault.h"

/* ---- the states of a way ----------------------------------------------------------- */

bool way_marks_open(way_marks *m, uint32_t states)
{
    m->stamp = calloc((size_t)states + 1, sizeof *m->stamp);
    m->now = 1;
    return m->stamp != NULL;
}

void way_marks_none(way_marks *m, uint32_t states)
{
    if (++m->now)
        return;
    memset(m->stamp, 0, ((size_t)states + 1) * sizeof *m->stamp);
    m->now = 1;
}

void way_marks_close(way_marks *m)
{
    free(m->stamp);
    m->stamp = NULL;
}

/* ---- the search ------------------------------------------------------------------------ */

struct detour {
    const least *l;
    heap open;
    uint32_t *at;     /* of the heap                                                 */
    way_marks come;   /* states that were come to, in this search                    */
    int64_t *promise; /* width each: from `from` to here, and on at the least        */
    int64_t *sum;
};

static const int64_t *promise_of(const detour *d, uint32_t s)
{
    return d->promise + (size_t)s * d->l->width;
}

/* Of those that promise the same the one with the fewest moves left. */
static bool sooner(const void *of, uint32_t a, uint32_t b)
{
    const detour *d = of;
    const least *l = d->l;
    int order = least_compare(promise_of(d, a), promise_of(d, b), l->width);
    if (order)
        return order < 0;
    int64_t left = least_cost(l, a)[l->moves_at] - least_cost(l, b)[l->moves_at];
    return left ? left < 0 : a < b;
}

int detour_new(detour **out, const least *l, wgcq_error *err)
{
    size_t states = (size_t)l->of->states + 1;
    detour *d = calloc(1, sizeof *d);
    if (!d)
        return fault_memory(err);
    d->l = l;
    d->at = calloc(states, sizeof *d->at);
    d->promise = malloc(states * l->width * sizeof *d->promise);
    d->sum = malloc(l->width * sizeof *d->sum);
    d->open = (heap){.of = d, .sooner = sooner, .at = d->at};
    if (!way_marks_open(&d->come, l->of->states) || !d->at || !d->promise || !d->sum) {
        detour_free(d);
        return fault_memory(err);
    }
    *out = d;
    return 0;
}

void detour_free(detour *d)
{
    if (!d)
        return;
    heap_free(&d->open);
    way_marks_close(&d->come);
    free(d->at);
    free(d->promise);
    free(d->sum);
    free(d);
}

/* What is promised by going from s along edge e, into sum. */
static bool weigh(detour *d, uint32_t s, uint64_t e)
{
    const least *l = d->l;
    uint32_t to = l->of->dst[e];
    for (size_t i = 0; i < l->width; i++) {
        int64_t come = promise_of(d, s)[i] - least_cost(l, s)[i];
        if (__builtin_add_overflow(come, least_edge(l, e, i), &come) ||
            __builtin_add_overflow(come, least_cost(l, to)[i], &d->sum[i]))
            return false;
    }
    return true;
}

static int go_on(detour *d, uint32_t s, const way_marks *way, wgcq_error *err)
{
    const least *l = d->l;
    const graph *g = l->of;
    for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1]; e++) {
        uint32_t to = g->dst[e];
        if (!l->known[to] || on_way(way, to))
            continue;
        if (!weigh(d, s, e))
            return graph_overflow(g, e, err);
        if (on_way(&d->come, to) && least_compare(d->sum, promise_of(d, to), l->width) >= 0)
            continue;
        memcpy(d->promise + (size_t)to * l->width, d->sum, l->width * sizeof *d->sum);
        d->come.stamp[to] = d->come.now;
        if (!heap_push(&d->open, to))
            return fault_memory(err);
    }
    return 0;
}

int detour_find(detour *d, uint32_t from, const way_marks *way, int64_t *cost, bool *found,
                uint64_t *effort, wgcq_error *err)
{
    const least *l = d->l;
    int code = 0;
    heap_empty(&d->open);
    way_marks_none(&d->come, l->of->states);
    memcpy(d->promise + (size_t)from * l->width, least_cost(l, from), l->width * sizeof *cost);
    d->come.stamp[from] = d->come.now;
    *found = false;
    if (!heap_push(&d->open, from))
        return fault_memory(err);
    while (d->open.count && !code) {
        uint32_t s = heap_pop(&d->open);
        ++*effort;
        if (l->of->marks[s] & MARK_GOAL) {
            memcpy(cost, promise_of(d, s), l->width * sizeof *cost);
            *found = true;
            return 0;
        }
        code = go_on(d, s, way, err);
    }
    return code;
}
