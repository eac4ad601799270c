/*
 * count_walks.c - how many plans of a given length there are, by dynamic programming from both
 * ends.
 *
 * Walks from the starts are counted forwards to the middle, walks to the goals backwards to there:
 * each count then has about half as many digits as the sum of their products, which is the answer.
 * As long as counts fit one or two limbs they are added in plain loops, and a move whose sums do
 * not fit is made again with counts that grow.
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
    bool pull;          /* walks to the goals, else from the starts                             */
    unsigned width;     /* limbs of `now` and `next` while they are narrow, else 0             */
    progress_clock progress;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} walk_counter;

static bool any_walk(const walk_counter *w, uint32_t s)
{
    return w->any[s / 8] >> s % 8 & 1;
}

static bool is_counted(const walk_counter *w, size_t s)
{
    size_t limbs = w->now.limbs;
    const mp_limb_t *count = w->now.limb + s * limbs;
    mp_limb_t any = count[0];
    for (size_t k = 1; k < limbs; k++)
        any |= count[k];
    return any != 0;
}

static void mark_counted(walk_counter *w)
{
    size_t end = w->now.count;
    for (size_t s = 0; s < end; s += 8) {
        unsigned bits = 0;
        for (size_t i = 0; i < 8 && s + i < end; i++)
            bits |= (unsigned)is_counted(w, s + i) << i;
        w->any[s / 8] = (uint8_t)bits;
    }
}

/* ---- of narrow counts ------------------------------------------------------------------------ */

/* to += more; whether the sum does not fit. */
static inline bool add_limbs(mp_limb_t *to, const mp_limb_t *more, size_t limbs)
{
    bool beyond = __builtin_add_overflow(to[0], more[0], &to[0]);
    if (limbs == 2) {
        bool carry = beyond;
        beyond = __builtin_add_overflow(to[1], more[1], &to[1]);
        beyond |= __builtin_add_overflow(to[1], (mp_limb_t)carry, &to[1]);
    }
    return beyond;
}

/* Adds to the targets what has come to states from..end-1; whether all sums fit. */
static inline bool push_narrow(const walk_counter *w, uint32_t from, uint32_t end, size_t limbs)
{
    const uint32_t *dst = w->g->dst;
    const uint64_t *first = w->g->first;
    mp_limb_t *next = w->next.limb;
    bool beyond = false;
    for (uint32_t s = from; s < end; s++)
        for (uint64_t e = first[s]; any_walk(w, s) && e < first[s + (size_t)1]; e++)
            beyond |= add_limbs(next + dst[e] * limbs, w->now.limb + s * limbs, limbs);
    return !beyond;
}

/* Adds to states from..end-1 what their targets lead on to; whether all sums fit. */
static inline bool pull_narrow(const walk_counter *w, uint32_t from, uint32_t end, size_t limbs)
{
    const uint32_t *dst = w->g->dst;
    const uint64_t *first = w->g->first;
    const mp_limb_t *now = w->now.limb;
    bool beyond = false;
    for (uint32_t s = from; s < end; s++) {
        mp_limb_t sum[2] = {0};
        for (uint64_t e = first[s]; e < first[s + (size_t)1]; e++)
            if (any_walk(w, dst[e]))
                beyond |= add_limbs(sum, now + dst[e] * limbs, limbs);
        memcpy(w->next.limb + s * limbs, sum, limbs * sizeof *sum);
    }
    return !beyond;
}

/* ---- of wide ones, which grow ---------------------------------------------------------------- */

/* The count at the target of an edge that follows soon. */
static void prefetch_target(const walk_counter *w, const bigcount *of, uint64_t e)
{
    if (e + EDGES_AHEAD < w->g->edges)
        bigcount_prefetch(of, w->g->dst[e + EDGES_AHEAD]);
}

