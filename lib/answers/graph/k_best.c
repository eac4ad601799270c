/*
 * k_best.c - plans one after another, best first.
 *
 * Parts of plans wait in a heap, ordered by what they cost so far plus the least that is left
 * (least.h), which is exact but for loops; so the first plan taken out whole is the best, the next
 * one the next best, and states from which no goal can be reached are never entered.  Of parts that
 * promise the same the longest goes first, then the one made first.
 *
 * The promise can be vain: the least that is left may lead back over states of the part itself, and
 * there can be more such parts than any memory holds.  So when many were taken out without a plan,
 * each is given its exact promise before it is gone on with, by a detour round its own states
 * (detour.h), or is dropped.  From then on every part taken out leads to the next plan.
 *
 * A promise that does not fit (cost.h) comes after all that do and agree with it up to there.  That
 * a part has one says nothing of a plan, for it may come to no goal; so it is gone on with like any
 * other.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/graph/avoiding_path.h"
#include "base/containers/heap.h"
#include "base/error.h"
#include "space/graph_progress.h"

enum { PATIENCE = 4096 }; /* parts taken out in vain, beyond twice the moves of the best plan */

/* In part.edge. */
#define EXACT (UINT64_C(1) << 63) /* its promise is known to be kept                    */
#define DEAD  (UINT64_C(1) << 62) /* neither it nor what goes on from it comes to a goal */

typedef struct part {
    uint32_t before; /* the part it goes on from; 0: it is a start */
    uint32_t length;
    uint64_t edge; /* that led here; of a start the state */
} part;

struct k_best {
    const graph *g;
    cost_distance l;
    bool only_optimal;
    progress_clock glance;
    /* best first */
    part *parts;      /* [1..count]                                                  */
    int64_t *promise; /* width each: cost so far plus what is left                   */
    uint32_t count, room;
    heap waiting;
    uint64_t effort, allowed; /* parts made and states looked at; 0: any number      */
    size_t bytes;             /* that parts may take; 0: any number                  */
    bool tired;
    uint64_t vain, patience;
    avoiding_path *round; /* made when it is first needed                                */
    path_marks on;        /* states of the part that is gone on from ...                 */
    uint32_t current;     /* ... which is this one                                       */
    int64_t *spent;       /* ... and has cost so much                                    */
    int64_t *sum;
    /* only optimal: a way along tight edges */
    uint32_t start, best;
    uint32_t *way;  /* states of the way, [depth + 1] */
    uint64_t *next; /* the edge to try next at each of them */
    uint32_t depth;
    bool under_way;
    /* the plan that was given */
    uint64_t *edges;
    size_t edges_room;
};

static int64_t *promise_of(const k_best *p, uint32_t i)
{
    return p->promise + (size_t)i * p->l.width;
}

static uint64_t edge_of(const k_best *p, uint32_t i)
{
    return p->parts[i].edge & ~(EXACT | DEAD);
}

static uint32_t state_of(const k_best *p, uint32_t i)
{
    uint64_t edge = edge_of(p, i);
    return p->parts[i].before ? p->g->dst[edge] : (uint32_t)edge;
}

static bool sooner(const void *of, uint32_t a, uint32_t b)
{
    const k_best *p = of;
    int order = cost_distance_compare(promise_of(p, a), promise_of(p, b), p->l.width);
    if (order)
        return order < 0;
    if (p->parts[a].length != p->parts[b].length)
        return p->parts[a].length > p->parts[b].length;
    return a < b;
}

/* ---- parts ------------------------------------------------------------------------- */

static bool make_room(k_best *p)
{
    if (p->count + 2 <= p->room)
        return true;
    if (p->room > UINT32_MAX / 2)
        return false;
    uint32_t room = p->room ? p->room * 2 : 1024;
    part *parts = realloc(p->parts, room * sizeof *parts);
    if (parts)
        p->parts = parts;
    int64_t *promise = realloc(p->promise, (size_t)room * p->l.width * sizeof *promise);
    if (promise)
        p->promise = promise;
    if (!parts || !promise)
        return false;
    p->room = room;
    return true;
}

