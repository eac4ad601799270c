/*
 * dfs_count.c - counting the plans of exactly so many moves, by backtracking in blocks.
 *
 * The order of the plans does not matter, so the successors of a whole block of up to MODEL_BATCH
 * states are expanded together: depth-first, and so in little memory, but in batches.  The states
 * after the last move are only classified.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/bigarray.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "search/search.h"

enum {
    POLL_EXPANSIONS = 16, /* between two readings of the clock */
    FULL_BLOCKS_MOST = 256
};

typedef struct block {
    batch found; /* states after `depth` moves */
    size_t next; /* the first that was not expanded */
} block;

typedef struct dfs_counter {
    const wgcq_model *model;
    void *worker;
    uint64_t length, count;
    bigarray blocks; /* block [made]; block d holds states after d moves */
    size_t made, depth;
    uint8_t *marks;
    size_t room; /* of marks */
    uint64_t blocks_expanded;
    progress_clock clock;
} dfs_counter;

static block *block_at(const dfs_counter *c, size_t depth)
{
    return (block *)c->blocks.at + depth;
}

static bool make_block(dfs_counter *c, size_t depth)
{
    if (depth < c->made)
        return true;
    if (!bigarray_reserve(&c->blocks, (depth + 1) * sizeof(block)))
        return false;
    block_at(c, depth)->found = (batch){.words = c->model->words, .costs = c->model->costs};
    c->made = depth + 1;
    return true;
}

/* ---- marks --------------------------------------------------------------------- */

static int classify_block(dfs_counter *c, const batch *found, wgcq_error *err)
{
    if (!array_renew(&c->marks, &c->room, found->count, sizeof *c->marks))
        return error_set_memory(err);
    return c->model->classify(c->worker, found->state, found->count, c->marks, err);
}

/* The states after the last move: those that are goals count. */
static int count_goal_states(dfs_counter *c, const batch *found, wgcq_error *err)
{
    uint64_t goals = found->count; /* without a goal every state counts */
    if (c->model->has_goal) {
        int code = classify_block(c, found, err);
        if (code)
            return code;
        goals = 0;
        for (size_t i = 0; i < found->count; i++)
            goals += c->marks[i] & MARK_GOAL;
    }
    if (__builtin_add_overflow(c->count, goals, &c->count))
        return error_set(err, WGCQ_ERUN, "there are more than %s plans of %s moves",
                         WGCQ_GROUPED(UINT64_MAX), WGCQ_GROUPED(c->length));
    return 0;
}

/* End states are not expanded. */
static int drop_ends(dfs_counter *c, batch *found, wgcq_error *err)
{
    int code = c->model->has_end ? classify_block(c, found, err) : 0;
    if (code || !c->model->has_end)
        return code;
    size_t kept = 0, words = found->words;
    for (size_t i = 0; i < found->count; i++)
        if (!(c->marks[i] & MARK_END))
            memmove(found->state + kept++ * words, found->state + i * words,
                    words * sizeof *found->state);
    found->count = kept;
    return 0;
}

/* ---- blocks ----------------------------------------------------------------------- */

/* The states after `depth` moves are in their block: counts them, or leaves them to be expanded. */
static int finish_block(dfs_counter *c, size_t depth, wgcq_error *err)
{
    block *b = block_at(c, depth);
    if (depth == c->length)
        return count_goal_states(c, &b->found, err);
    b->next = 0;
    c->depth = depth + 1;
    return drop_ends(c, &b->found, err);
}

/* The blocks of all depths hold no more than so many full ones: of long plans each is smaller. */
static size_t states_at_once(const dfs_counter *c)
{
    const uint64_t most = (uint64_t)MODEL_BATCH * FULL_BLOCKS_MOST;
    if (c->length <= FULL_BLOCKS_MOST)
        return MODEL_BATCH;
    return c->length < most ? (size_t)(most / c->length) : 1;
}

static int expand_next_block(dfs_counter *c, wgcq_error *err)
{
    assert(c->depth);
    size_t depth = c->depth;
    if (!make_block(c, depth))
        return error_set_memory(err);
    block *from = block_at(c, depth - 1);
    const size_t left = from->found.count - from->next, most = states_at_once(c);
    const size_t count = left < most ? left : most;
    const uint64_t *states = from->found.state + from->next * from->found.words;
    from->next += count;
    int code = c->model->expand(c->worker, states, count, 0, &block_at(c, depth)->found, err);
    return code ? code : finish_block(c, depth, err);
}

static int run_count(dfs_counter *c, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (!make_block(c, 0))
        return error_set_memory(err);
    int code = c->model->initial_states(c->worker, &block_at(c, 0)->found, err);
    code = code ? code : finish_block(c, 0, err);
    while (!code && c->depth) {
        const block *deepest = block_at(c, c->depth - 1);
        if (deepest->next == deepest->found.count) {
            c->depth--;
            continue;
        }
        code = expand_next_block(c, err);
        c->blocks_expanded += !code;
        code = code ? code : progress_poll(&c->clock, monitor, c->depth, err);
    }
    return code;
}

int dfs_plans_count(uint64_t *count, const wgcq_model *model, uint64_t length,
                    const wgcq_monitor *monitor, wgcq_error *err)
{
    dfs_counter c = {.model = model, .length = length};
    c.clock = (progress_clock){.phase = "plans",
                               .measure = progress_measure_states,
                               .self = &c.blocks_expanded,
                               .interval = POLL_EXPANSIONS};
    progress_clock_start(&c.clock);
    int code = model->worker_new(&c.worker, model, err);
    code = code ? code : run_count(&c, monitor, err);
    if (!code)
        *count = c.count;
    for (size_t d = 0; d < c.made; d++)
        batch_free(&block_at(&c, d)->found);
    if (c.worker)
        model->worker_free(c.worker);
    bigarray_free(&c.blocks);
    free(c.marks);
    return code;
}
