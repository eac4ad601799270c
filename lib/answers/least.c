/* least.c - Dijkstra's algorithm backwards from the goals, over vectors of costs. */
#include "answers/least.h"

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"

int least_compare(const int64_t *a, const int64_t *b, size_t width)
{
    for (size_t i = 0; i < width; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static const int64_t *cost_of(const least *l, uint32_t s)
{
    return l->cost + (size_t)s * l->width;
}

/* ---- a heap of states, each in it at most once ------------------------------------------- */

typedef struct heap {
    const least *l;
    uint32_t count;
    uint32_t *states; /* [1..count]                              */
    uint32_t *at;     /* [states + 1] where it is; 0: it is not  */
} heap;

static bool before(const heap *h, uint32_t a, uint32_t b)
{
    int order = least_compare(cost_of(h->l, a), cost_of(h->l, b), h->l->width);
    return order ? order < 0 : a < b;
}

static void put(heap *h, uint32_t at, uint32_t state)
{
    h->states[at] = state;
    h->at[state] = at;
}

static void rise(heap *h, uint32_t state)
{
    uint32_t at = h->at[state] ? h->at[state] : ++h->count;
    for (; at > 1 && before(h, state, h->states[at / 2]); at /= 2)
        put(h, at, h->states[at / 2]);
    put(h, at, state);
}

static uint32_t take(heap *h)
{
    uint32_t top = h->states[1], last = h->states[h->count--], at = 1;
    h->at[top] = 0;
    if (!h->count)
        return top;
    for (;;) {
        uint32_t child = 2 * at;
        if (child < h->count && before(h, h->states[child + 1], h->states[child]))
            child++;
        if (child > h->count || !before(h, h->states[child], last))
            break;
        put(h, at, h->states[child]);
        at = child;
    }
    put(h, at, last);
    return top;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* The cost of s by way of edge e to `to`, into sum. */
static bool by_way_of(const least *l, uint32_t to, uint64_t e, int64_t *sum)
{
    for (size_t i = 0; i < l->width; i++)
        if (__builtin_add_overflow(cost_of(l, to)[i], least_edge(l, e, i), &sum[i]))
            return false;
    return true;
}

static int relax(least *l, heap *h, const graph_back *back, uint32_t to, int64_t *sum,
                 wgcq_error *err)
{
    for (uint64_t b = back->first[to]; b < back->first[to + (size_t)1]; b++) {
        uint32_t s = back->src[b];
        if (!by_way_of(l, to, back->edge[b], sum))
            return fault(err, WGCQ_ERUN, "the cost of a plan does not fit 64 bits");
        if (l->known[s] && least_compare(sum, cost_of(l, s), l->width) >= 0)
            continue;
        memcpy(l->cost + (size_t)s * l->width, sum, l->width * sizeof *sum);
        l->known[s] = true;
        rise(h, s);
    }
    return 0;
}

static int search(least *l, heap *h, const graph_back *back, wgcq_error *err)
{
    int64_t *sum = malloc(l->width * sizeof *sum);
    int code = sum ? 0 : fault_memory(err);
    for (uint32_t s = 1; s <= l->of->states && !code; s++)
        if (l->of->marks[s] & MARK_GOAL) {
            l->known[s] = true;
            rise(h, s);
        }
    while (h->count && !code) {
        uint32_t to = take(h);
        l->order[l->settled++] = to;
        code = relax(l, h, back, to, sum, err);
    }
    free(sum);
    return code;
}

int least_find(least *out, const graph *g, const graph_back *back, weighing by, wgcq_error *err)
{
    size_t states = (size_t)g->states + 1;
    *out = (least){.of = g, .by = by, .width = by.count + 1};
    out->cost = calloc(states * out->width, sizeof *out->cost);
    out->known = calloc(states, sizeof *out->known);
    out->order = malloc(states * sizeof *out->order);
    heap h = {.l = out};
    h.states = malloc((states + 1) * sizeof *h.states);
    h.at = calloc(states, sizeof *h.at);
    int code = out->cost && out->known && out->order && h.states && h.at
                   ? search(out, &h, back, err)
                   : fault_memory(err);
    free(h.states);
    free(h.at);
    if (code)
        least_free(out);
    return code;
}

void least_free(least *l)
{
    free(l->cost);
    free(l->known);
    free(l->order);
    l->cost = NULL;
    l->known = NULL;
    l->order = NULL;
}

bool least_tight(const least *l, uint32_t s, uint64_t e)
{
    uint32_t to = l->of->dst[e];
    if (!l->known[to])
        return false;
    for (size_t i = 0; i < l->width; i++)
        if (cost_of(l, s)[i] - cost_of(l, to)[i] != least_edge(l, e, i))
            return false;
    return true;
}

uint32_t least_best_start(const least *l)
{
    uint32_t best = 0;
    for (uint32_t s = 1; s <= l->of->states; s++)
        if (l->of->marks[s] & MARK_START && l->known[s] &&
            (!best || least_compare(cost_of(l, s), cost_of(l, best), l->width) < 0))
            best = s;
    return best;
}