static bool push_wide(walk_counter *w, uint32_t s)
{
    bool fine = true;
    for (uint64_t e = w->g->first[s]; any_walk(w, s) && e < w->g->first[s + (size_t)1]; e++) {
        prefetch_target(w, &w->next, e);
        fine = fine && bigcount_add(&w->next, w->g->dst[e], &w->now, s);
    }
    return fine;
}

static bool pull_wide(walk_counter *w, uint32_t s)
{
    bool fine = true;
    for (uint64_t e = w->g->first[s]; e < w->g->first[s + (size_t)1]; e++) {
        prefetch_target(w, &w->now, e);
        if (any_walk(w, w->g->dst[e]))
            fine = fine && bigcount_add(&w->next, s, &w->now, w->g->dst[e]);
    }
    return fine;
}

/* ---- one move more --------------------------------------------------------------------------- */

/* States from..end-1; false: a sum does not fit, or there is no memory for a wide one. */
static bool extend_states(walk_counter *w, uint32_t from, uint32_t end)
{
    bool fine = true;
    if (w->width == 1)
        return w->pull ? pull_narrow(w, from, end, 1) : push_narrow(w, from, end, 1);
    if (w->width == 2)
        return w->pull ? pull_narrow(w, from, end, 2) : push_narrow(w, from, end, 2);
    for (uint32_t s = from; s < end && fine; s++)
        fine = w->pull ? pull_wide(w, s) : push_wide(w, s);
    return fine;
}

/* w->next, from w->now; *fits: whether all sums do. */
static int extend_all_states(walk_counter *w, bool *fits)
{
    bool overwritten =
        w->pull && w->width && w->next.count == w->now.count && w->next.limbs == w->now.limbs;
    int code = 0;
    *fits = true;
    if (!overwritten && !bigcount_resize_like(&w->next, &w->now))
        return error_set_memory(w->err);
    for (uint32_t from = 1, end; from <= w->g->states && *fits && !code; from = end) {
        end = w->g->states - from < STATES_A_POLL ? w->g->states + 1 : from + STATES_A_POLL;
        *fits = extend_states(w, from, end);
        code = progress_poll(&w->progress, w->monitor, 0, w->err);
    }
    return code;
}

/* From the number of walks to (from) each state to that of one move more. */
static int extend_by_one_move(walk_counter *w)
{
    bool fits;
    size_t limbs = w->now.limbs > w->next.limbs ? w->now.limbs : w->next.limbs;
    mark_counted(w);
    w->width = limbs == w->now.limbs && limbs <= 2 ? (unsigned)limbs : 0;
    int code = extend_all_states(w, &fits);
    if (!code && !fits && w->width) {
        w->width = 0;
        code = extend_all_states(w, &fits);
    }
    bigcount swap = w->now;
    w->now = w->next;
    w->next = swap;
    return code || fits ? code : error_set_memory(w->err);
}

/* w->now: how many walks of `length` moves begin (end, if they are pulled) at a state with the
   mark, and end (begin) at each. */
static int count_from_marked(walk_counter *w, uint8_t mark, uint64_t length)
{
    if (!bigcount_resize(&w->now, (size_t)w->g->states + 1))
        return error_set_memory(w->err);
    for (uint32_t s = 1; s <= w->g->states; s++)
        bigcount_set_small(&w->now, s, w->g->marks[s] & mark ? 1 : 0);
    int code = 0;
    for (uint64_t k = 0; k < length && !code; k++)
        code = extend_by_one_move(w);
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
    int code = w.any ? count_from_marked(&w, MARK_START, length / 2) : error_set_memory(err);
    forwards = w.now;
    w.now = (bigcount){0};
    w.pull = true;
    if (!code)
        code = count_from_marked(&w, MARK_GOAL, length - length / 2);
    if (!code && !bigcount_sum_products(&sum, &forwards, &w.now))
        code = error_set_memory(err);
    *out = code ? NULL : bigcount_text(&sum, 0);
    bigcount_free(&forwards);
    bigcount_free(&w.now);
    bigcount_free(&sum);
    free(w.any);
    return code || *out ? code : error_set_memory(err);
}
