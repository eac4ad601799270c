/*
 * count_walks.c - how many plans of a given length there are, by dynamic programming from both
 * ends.
 *
 * Walks from the starts are counted forwards, walks to the goals backwards to where those end, and
 * the sum of the products of both is the answer.  Counts have as many digits as their walks have
 * moves, about: so two thirds of the moves are made forwards, where two moves are held, and one
 * third backwards, where two are held beside the last one of those.  Then both take the same.
 */
#include "graph/algorithms/walks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/prefetch.h"
#include "base/containers/state_counts.h"
#include "base/error.h"
#include "base/progress_clock.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FAST __attribute__((target_clones("popcnt", "default")))
#else
#define FAST
#endif

enum { BLOCKS_A_POLL = 16, STATES_A_BLOCK = 64 };
/* Edges between the one whose end's count is used and the one whose end's count is fetched. */
enum { EDGES_AHEAD = 24 };

typedef struct walk_counter {
    const graph *g;
    state_counts now, next; /* walks of so many moves, and of one more   */
    bool pull;              /* walks to the goals, else from the starts */
    uint64_t *last_marks;   /* [blocks] which states `next` had counts of before */
    bool steady;            /* they were the same as two moves before, and so they stay, by turns */
    uint64_t moves;
    progress_clock progress;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} walk_counter;

/* ---- which states have walks ----------------------------------------------------------------- */

/* Marks successors of the marked states of this block. */
static void mark_targets(walk_counter *w, size_t block)
{
    for (uint64_t bits = w->now.has[block]; bits; bits &= bits - 1) {
        uint32_t s = (uint32_t)(block * STATES_A_BLOCK) + (uint32_t)__builtin_ctzll(bits);
        for (uint64_t e = graph_row(w->g, s); e < graph_row_end(w->g, s); e++)
            state_counts_mark(&w->next, w->g->dst[e]);
    }
}

static bool leads_to_counted(const walk_counter *w, uint32_t s)
{
    for (uint64_t e = graph_row(w->g, s); e < graph_row_end(w->g, s); e++)
        if (state_counts_has(&w->now, w->g->dst[e]))
            return true;
    return false;
}

/* Marks the states of this block that lead to marked ones. */
static void mark_sources(walk_counter *w, size_t block)
{
    uint64_t from = block * STATES_A_BLOCK, end = from + STATES_A_BLOCK;
    end = end > w->g->states ? w->g->states + (uint64_t)1 : end;
    for (uint64_t s = from ? from : 1; s < end; s++)
        if (leads_to_counted(w, (uint32_t)s))
            state_counts_mark(&w->next, s);
}

/* ---- one move more --------------------------------------------------------------------------- */

static inline uint64_t pair_of_words(const uint32_t *word)
{
    return word[0] | (uint64_t)word[1] << 32;
}

/* to += more; whether the sum does not fit. */
static inline bool add_words(uint32_t *to, const uint32_t *more, unsigned width)
{
    bool carry = false;
    unsigned k = 0;
    for (; k + 2 <= width; k += 2) {
        uint64_t sum = pair_of_words(to + k), other = pair_of_words(more + k);
        bool beyond = __builtin_add_overflow(sum, other, &sum);
        carry = __builtin_add_overflow(sum, (uint64_t)carry, &sum) || beyond;
        to[k] = (uint32_t)sum;
        to[k + 1] = (uint32_t)(sum >> 32);
    }
    if (k == width)
        return carry;
    uint64_t sum = (uint64_t)to[k] + more[k] + carry;
    to[k] = (uint32_t)sum;
    return sum >> 32;
}

/* Adds to the targets what has come to the states of a block; whether all sums fit. */
static inline bool push_block(const walk_counter *w, size_t block, unsigned width)
{
    const uint32_t *dst = w->g->dst, *more = w->now.word + w->now.before[block] * width;
    bool beyond = false;
    for (uint64_t bits = w->now.has[block]; bits; bits &= bits - 1, more += width) {
        uint32_t s = (uint32_t)(block * STATES_A_BLOCK) + (uint32_t)__builtin_ctzll(bits);
        uint64_t end = graph_row_end(w->g, s);
        for (uint64_t e = graph_row(w->g, s); e < end; e++) {
            if (e + EDGES_AHEAD < w->g->edges)
                prefetch_far(state_counts_at(&w->next, dst[e + EDGES_AHEAD], width));
            beyond |= add_words(state_counts_at(&w->next, dst[e], width), more, width);
        }
    }
    return !beyond;
}