/* A new part that waits; `promise` may be that of another part. */
static int add_part(k_best *p, part made, const int64_t *promise, wgcq_error *err)
{
    uint32_t i = ++p->count;
    p->effort++;
    p->parts[i] = made;
    memcpy(promise_of(p, i), promise, p->l.width * sizeof *promise);
    return heap_push(&p->waiting, i) ? 0 : error_set_memory(err);
}

static int add_starts(k_best *p, wgcq_error *err)
{
    int code = 0;
    for (uint32_t s = 1; s <= p->g->states && !code; s++)
        if (p->g->marks[s] & MARK_START && p->l.reachable[s])
            code = make_room(p) ? add_part(p, (part){.edge = s}, cost_distance_cost(&p->l, s), err)
                                : error_set_memory(err);
    return code;
}

/* ---- the part that is gone on from ---------------------------------------------------- */

static void step_onto(k_best *p, uint32_t i)
{
    p->on.stamp[state_of(p, i)] = p->on.current;
    for (size_t k = 0; k < p->l.width && p->parts[i].before; k++)
        p->spent[k] = cost_add(p->spent[k], cost_distance_edge(&p->l, edge_of(p, i), k));
}

/* Marks the states of part i and adds up what it has cost; one step where it goes on from the
   current one.  false: it goes on from a part that comes to nothing. */
static bool set_current(k_best *p, uint32_t i)
{
    bool dead = false;
    if (!p->current || p->parts[i].before != p->current) {
        path_marks_clear(&p->on, p->g->states);
        memset(p->spent, 0, p->l.width * sizeof *p->spent);
        for (uint32_t k = p->parts[i].before; k && !dead; k = p->parts[k].before) {
            dead = p->parts[k].edge & DEAD;
            step_onto(p, k);
        }
    }
    p->current = dead ? 0 : i;
    step_onto(p, i);
    return !dead;
}

/* One move further: what is promised is never less than before. */
static int go_on(k_best *p, uint32_t i, uint64_t e, wgcq_error *err)
{
    uint32_t to = p->g->dst[e];
    if (!p->l.reachable[to] || path_marks_has(&p->on, to))
        return 0;
    for (size_t k = 0; k < p->l.width; k++)
        p->sum[k] = cost_add(cost_add(p->spent[k], cost_distance_edge(&p->l, e, k)),
                             cost_distance_cost(&p->l, to)[k]);
    if (!make_room(p))
        return error_set_memory(err);
    bool less = cost_distance_compare(p->sum, promise_of(p, i), p->l.width) < 0;
    return add_part(p, (part){i, p->parts[i].length + 1, e}, less ? promise_of(p, i) : p->sum, err);
}

/* Whether part i can come to a goal round its own states; the least of it, with what was spent, in
   p->sum. */
static int look_round(k_best *p, uint32_t i, bool *found, wgcq_error *err)
{
    int code = p->round ? 0 : avoiding_path_new(&p->round, &p->l, err);
    set_current(p, i);
    if (!code)
        code = avoiding_path_find(p->round, state_of(p, i), &p->on, p->sum, found, &p->effort, err);
    for (size_t k = 0; k < p->l.width && !code && *found; k++)
        p->sum[k] = cost_add(p->spent[k], p->sum[k]);
    return code;
}

static uint32_t ancestor(const k_best *p, uint32_t i, uint32_t length)
{
    while (p->parts[i].length > length)
        i = p->parts[i].before;
    return i;
}

/* Part i comes to nothing.  The shortest part before it that does takes all that goes on from it
   along; nothing before a part that comes to a goal does, so it is found by halving. */
