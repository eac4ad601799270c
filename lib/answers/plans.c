/*
 * plans.c - plans one after another, best first.
 *
 * Parts of plans wait in a heap, ordered by what they cost so far plus the least that is left
 * (least.h), which is exact but for loops; so the first plan taken out whole is the best, the next
 * one the next best, and states from which no goal can be reached are never entered.  Of parts that
 * promise the same the longest goes first, then the one made first.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/least.h"
#include "base/fault.h"

enum { WATCH_EVERY = 4096 };

typedef struct part {
    uint32_t before; /* the part it goes on from; 0: it is a start */
    uint32_t state;
    uint32_t length;
    uint64_t edge; /* that led here */
} part;

struct plans {
    const graph *g;
    least l;
    bool only_optimal;
    /* best first */
    part *parts;      /* [1..count] */
    int64_t *promise; /* width each: cost so far plus the least that is left */
    uint32_t count, room;
    uint32_t *heap; /* [1..waiting] */
    uint32_t waiting, heap_room;
    /* only optimal: a way along tight edges */
    uint32_t start, best;
    uint32_t *way;  /* states of the way, [depth + 1] */
    uint64_t *next; /* the edge to try next at each of them */
    uint32_t depth;
    bool under_way;
    /* the plan that was given */
    uint64_t *edges;
    size_t edges_room;
    unsigned since_watch;
};

static const int64_t *promise_of(const plans *p, uint32_t i)
{
    return p->promise + (size_t)i * p->l.width;
}

/* ---- the heap of parts --------------------------------------------------------------------- */

static bool sooner(const plans *p, uint32_t a, uint32_t b)
{
    int order = least_compare(promise_of(p, a), promise_of(p, b), p->l.width);
    if (order)
        return order < 0;
    if (p->parts[a].length != p->parts[b].length)
        return p->parts[a].length > p->parts[b].length;
    return a < b;
}

static bool push(plans *p, uint32_t i)
{
    if (p->waiting + 2 > p->heap_room) {
        uint32_t room = p->heap_room ? p->heap_room * 2 : 1024;
        uint32_t *heap = realloc(p->heap, room * sizeof *heap);
        if (!heap)
            return false;
        p->heap = heap;
        p->heap_room = room;
    }
    uint32_t at = ++p->waiting;
    for (; at > 1 && sooner(p, i, p->heap[at / 2]); at /= 2)
        p->heap[at] = p->heap[at / 2];
    p->heap[at] = i;
    return true;
}

static uint32_t pop(plans *p)
{
    uint32_t top = p->heap[1], last = p->heap[p->waiting--], at = 1;
    for (;;) {
        uint32_t child = 2 * at;
        if (child < p->waiting && sooner(p, p->heap[child + 1], p->heap[child]))
            child++;
        if (child > p->waiting || !sooner(p, p->heap[child], last))
            break;
        p->heap[at] = p->heap[child];
        at = child;
    }
    p->heap[at] = last;
    return top;
}

static bool make_room(plans *p)
{
    if (p->count + 2 <= p->room)
        return true;
    uint32_t room = p->room ? p->room * 2 : 1024;
    part *parts = realloc(p->parts, room * sizeof *parts);
    if (parts)
        p->parts = parts;
    int64_t *promise = realloc(p->promise, (size_t)room * p->l.width * sizeof *promise);
    if (promise)
        p->promise = promise;
    if (!parts || !promise || room < p->room)
        return false;
    p->room = room;
    return true;
}

/* ---- best first --------------------------------------------------------------------------------
 */

static bool add_starts(plans *p)
{
    for (uint32_t s = 1; s <= p->g->states; s++) {
        if (!(p->g->marks[s] & MARK_START) || !p->l.known[s])
            continue;
        if (!make_room(p))
            return false;
        uint32_t i = ++p->count;
        p->parts[i] = (part){.state = s};
        memcpy(p->promise + (size_t)i * p->l.width, p->l.cost + (size_t)s * p->l.width,
               p->l.width * sizeof *p->promise);
        if (!push(p, i))
            return false;
    }
    return true;
}

static bool on_the_way(const plans *p, uint32_t i, uint32_t state)
{
    for (; i; i = p->parts[i].before)
        if (p->parts[i].state == state)
            return true;
    return false;
}

/* The part that goes on along edge e: the promise grows by what e costs more than the least. */
static int go_on(plans *p, uint32_t i, uint64_t e, wgcq_error *err)
{
    uint32_t from = p->parts[i].state, to = p->g->dst[e];
    if (!p->l.known[to] || on_the_way(p, i, to))
        return 0;
    if (!make_room(p))
        return fault_memory(err);
    uint32_t n = ++p->count;
    p->parts[n] = (part){i, to, p->parts[i].length + 1, e};
    for (size_t k = 0; k < p->l.width; k++) {
        int64_t left = p->l.cost[(size_t)to * p->l.width + k];
        int64_t was = p->l.cost[(size_t)from * p->l.width + k], sum;
        if (__builtin_add_overflow(promise_of(p, i)[k], left - was, &sum) ||
            __builtin_add_overflow(sum, least_edge(&p->l, e, k), &sum))
            return fault(err, WGCQ_ERUN, "the cost of a plan does not fit 64 bits");
        p->promise[(size_t)n * p->l.width + k] = sum;
    }
    return push(p, n) ? 0 : fault_memory(err);
}

