/* walks.c - plans of a given length one by one, depth-first; count_walks.c counts them. */
#include "graph/algorithms/walks.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"

enum { PLANS_BETWEEN = 16 }; /* plans from one reading of the clock to the next: each is printed */

struct walks {
    const graph *g;
    uint32_t length;
    size_t set_bytes; /* of one of the sets below */
    uint8_t *reach;   /* [length + 1] bit sets: s is in set k if a goal is exactly k moves away */
    uint32_t start, depth;
    bool in_progress;
    uint32_t *path; /* [length + 1] */
    uint64_t *next; /* [length + 1] */
    uint64_t *edges;
    progress_clock progress;
};

static bool reaches_goal_in(const walks *w, uint32_t state, uint32_t moves)
{
    return w->reach[w->set_bytes * moves + state / 8] >> state % 8 & 1;
}

static void set_reach(walks *w, uint32_t state, uint32_t moves)
{
    assert(state <= w->g->states && moves <= w->length);
    w->reach[w->set_bytes * moves + state / 8] |= (uint8_t)(1 << state % 8);
}

static bool leads_to_goal_in(const walks *w, uint32_t state, uint32_t moves)
{
    for (uint64_t e = graph_row(w->g, state); e < graph_row_end(w->g, state); e++)
        if (reaches_goal_in(w, w->g->dst[e], moves))
            return true;
    return false;
}

static int find_reach(walks *w, wgcq_error *err)
{
    const graph *g = w->g;
    int code = 0;
    for (uint32_t s = 1; s <= g->states; s++)
        if (g->marks[s] & MARK_GOAL)
            set_reach(w, s, 0);
    for (uint32_t k = 0; k < w->length && !code; k++)
        for (uint32_t s = 1; s <= g->states && !code; s++) {
            if (leads_to_goal_in(w, s, k))
                set_reach(w, s, k + 1);
            code = progress_poll(&w->progress, g->monitor, k, err);
        }
    return code;
}

int walks_new(walks **out, const graph *g, uint64_t length, wgcq_error *err)
{
    walks *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(err);
    w->g = g;
    progress_begin(&w->progress, "plans", g);
    w->set_bytes = g->states / 8 + (size_t)1;
    if (length >= UINT32_MAX || length + 1 > SIZE_MAX / w->set_bytes) {
        free(w);
        return error_set(err, WGCQ_EREQUEST, "plans of that length are too long to be listed");
    }
    w->length = (uint32_t)length;
    w->reach = calloc(w->length + (size_t)1, w->set_bytes);
    w->path = malloc((w->length + (size_t)1) * sizeof *w->path);
    w->next = malloc((w->length + (size_t)1) * sizeof *w->next);
    w->edges = malloc((w->length + (size_t)1) * sizeof *w->edges);
    if (!w->reach || !w->path || !w->next || !w->edges) {
        walks_free(w);
        return error_set_memory(err);
    }
    int code = find_reach(w, err);
    w->progress.interval = PLANS_BETWEEN;
    if (code)
        walks_free(w);
    else
        *out = w;
    return code;
}

void walks_free(walks *w)
{
    if (!w)
        return;
    FREE_EACH(w->reach, w->path, w->next, w->edges, w);
}

static bool next_walk_start(walks *w)
{
    while (++w->start <= w->g->states) {
        if (!(w->g->marks[w->start] & MARK_START) || !reaches_goal_in(w, w->start, w->length))
            continue;
        w->depth = 0;
        w->path[0] = w->start;
        w->next[0] = graph_row(w->g, w->start);
        return true;
    }
    return false;
}

/* One edge further, or one step back; false: this start is exhausted. */
static bool step_walk(walks *w)
{
    assert(w->depth <= w->length);
    uint32_t s = w->path[w->depth];
    uint64_t end = w->depth < w->length ? graph_row_end(w->g, s) : 0;
    while (w->next[w->depth] < end) {
        uint64_t e = w->next[w->depth]++;
        if (!reaches_goal_in(w, w->g->dst[e], w->length - w->depth - 1))
            continue;
        w->edges[w->depth++] = e;
        w->path[w->depth] = w->g->dst[e];
        w->next[w->depth] = graph_row(w->g, w->g->dst[e]);
        return true;
    }
    return w->depth-- > 0;
}

int walks_next(walks *w, uint32_t *start, uint32_t *length, const uint64_t **edges,
               const wgcq_monitor *monitor, wgcq_error *err)
{
    for (;;) {
        if (w->in_progress)
            w->in_progress = step_walk(w);
        if (!w->in_progress && !(w->in_progress = next_walk_start(w)))
            return WGCQ_DONE;
        int code = progress_poll(&w->progress, monitor, w->depth, err);
        if (code)
            return code;
        if (w->depth < w->length)
            continue;
        *start = w->path[0];
        *length = w->length;
        *edges = w->edges;
        return 0;
    }
}