static int bury(k_best *p, uint32_t i, wgcq_error *err)
{
    uint32_t low = 0, high = p->parts[i].length;
    int code = 0;
    for (uint32_t k = p->parts[i].before; k && !low; k = p->parts[k].before)
        if (p->parts[k].edge & EXACT)
            low = p->parts[k].length + 1;
    while (low < high && !code) {
        uint32_t middle = low + (high - low) / 2, k = ancestor(p, i, middle);
        bool found;
        code = look_round(p, k, &found, err);
        if (!code && found)
            low = middle + 1;
        else
            high = middle;
    }
    p->parts[ancestor(p, i, high)].edge |= DEAD;
    p->current = 0;
    return code;
}

/* What part i can come to at the least; *gone: nothing, or it waits again. */
static int sharpen(k_best *p, uint32_t i, bool *gone, wgcq_error *err)
{
    bool found;
    int code = look_round(p, i, &found, err);
    if (code)
        return code;
    *gone = true;
    if (!found)
        return bury(p, i, err);
    p->parts[i].edge |= EXACT;
    if (cost_distance_compare(p->sum, promise_of(p, i), p->l.width) <= 0) {
        *gone = false;
        return 0;
    }
    memcpy(promise_of(p, i), p->sum, p->l.width * sizeof *p->sum);
    return heap_push(&p->waiting, i) ? 0 : error_set_memory(err);
}

static int extend(k_best *p, uint32_t i, wgcq_error *err)
{
    uint32_t s = state_of(p, i);
    bool gone = !set_current(p, i);
    int code = 0;
    if (!gone && ++p->vain > p->patience && !(p->parts[i].edge & EXACT))
        code = sharpen(p, i, &gone, err);
    for (uint64_t e = p->g->first[s]; e < p->g->first[s + (size_t)1] && !gone && !code; e++)
        code = go_on(p, i, e, err);
    return code;
}

/* ---- best first ------------------------------------------------------------------------ */

static bool edges_room(k_best *p, size_t length)
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

static int give(k_best *p, uint32_t i, uint32_t *start, uint32_t *length, const uint64_t **edges,
                wgcq_error *err)
{
    *length = p->parts[i].length;
    if (!edges_room(p, *length))
        return error_set_memory(err);
    for (uint32_t k = *length; p->parts[i].before; i = p->parts[i].before)
        p->edges[--k] = edge_of(p, i);
    *start = state_of(p, i);
    *edges = p->edges;
    p->vain = 0;
    return 0;
}

static size_t parts_memory(const k_best *p)
{
    return p->count * (sizeof *p->parts + p->l.width * sizeof *p->promise) +
           p->waiting.room * sizeof *p->waiting.numbers;
}

static int next_best(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                     const wgcq_watch *watch, wgcq_error *err)
{
    int code = 0;
    while (p->waiting.count && !code) {
        p->tired =
            (p->allowed && p->effort > p->allowed) || (p->bytes && parts_memory(p) > p->bytes);
        if (p->tired)
            return WGCQ_DONE;
        uint32_t i = heap_pop(&p->waiting);
        if (p->g->marks[state_of(p, i)] & MARK_GOAL)
            return give(p, i, start, length, edges, err);
        code = extend(p, i, err);
        if (!code)
            code = progress_poll(&p->glance, watch, p->parts[i].length, err);
    }
    return code ? code : WGCQ_DONE;
}

/* ---- only optimal: depth-first along tight edges ------------------------------------- */

