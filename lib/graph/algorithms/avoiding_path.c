/*
 * avoiding_path.c - A* from a state to the nearest goal, avoiding the states of a path.
 *
 * The heuristic is the distance to a goal in the whole graph, which is consistent: so the first
 * goal dequeued is the nearest, and where the path blocks nothing only states on one cheapest path
 * are expanded.  With final costs the search continues to the first state whose estimate is no less
 * than the best end so far.
 */
#include "graph/algorithms/avoiding_path.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/heap.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* ---- the states of a path ---------------------------------------------------------- */

/* A stamp is read before it is written.  In a new page each is a page fault, and the second one
   interrupts every processor that runs a thread of the process; so pages are asked for at once. */
bool path_marks_open(path_marks *m, const graph *g)
{
    const size_t count = (size_t)g->states + 1;
    m->home = g->home;
    m->stamp = home_calloc(m->home, count, sizeof *m->stamp);
    if (!m->home)
        array_use_pages(m->stamp, 0, count * sizeof *m->stamp);
    m->current = 1;
    return m->stamp != NULL;
}

void path_marks_clear(path_marks *m, uint32_t states)
{
    assert(m->stamp);
    if (++m->current)
        return;
    memset(m->stamp, 0, ((size_t)states + 1) * sizeof *m->stamp);
    m->current = 1;
}

void path_marks_close(path_marks *m)
{
    home_free(m->home, m->stamp);
    m->stamp = NULL;
}

/* ---- the search ------------------------------------------------------------------------ */

struct avoiding_path {
    const cost_distance *dist;
    heap open;
    uint32_t *heap_place; /* [states + 1], used by `open`                  */
    path_marks reached;   /* states reached in this search                 */
    int64_t *path_cost;   /* [states + 1][width], cost of reaching each    */
    int64_t *sum;
    progress_clock progress;
};

static const int64_t *path_cost_of(const avoiding_path *search, uint32_t s)
{
    return search->path_cost + (size_t)s * search->dist->width;
}

/* Orders two states by f: the cost of reaching them plus their distance to a goal. */
static int compare_estimates(const avoiding_path *search, uint32_t a, uint32_t b)
{
    const cost_distance *dist = search->dist;
    for (size_t i = 0; i < dist->width; i++) {
        int64_t x = cost_add(path_cost_of(search, a)[i], cost_distance_at(dist, a, i));
        int64_t y = cost_add(path_cost_of(search, b)[i], cost_distance_at(dist, b, i));
        if (x != y)
            return cost_less(x, y) ? -1 : 1;
        if (!cost_fits(x))
            return 0;
    }
    return 0;
}

/* Ties are broken by the fewest remaining moves. */
static bool expands_before(const void *of, uint32_t a, uint32_t b)
{
    const avoiding_path *search = of;
    const cost_distance *dist = search->dist;
    int order = compare_estimates(search, a, b);
    if (order)
        return order < 0;
    int64_t remaining =
        cost_distance_at(dist, a, dist->moves_at) - cost_distance_at(dist, b, dist->moves_at);
    return remaining ? remaining < 0 : a < b;
}

int avoiding_path_new(avoiding_path **out, const cost_distance *dist, wgcq_error *err)
{
    size_t states = (size_t)dist->g->states + 1;
    avoiding_path *search = calloc(1, sizeof *search);
    if (!search)
        return error_set_memory(err);
    search->dist = dist;
    progress_begin(&search->progress, "solutions", dist->g);
    search->heap_place = home_calloc(dist->g->home, states, sizeof *search->heap_place);
    search->path_cost =
        home_malloc(dist->g->home, states * dist->width * sizeof *search->path_cost);
    search->sum = malloc(dist->width * sizeof *search->sum);
    search->open = (heap){.home = dist->g->home,
                          .context = search,
                          .less = expands_before,
                          .position = search->heap_place};
    if (!path_marks_open(&search->reached, dist->g) || !search->heap_place || !search->path_cost ||
        !search->sum) {
        avoiding_path_free(search);
        return error_set_memory(err);
    }
    *out = search;
    return 0;
}

void avoiding_path_free(avoiding_path *search)
{
    if (!search)
        return;
    heap_free(&search->open);
    path_marks_close(&search->reached);
    home_free(search->dist->g->home, search->heap_place);
    home_free(search->dist->g->home, search->path_cost);
    FREE_EACH(search->sum, search);
}

/* The cost of reaching s and going along edge e, into sum. */
static void sum_with_edge(avoiding_path *search, uint32_t s, uint64_t e)
{
    for (size_t i = 0; i < search->dist->width; i++)
        search->sum[i] =
            cost_add(path_cost_of(search, s)[i], cost_distance_edge(search->dist, e, i));
}

static int expand_state(avoiding_path *search, uint32_t s, const path_marks *path, wgcq_error *err)
{
    const cost_distance *dist = search->dist;
    const graph *g = dist->g;
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++) {
        uint32_t to = g->dst[e];
        if (!cost_distance_reaches(dist, to) || path_marks_has(path, to))
            continue;
        sum_with_edge(search, s, e);
        if (path_marks_has(&search->reached, to) &&
            cost_distance_compare(search->sum, path_cost_of(search, to), dist->width) >= 0)
            continue;
        memcpy(search->path_cost + (size_t)to * dist->width, search->sum,
               dist->width * sizeof *search->sum);
        search->reached.stamp[to] = search->reached.current;
        if (!heap_push(&search->open, to))
            return error_set_memory(err);
    }
    return 0;
}

/* The cost of reaching goal s and ending there, into cost, if that is less than what is in it. */
static void end_at_goal(const avoiding_path *search, uint32_t s, int64_t *cost, bool *found)
{
    size_t width = search->dist->width;
    for (size_t i = 0; i < width; i++)
        search->sum[i] =
            cost_add(path_cost_of(search, s)[i], cost_distance_final(search->dist, s, i));
    if (*found && cost_distance_compare(cost, search->sum, width) <= 0)
        return;
    memcpy(cost, search->sum, width * sizeof *cost);
    *found = true;
}

/* Whether no path that continues from s, the next one, costs less than `cost`. */
static bool is_least(const avoiding_path *search, uint32_t s, const int64_t *cost)
{
    size_t width = search->dist->width;
    for (size_t i = 0; i < width; i++)
        search->sum[i] = cost_add(path_cost_of(search, s)[i], cost_distance_at(search->dist, s, i));
    return cost_distance_compare(cost, search->sum, width) <= 0;
}

int avoiding_path_find(avoiding_path *search, uint32_t from, const path_marks *path, int64_t *cost,
                       bool *found, uint64_t *effort, wgcq_error *err)
{
    const cost_distance *dist = search->dist;
    int code = 0;
    assert(from && from <= dist->g->states && path->stamp != search->reached.stamp);
    heap_clear(&search->open);
    path_marks_clear(&search->reached, dist->g->states);
    memset(search->path_cost + (size_t)from * dist->width, 0, dist->width * sizeof *cost);
    search->reached.stamp[from] = search->reached.current;
    *found = false;
    if (!heap_push(&search->open, from))
        return error_set_memory(err);
    while (search->open.count && !code) {
        uint32_t s = heap_pop(&search->open);
        ++*effort;
        if (dist->g->marks[s] & MARK_GOAL)
            end_at_goal(search, s, cost, found);
        if (*found && is_least(search, s, cost))
            return 0;
        code = expand_state(search, s, path, err);
        code = code ? code : progress_poll(&search->progress, dist->g->monitor, 0, err);
    }
    return code;
}
