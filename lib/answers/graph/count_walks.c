/*
 * count_walks.c - how many plans of a given length there are, by dynamic programming from both
 * ends.
 *
 * Walks from the starts are counted forwards to the middle, walks to the goals backwards to there:
 * each count then has about half as many digits as the sum of their products, which is the answer.
 */
#include "answers/graph/walks.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/bigcount.h"
#include "base/error.h"
#include "base/progress_clock.h"

enum { STATES_A_POLL = 1024, EDGES_AHEAD = 24 };

typedef struct walk_counter {
    const graph *g;
    bigcount now, next; /* [states + 1] walks of so many moves, and of one more */
    uint8_t *any;       /* [states + 1] bits: `now` is not 0; few enough to stay in a near cache */
    progress_clock progress;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} walk_counter;

static bool any_walk(const walk_counter *w, uint32_t s)
{
    return w->any[s / 8] >> s % 8 & 1;
}

static bool mark_counted(walk_counter *w)
{
    memset(w->any, 0, w->g->states / 8 + (size_t)1);
    for (uint32_t s = 1; s <= w->g->states; s++)
        w->any[s / 8] = (uint8_t)(w->any[s / 8] | !bigcount_is_zero(&w->now, s) << s % 8);
    return bigcount_resize(&w->next, w->now.count);
}

/* The count at the target of an edge that follows soon. */
static void prefetch_target(const walk_counter *w, const bigcount *of, uint64_t e)
{
    if (e + EDGES_AHEAD < w->g->edges)
        bigcount_prefetch(of, w->g->dst[e + EDGES_AHEAD]);
}

/* Adds to the targets what has come to s. */
static bool push_walks(walk_counter *w, uint32_t s)
{
    bool fine = true;
    for (uint64_t e = w->g->first[s]; any_walk(w, s) && e < w->g->first[s + (size_t)1]; e++) {
        prefetch_target(w, &w->next, e);
        fine = fine && bigcount_add(&w->next, w->g->dst[e], &w->now, s);
    }
    return fine;
}

/* Adds to s what its targets lead on to. */
static bool pull_walks(walk_counter *w, uint32_t s)
{
    bool fine = true;
    for (uint64_t e = w->g->first[s]; e < w->g->first[s + (size_t)1]; e++) {
        prefetch_target(w, &w->now, e);
        if (any_walk(w, w->g->dst[e]))
            fine = fine && bigcount_add(&w->next, s, &w->now, w->g->dst[e]);
    }
    return fine;
}

/* From the number of walks to (from) each state to that of one move more. */
static int extend_by_one_move(walk_counter *w, bool (*add)(walk_counter *w, uint32_t s))
{
    bool fine = mark_counted(w);
    int code = 0;
    for (uint32_t s = 1; s <= w->g->states && fine && !code; s++) {
        fine = add(w, s);
        if (s % STATES_A_POLL == 0)
            code = progress_poll(&w->progress, w->monitor, 0, w->err);
    }
    bigcount swap = w->now;
    w->now = w->next;
    w->next = swap;
    return fine ? code : error_set_memory(w->err);
}

/* w->now: how many walks of `length` moves begin (end, if they are pulled) at a state with the
   mark, and end (begin) at each. */
static int count_from_marked(walk_counter *w, uint8_t mark, uint64_t length,
                             bool (*add)(walk_counter *w, uint32_t s))
{
    if (!bigcount_resize(&w->now, (size_t)w->g->states + 1))
        return error_set_memory(w->err);
    for (uint32_t s = 1; s <= w->g->states; s++)
        bigcount_set_small(&w->now, s, w->g->marks[s] & mark ? 1 : 0);
    int code = 0;
    for (uint64_t k = 0; k < length && !code; k++)
        code = extend_by_one_move(w, add);
    bigcount_free(&w->next);
    return code;
}

int walks_count(char **out, const graph *g, uint64_t length, const wgcq_monitor *monitor,
                wgcq_error *err)
{
    walk_counter w = {.g = g, .monitor = monitor, .err = err};
    bigcount forwards = {0}, sum = {0};
    progress_begin(&w.progress, "counting", g);
    w.progress.interval = 1;
    w.any = malloc(g->states / 8 + (size_t)1);
    int code =
        w.any ? count_from_marked(&w, MARK_START, length / 2, push_walks) : error_set_memory(err);
    forwards = w.now;
    w.now = (bigcount){0};
    if (!code)
        code = count_from_marked(&w, MARK_GOAL, length - length / 2, pull_walks);
    if (!code && !bigcount_sum_products(&sum, &forwards, &w.now))
        code = error_set_memory(err);
    *out = code ? NULL : bigcount_text(&sum, 0);
    bigcount_free(&forwards);
    bigcount_free(&w.now);
    bigcount_free(&sum);
    free(w.any);
    return code || *out ? code : error_set_memory(err);
}