/* The next start that is as good as the best. */
static bool next_start(k_best *p)
{
    const cost_distance *l = &p->l;
    while (p->best && ++p->start <= p->g->states) {
        uint32_t s = p->start;
        if (!(p->g->marks[s] & MARK_START) || !l->reachable[s] ||
            cost_distance_compare(cost_distance_cost(l, s), cost_distance_cost(l, p->best),
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
static bool wander(k_best *p)
{
    uint32_t s = p->way[p->depth];
    uint64_t end = p->g->marks[s] & MARK_GOAL ? 0 : p->g->first[s + (size_t)1];
    while (p->next[p->depth] < end) {
        uint64_t e = p->next[p->depth]++;
        if (!cost_distance_tight(&p->l, s, e))
            continue;
        p->edges[p->depth++] = e;
        p->way[p->depth] = p->g->dst[e];
        p->next[p->depth] = p->g->first[p->g->dst[e]];
        return true;
    }
    return p->depth-- > 0;
}

static int next_optimal(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                        const wgcq_watch *watch, wgcq_error *err)
{
    if (p->best && !cost_distance_fits(&p->l, p->best))
        return cost_distance_overflow(&p->l, p->best, err);
    for (;;) {
        if (p->under_way)
            p->under_way = wander(p);
        if (!p->under_way && !(p->under_way = next_start(p)))
            return WGCQ_DONE;
        int code = progress_poll(&p->glance, watch, p->depth, err);
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

static int prepare(k_best *p, wgcq_error *err)
{
    p->best = cost_distance_best_start(&p->l);
    size_t length = p->best ? (size_t)cost_distance_cost(&p->l, p->best)[p->l.moves_at] : 0;
    p->patience = PATIENCE + 2 * (uint64_t)length;
    if (p->only_optimal) {
        p->way = malloc((length + 2) * sizeof *p->way);
        p->next = malloc((length + 2) * sizeof *p->next);
        return p->way && p->next && edges_room(p, length + 1) ? 0 : error_set_memory(err);
    }
    p->waiting = (heap){.of = p, .sooner = sooner};
    p->spent = malloc(p->l.width * sizeof *p->spent);
    p->sum = malloc(p->l.width * sizeof *p->sum);
    if (!path_marks_open(&p->on, p->g->states) || !p->spent || !p->sum)
        return error_set_memory(err);
    return add_starts(p, err);
}

int k_best_new(k_best **out, const graph *g, const graph_back *back, cost_order by,
               bool only_optimal, wgcq_error *err)
{
    k_best *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(err);
    p->g = g;
    p->only_optimal = only_optimal;
    progress_begin(&p->glance, "solutions", g);
    int code = cost_distance_find(&p->l, g, back, by, err);
    if (!code)
        code = prepare(p, err);
    if (code)
        k_best_free(p);
    else
        *out = p;
    return code;
}

int k_best_next(k_best *p, uint32_t *start, uint32_t *length, const uint64_t **edges,
                const wgcq_watch *watch, wgcq_error *err)
{
    return p->only_optimal ? next_optimal(p, start, length, edges, watch, err)
                           : next_best(p, start, length, edges, watch, err);
}

/* *over: the edge by which it no longer fits. */
static int64_t add_up(const graph *g, int cost, uint32_t length, const uint64_t *edges,
                      uint64_t *over)
{
    int64_t sum = cost < 0 ? (int64_t)length : 0;
    for (uint32_t i = 0; i < length && cost >= 0 && cost_fits(sum); i++) {
        sum = cost_add(sum, g->cost[edges[i] * g->costs + (unsigned)cost]);
        *over = edges[i];
    }
    return sum;
}

int64_t k_best_cost(const graph *g, int cost, uint32_t length, const uint64_t *edges)
{
    uint64_t over;
    return add_up(g, cost, length, edges, &over);
}

int k_best_checked_cost(int64_t *out, const graph *g, int cost, uint32_t length,
                        const uint64_t *edges, wgcq_error *err)
{
    uint64_t over = 0;
    *out = add_up(g, cost, length, edges, &over);
    return cost_fits(*out) ? 0 : graph_overflow(g, over, err);
}

void k_best_set_budget(k_best *p, uint64_t effort, size_t bytes)
{
    p->allowed = effort;
    p->bytes = bytes;
}

bool k_best_out_of_budget(const k_best *p)
{
    return p->tired;
}

void k_best_free(k_best *p)
{
    if (!p)
        return;
    cost_distance_free(&p->l);
    avoiding_path_free(p->round);
    path_marks_close(&p->on);
    heap_free(&p->waiting);
    free(p->parts);
    free(p->promise);
    free(p->spent);
    free(p->sum);
    free(p->way);
    free(p->next);
    free(p->edges);
    free(p);
}