/* Adds to the states of a block what their targets lead on to; whether all sums fit. */
static inline bool pull_block(const walk_counter *w, size_t block, unsigned width)
{
    const uint32_t *dst = w->g->dst;
    uint32_t *to = w->next.word + w->next.before[block] * width;
    bool beyond = false;
    for (uint64_t bits = w->next.has[block]; bits; bits &= bits - 1, to += width) {
        uint32_t s = (uint32_t)(block * STATES_A_BLOCK) + (uint32_t)__builtin_ctzll(bits);
        uint64_t end = graph_row_end(w->g, s);
        for (uint64_t e = graph_row(w->g, s); e < end; e++) {
            if (e + EDGES_AHEAD < w->g->edges)
                prefetch_far(state_counts_at(&w->now, dst[e + EDGES_AHEAD], width));
            if (state_counts_has(&w->now, dst[e]))
                beyond |= add_words(to, state_counts_at(&w->now, dst[e], width), width);
        }
    }
    return !beyond;
}

/* Loops over so few words are unrolled. */
#define OF_WIDTH(add, width)                                                                       \
    switch (width) {                                                                               \
    case 1: return add(w, block, 1);                                                               \
    case 2: return add(w, block, 2);                                                               \
    case 3: return add(w, block, 3);                                                               \
    case 4: return add(w, block, 4);                                                               \
    case 5: return add(w, block, 5);                                                               \
    case 6: return add(w, block, 6);                                                               \
    default: return add(w, block, width);                                                          \
    }

FAST static bool push_counts(const walk_counter *w,
                             size_t block){OF_WIDTH(push_block, w->now.width)}

FAST static bool pull_counts(const walk_counter *w, size_t block)
{
    OF_WIDTH(pull_block, w->now.width)
}

static int poll_block(walk_counter *w, size_t block)
{
    return block % BLOCKS_A_POLL ? 0 : progress_poll(&w->progress, w->monitor, 0, w->err);
}

static int mark_next(walk_counter *w)
{
    size_t bytes = w->next.blocks * sizeof *w->last_marks;
    int code = 0;
    if (w->steady)
        return 0;
    memcpy(w->last_marks, w->next.has, bytes);
    state_counts_unmark(&w->next);
    for (size_t block = 0; block < w->now.blocks && !code; block++) {
        if (w->pull)
            mark_sources(w, block);
        else
            mark_targets(w, block);
        code = poll_block(w, block);
    }
    w->steady = !code && w->moves && !memcmp(w->last_marks, w->next.has, bytes);
    return code;
}

/* w->next, from w->now and as wide; *fits: whether all sums do. */
static int add_walk_counts(walk_counter *w, bool *fits)
{
    int code = state_counts_clear(&w->next, w->now.width) ? 0 : error_set_memory(w->err);
    *fits = true;
    for (size_t block = 0; block < w->now.blocks && *fits && !code; block++) {
        *fits = w->pull ? pull_counts(w, block) : push_counts(w, block);
        code = poll_block(w, block);
    }
    return code;
}

/* From the number of walks to (from) each state to that of one move more. */
static int extend_by_one_move(walk_counter *w)
{
    bool fits = false;
    int code = mark_next(w);
    code = code ? code : add_walk_counts(w, &fits);
    while (!code && !fits)
        code = state_counts_widen(&w->now) ? add_walk_counts(w, &fits) : error_set_memory(w->err);
    state_counts swap = w->now;
    w->now = w->next;
    w->next = swap;
    w->moves++;
    return code;
}

/* w->now: how many walks of `length` moves begin (end, if they are pulled) at a state with the
   mark, and end (begin) at each. */
static int count_from_marked(walk_counter *w, uint8_t mark, uint64_t length)
{
    size_t states = (size_t)w->g->states + 1;
    assert(!w->now.has && !w->next.has);
    if (!state_counts_open(&w->now, states) || !state_counts_open(&w->next, states) ||
        !(w->last_marks = malloc(w->next.blocks * sizeof *w->last_marks)))
        return error_set_memory(w->err);
    w->steady = false;
    w->moves = 0;
    for (uint32_t s = 1; s < states; s++)
        if (w->g->marks[s] & mark)
            state_counts_mark(&w->now, s);
    if (!state_counts_clear(&w->now, 1))
        return error_set_memory(w->err);
    for (size_t i = 0; i < w->now.count; i++)
        w->now.word[i] = 1;
    int code = 0;
    while (w->moves < length && !code)
        code = extend_by_one_move(w);
    state_counts_close(&w->next);
    free(w->last_marks);
    w->last_marks = NULL;
    return code;
}

int walks_count(char **out, const graph *g, uint64_t length, const wgcq_monitor *monitor,
                wgcq_error *err)
{
    walk_counter w = {.g = g, .monitor = monitor, .err = err};
    uint64_t backwards = length / 3;
    progress_begin(&w.progress, "counting", g);
    w.progress.interval = 1;
    *out = NULL;
    int code = count_from_marked(&w, MARK_START, length - backwards);
    state_counts forwards = w.now;
    w.now = (state_counts){0};
    w.pull = true;
    code = code ? code : count_from_marked(&w, MARK_GOAL, backwards);
    if (!code && !(*out = state_counts_sum_products(&forwards, &w.now)))
        code = error_set_memory(err);
    state_counts_close(&forwards);
    state_counts_close(&w.now);
    state_counts_close(&w.next);
    free(w.last_marks);
    return code;
}