static bool edges_room(plans *p, size_t length)
{
    if (length < p->edges_room)
        return true;
    uint64_t *edges = realloc(p->edges, (length + 64) * 2 * sizeof *edges);
    if (!edges)
        return false;
    p->edges = edges;
    p->edges_room = (length + 64) * 2;
    return true;
}

static int give(plans *p, uint32_t i, uint32_t *start, uint32_t *length, const uint64_t **edges,
                wgcq_error *err)
{
    *length = p->parts[i].length;
    if (!edges_room(p, *length))
        return fault_memory(err);
    for (uint32_t k = *length; p->parts[i].before; i = p->parts[i].before)
        p->edges[--k] = p->parts[i].edge;
    *start = p->parts[i].state;
    *edges = p->edges;
    return 0;
}

static int look(plans *p, const wgcq_watch *watch, wgcq_error *err)
{
    if (!watch || !watch->look || ++p->since_watch < WATCH_EVERY)
        return 0;
    p->since_watch = 0;
    wgcq_progress progress = {.phase = "solutions"};
    return watch->look(watch->self, &progress) ? fault(err, WGCQ_EINTERRUPT, "interrupted") : 0;
}

static int next_best(plans *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                     const wgcq_watch *watch, wgcq_error *err)
{
    while (p->waiting) {
        uint32_t i = pop(p), s = p->parts[i].state;
        if (p->g->marks[s] & MARK_GOAL)
            return give(p, i, start, length, edges, err);
        int code = look(p, watch, err);
        for (uint64_t e = p->g->first[s]; e < p->g->first[s + (size_t)1] && !code; e++)
            code = go_on(p, i, e, err);
        if (code)
            return code;
    }
    return WGCQ_DONE;
}

/* ---- only optimal: depth-first along tight edges ------------------------------------- */

/* The next start that is as good as the best. */
static bool next_start(plans *p)
{
    const least *l = &p->l;
    while (p->best && ++p->start <= p->g->states) {
        uint32_t s = p->start;
        if (!(p->g->marks[s] & MARK_START) || !l->known[s] ||
            least_compare(l->cost + (size_t)s * l->width, l->cost + (size_t)p->best * l->width,
                          l->width) != 0)
            continue;
        p->depth = 0;
        p->way[0] = s;
        p->next[0] = p->g->first[s];
        return true;
    }
    return false;
}

/* One tight edge further, or one step back; false: nothing is left of this start. */
static bool wander(plans *p)
{
    uint32_t s = p->way[p->depth];
    uint64_t end = p->g->marks[s] & MARK_GOAL ? 0 : p->g->first[s + (size_t)1];
    while (p->next[p->depth] < end) {
        uint64_t e = p->next[p->depth]++;
        if (!least_tight(&p->l, s, e))
            continue;
        p->edges[p->depth++] = e;
        p->way[p->depth] = p->g->dst[e];
        p->next[p->depth] = p->g->first[p->g->dst[e]];
        return true;
    }
    return p->depth-- > 0;
}

static int next_optimal(plans *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                        const wgcq_watch *watch, wgcq_error *err)
{
    for (;;) {
        if (p->under_way)
            p->under_way = wander(p);
        if (!p->under_way && !(p->under_way = next_start(p)))
            return WGCQ_DONE;
        int code = look(p, watch, err);
        if (code)
            return code;
        if (!(p->g->marks[p->way[p->depth]] & MARK_GOAL))
            continue;
        *start = p->way[0];
        *length = p->depth;
        *edges = p->edges;
        return 0;
    }
}

/* ---- both ---------------------------------------------------------------------------- */

static bool prepare(plans *p)
{
    if (!p->only_optimal)
        return add_starts(p);
    p->best = least_best_start(&p->l);
    size_t length = p->best ? (size_t)p->l.cost[(size_t)p->best * p->l.width + p->l.width - 1] : 0;
    p->way = malloc((length + 2) * sizeof *p->way);
    p->next = malloc((length + 2) * sizeof *p->next);
    return p->way && p->next && edges_room(p, length + 1);
}

int plans_new(plans **out, const graph *g, const graph_back *back, weighing by, bool only_optimal,
              wgcq_error *err)
{
    plans *p = calloc(1, sizeof *p);
    if (!p)
        return fault_memory(err);
    p->g = g;
    p->only_optimal = only_optimal;
    int code = least_find(&p->l, g, back, by, err);
    if (!code && !prepare(p))
        code = fault_memory(err);
    if (code)
        plans_free(p);
    else
        *out = p;
    return code;
}

int plans_next(plans *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
               const wgcq_watch *watch, wgcq_error *err)
{
    return p->only_optimal ? next_optimal(p, start, length, edges, watch, err)
                           : next_best(p, start, length, edges, watch, err);
}

uint64_t plans_effort(const plans *p)
{
    return p->count;
}

void plans_free(plans *p)
{
    if (!p)
        return;
    least_free(&p->l);
    free(p->parts);
    free(p->promise);
    free(p->heap);
    free(p->way);
    free(p->next);
    free(p->edges);
    free(p);
}
