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
    uint32_t *at;   /* of the heap                                                 */
    way_marks come; /* states that were come to, in this search                    */
    int64_t *spent; /* width each: from `from` to here                             */
    int64_t *sum;
};

static const int64_t *spent_on(const detour *d, uint32_t s)
{
    return d->spent + (size_t)s * d->l->width;
}

/* What two states promise: the way to them, and on at the least. */
static int compare(const detour *d, uint32_t a, uint32_t b)
{
    const least *l = d->l;
    for (size_t i = 0; i < l->width; i++) {
        int64_t x = cost_add(spent_on(d, a)[i], least_cost(l, a)[i]);
        int64_t y = cost_add(spent_on(d, b)[i], least_cost(l, b)[i]);
        if (x != y)
            return cost_less(x, y) ? -1 : 1;
        if (!cost_fits(x))
            return 0;
    }
    return 0;
}

/* Of those that promise the same the one with the fewest moves left. */
static bool sooner(const void *of, uint32_t a, uint32_t b)
{
    const detour *d = of;
    const least *l = d->l;
    int order = compare(d, a, b);
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
    d->spent = malloc(states * l->width * sizeof *d->spent);
    d->sum = malloc(l->width * sizeof *d->sum);
    d->open = (heap){.of = d, .sooner = sooner, .at = d->at};
    if (!way_marks_open(&d->come, l->of->states) || !d->at || !d->spent || !d->sum) {
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
    free(d->spent);
    free(d->sum);
    free(d);
}

/* What going from s along edge e comes to, into sum. */
static void add_edge(detour *d, uint32_t s, uint64_t e)
{
    for (size_t i = 0; i < d->l->width; i++)
        d->sum[i] = cost_add(spent_on(d, s)[i], least_edge(d->l, e, i));
}

static int go_on(detour *d, uint32_t s, const way_marks *way, wgcq_error *err)
{
    const least *l = d->l;
    const graph *g = l->of;
    for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1]; e++) {
        uint32_t to = g->dst[e];
        if (!l->known[to] || on_way(way, to))
            continue;
        add_edge(d, s, e);
        if (on_way(&d->come, to) && least_compare(d->sum, spent_on(d, to), l->width) >= 0)
            continue;
        memcpy(d->spent + (size_t)to * l->width, d->sum, l->width * sizeof *d->sum);
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
    memset(d->spent + (size_t)from * l->width, 0, l->width * sizeof *cost);
    d->come.stamp[from] = d->come.now;
    *found = false;
    if (!heap_push(&d->open, from))
        return fault_memory(err);
    while (d->open.count && !code) {
        uint32_t s = heap_pop(&d->open);
        ++*effort;
        if (l->of->marks[s] & MARK_GOAL) {
            memcpy(cost, spent_on(d, s), l->width * sizeof *cost);
            *found = true;
            return 0;
        }
        code = go_on(d, s, way, err);
    }
    return code;
}
