/* walks.c - plans of a given length: counted by dynamic programming, enumerated depth-first. */
#include "answers/graph/walks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/bigcount.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* ---- counting ------------------------------------------------------------------------ */

/* From the number of walks of k moves from each state to that of k + 1, over the first edge. */
static int extend_by_one_move(const graph *g, bigcount *longer, const bigcount *shorter,
                              progress_clock *progress, const wgcq_monitor *monitor,
                              wgcq_error *err)
{
    int code = bigcount_resize(longer, shorter->count) ? 0 : error_set_memory(err);
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1] && !code; e++)
            if (!bigcount_is_zero(shorter, g->dst[e]) &&
                !bigcount_add(longer, s, shorter, g->dst[e]))
                code = error_set_memory(err);
        if (!code)
            code = progress_poll(progress, monitor, 0, err);
    }
    return code;
}

/* There is no state 0: its counter holds the sum. */
static int sum_over_starts(char **out, const graph *g, bigcount *count, wgcq_error *err)
{
    bool fine = true;
    for (uint32_t s = 1; s <= g->states && fine; s++)
        if (g->marks[s] & MARK_START)
            fine = bigcount_add(count, 0, count, s);
    *out = fine ? bigcount_text(count, 0) : NULL;
    return *out ? 0 : error_set_memory(err);
}

int walks_count(char **out, const graph *g, uint64_t length, const wgcq_monitor *monitor,
                wgcq_error *err)
{
    bigcount now = {0}, next = {0};
    int code = bigcount_resize(&now, (size_t)g->states + 1) ? 0 : error_set_memory(err);
    progress_clock progress;
    progress_begin(&progress, "counting", g);
    for (uint32_t s = 1; s <= g->states && !code; s++)
        bigcount_set_small(&now, s, g->marks[s] & MARK_GOAL ? 1 : 0);
    for (uint64_t k = 0; k < length && !code; k++) {
        code = extend_by_one_move(g, &next, &now, &progress, monitor, err);
        bigcount swap = now;
        now = next;
        next = swap;
    }
    if (!code)
        code = sum_over_starts(out, g, &now, err);
    bigcount_free(&now);
    bigcount_free(&next);
    return code;
}

/* ---- enumerating ------------------------------------------------------------------------ */

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

static void find_reach(walks *w, const reversed_graph *back)
{
    const graph *g = w->g;
    for (uint32_t s = 1; s <= g->states; s++)
        if (g->marks[s] & MARK_GOAL)
            set_reach(w, s, 0);
    for (uint32_t k = 0; k < w->length; k++)
        for (uint32_t s = 1; s <= g->states; s++)
            for (uint64_t b = back->first[s];
                 reaches_goal_in(w, s, k) && b < back->first[s + (size_t)1]; b++)
                set_reach(w, back->src[b], k + 1);
}

int walks_new(walks **out, const graph *g, const reversed_graph *back, uint64_t length,
              wgcq_error *err)
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
    find_reach(w, back);
    *out = w;
    return 0;
}

void walks_free(walks *w)
{
    if (!w)
        return;
    free(w->reach);
    free(w->path);
    free(w->next);
    free(w->edges);
    free(w);
}

static bool next_walk_start(walks *w)
{
    while (++w->start <= w->g->states) {
        if (!(w->g->marks[w->start] & MARK_START) || !reaches_goal_in(w, w->start, w->length))
            continue;
        w->depth = 0;
        w->path[0] = w->start;
        w->next[0] = w->g->first[w->start];
        return true;
    }
    return false;
}

/* One edge further, or one step back; false: this start is exhausted. */
static bool step_walk(walks *w)
{
    assert(w->depth <= w->length);
    uint32_t s = w->path[w->depth];
    uint64_t end = w->depth < w->length ? w->g->first[s + (size_t)1] : 0;
    while (w->next[w->depth] < end) {
        uint64_t e = w->next[w->depth]++;
        if (!reaches_goal_in(w, w->g->dst[e], w->length - w->depth - 1))
            continue;
        w->edges[w->depth++] = e;
        w->path[w->depth] = w->g->dst[e];
        w->next[w->depth] = w->g->first[w->g->dst[e]];
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
