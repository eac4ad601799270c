/*
 * dfs_plans.c - every plan of exactly so many moves, in the order of the moves, by depth-first
 * backtracking without a visited set.
 *
 * There is a frame for each move, which holds all successors of the state before it; frames are
 * created when first needed, and reused.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/bigarray.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "search/search.h"

enum { POLL_EXPANSIONS = 16 }; /* between two readings of the clock */

typedef struct dfs_frame {
    batch found;
    uint8_t *marks;
    size_t room; /* of marks      */
    size_t next; /* to be tried   */
} dfs_frame;

struct dfs_plans {
    const wgcq_model *model;
    void *worker;
    uint64_t length;
    bigarray frames; /* dfs_frame [made]; frame d has the candidates after d moves */
    size_t made;
    size_t depth; /* frames in use; 0: before the first or after the last plan */
    bool begun;
    bool reached;                  /* some run makes `length` moves */
    bigarray states, moves, costs; /* of the plan */
    uint64_t expanded;
    progress_clock clock;
};

static dfs_frame *frame_at(const dfs_plans *b, size_t depth)
{
    return (dfs_frame *)b->frames.at + depth;
}

int dfs_plans_new(dfs_plans **out, const wgcq_model *model, uint64_t length, wgcq_error *err)
{
    dfs_plans *b = calloc(1, sizeof *b);
    if (!b)
        return error_set_memory(err);
    b->model = model;
    b->length = length;
    b->clock = (progress_clock){.phase = "plans",
                                .measure = progress_measure_states,
                                .self = &b->expanded,
                                .interval = POLL_EXPANSIONS};
    progress_clock_start(&b->clock);
    int code = model->worker_new(&b->worker, model, err);
    if (code) {
        dfs_plans_free(b);
        return code;
    }
    *out = b;
    return 0;
}

bool dfs_plans_reached(const dfs_plans *b)
{
    return b->reached;
}

uint64_t dfs_plans_expanded(const dfs_plans *b)
{
    return b->expanded;
}

void dfs_plans_free(dfs_plans *b)
{
    if (!b)
        return;
    for (size_t d = 0; d < b->made; d++) {
        batch_free(&frame_at(b, d)->found);
        free(frame_at(b, d)->marks);
    }
    if (b->worker)
        b->model->worker_free(b->worker);
    bigarray_free(&b->frames);
    bigarray_free(&b->states);
    bigarray_free(&b->moves);
    bigarray_free(&b->costs);
    free(b);
}

/* ---- frames ------------------------------------------------------------------ */

static bool make_frame(dfs_plans *b, size_t depth)
{
    if (depth < b->made)
        return true;
    const wgcq_model *model = b->model;
    size_t count = depth + 1;
    if (!bigarray_reserve(&b->frames, count * sizeof(dfs_frame)) ||
        !bigarray_reserve(&b->states, count * model->words * sizeof(uint64_t)) ||
        !bigarray_reserve(&b->moves, count * sizeof(uint32_t)) ||
        !bigarray_reserve(&b->costs, count * model->costs * sizeof(int64_t) + 1))
        return false;
    frame_at(b, depth)->found = (batch){.words = model->words, .costs = model->costs};
    b->made = count;
    return true;
}

/* The last frame needs goals marked, the others end states. */
static int mark_frame(dfs_plans *b, size_t depth, wgcq_error *err)
{
    dfs_frame *f = frame_at(b, depth);
    f->next = 0;
    if (!array_renew(&f->marks, &f->room, f->found.count, sizeof *f->marks))
        return error_set_memory(err);
    if (depth == b->length ? b->model->has_goal : b->model->has_end)
        return b->model->classify(b->worker, f->found.state, f->found.count, f->marks, err);
    /* without a goal every state counts */
    if (f->found.count)
        memset(f->marks, depth == b->length ? MARK_GOAL : 0, f->found.count);
    return 0;
}

static int open_frame(dfs_plans *b, wgcq_error *err)
{
    size_t depth = b->depth;
    if (!make_frame(b, depth))
        return error_set_memory(err);
    dfs_frame *f = frame_at(b, depth);
    int code;
    if (depth) {
        const uint64_t *state = (const uint64_t *)b->states.at + (depth - 1) * b->model->words;
        unsigned wants = WANT_ORDER | WANT_MOVES | (b->model->costs ? WANT_COSTS : 0u);
        code = b->model->expand(b->worker, state, 1, wants, &f->found, err);
    } else {
        batch_clear(&f->found);
        code = b->model->initial_states(b->worker, &f->found, err);
    }
    code = code ? code : mark_frame(b, depth, err);
    if (!code && depth == b->length && f->found.count)
        b->reached = true;
    if (!code)
        b->depth++;
    return code;
}

/* The plan takes successor i of frame `depth`. */
static void store_plan_step(dfs_plans *b, size_t depth, size_t i)
{
    const batch *found = &frame_at(b, depth)->found;
    size_t words = found->words, costs = found->costs;
    memcpy((uint64_t *)b->states.at + depth * words, found->state + i * words,
           words * sizeof(uint64_t));
    if (!depth)
        return;
    ((uint32_t *)b->moves.at)[depth - 1] = found->move[i];
    if (costs)
        memcpy((int64_t *)b->costs.at + (depth - 1) * costs, found->cost + i * costs,
               costs * sizeof(int64_t));
}

/* ---- plans ------------------------------------------------------------------------ */

/* Takes the next suitable state of the deepest frame; false: there is none. */
static bool advance_frame(dfs_plans *b)
{
    assert(b->depth && b->depth <= b->made);
    size_t depth = b->depth - 1;
    dfs_frame *f = frame_at(b, depth);
    for (; f->next < f->found.count; f->next++) {
        bool suitable =
            depth == b->length ? f->marks[f->next] & MARK_GOAL : !(f->marks[f->next] & MARK_END);
        if (!suitable)
            continue;
        store_plan_step(b, depth, f->next++);
        return true;
    }
    return false;
}

int dfs_plans_next(dfs_plans *b, const uint64_t **states, const uint32_t **moves,
                   const int64_t **costs, const wgcq_monitor *monitor, wgcq_error *err)
{
    int code = 0;
    if (!b->begun) {
        b->begun = true;
        code = open_frame(b, err);
    }
    while (!code && b->depth) {
        if (!advance_frame(b)) {
            b->depth--;
        } else if (b->depth - 1 == b->length) {
            *states = b->states.at;
            *moves = b->moves.at;
            *costs = b->costs.at;
            return 0;
        } else {
            code = open_frame(b, err);
            b->expanded += !code;
            code = code ? code : progress_poll(&b->clock, monitor, b->depth, err);
        }
    }
    return code ? code : WGCQ_DONE;
}
