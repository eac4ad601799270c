/*
 * breadth_first.c - level by level: all states of one depth are expanded, in batches, before any of
 * the next.
 *
 * Numbers are in order of depth, so a level is a range of them and depths need no memory.  What is
 * proved when a run ends early: once levels 0..k were expanded completely, every state of depth
 * k + 1 or less has been found (it has a predecessor one level up), and so has every edge by which
 * a shortest path reaches it (the last edge of a shortest path leaves a state one level up).  A
 * level that was expanded in part proves nothing beyond itself.
 *
 * A run can continue an earlier one, from its states, depths and marks and the number of states
 * whose edges were all stored.  States found from beyond those get the same numbers when they are
 * found again.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/count_shortest.h"
#include "search/engine/engine.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"
#include "search/levels/level_errors.h"
#include "search/levels/level_loop.h"

typedef struct levels {
    uint32_t count;
    bigarray first; /* [count], the first number of each */
    uint32_t end;   /* one past the last of the deepest   */
} levels;

typedef struct breadth {
    level_loop loop;
    engine *r;
    levels levels;
    bigarray marks; /* [number - 1], only where a puzzle has end states */
    bool has_ends;
    uint32_t least_goal;    /* the first goals' least packed state */
    bool depths_unordered;  /* the stored states are not in the order of levels */
    uint32_t stored_levels; /* how many the stored run has */
    uint32_t next_state;    /* to be expanded; at levels.end: of the next level */
    uint32_t batch_count;   /* so many from there on are being expanded, as `batch` says */
    expansion batch;
    source_buffer own_sources; /* of batches expanded by one thread */
    path_counts paths;
} breadth;

/* ---- levels ------------------------------------------------------------------- */

static uint32_t levels_first(const levels *l, uint32_t depth)
{
    assert((depth + (size_t)1) * sizeof(uint32_t) <= l->first.bytes);
    return ((const uint32_t *)l->first.at)[depth];
}

static bool push_level(levels *l, uint32_t first)
{
    assert(!l->count || first > levels_first(l, l->count - 1));
    if (!bigarray_reserve(&l->first, (l->count + (size_t)1) * sizeof(uint32_t)))
        return false;
    ((uint32_t *)l->first.at)[l->count++] = first;
    return true;
}

/* ---- end states ------------------------------------------------------------------ */

static uint8_t end_mark(const breadth *b, uint32_t number)
{
    return b->has_ends ? ((const uint8_t *)b->marks.at)[number - 1] : 0;
}

static int store_marks(breadth *b)
{
    engine *r = b->r;
    if (!b->has_ends || !r->new_count)
        return 0;
    if (!bigarray_reserve(&b->marks, r->visited.count))
        return error_set_memory(r->err);
    memcpy((uint8_t *)b->marks.at + r->first_new - 1, r->marks, r->new_count);
    return 0;
}

static bool all_ends(const breadth *b, uint32_t first, uint32_t end)
{
    for (uint32_t n = first; n < end; n++)
        if (!(end_mark(b, n) & MARK_END))
            return false;
    return true;
}

/* ---- exploring ---------------------------------------------------------------------- */

/* While plans are counted: of the new goals, which are all of the first goal's depth. */
static void choose_goal(breadth *b)
{
    const engine *r = b->r;
    for (size_t i = 0; i < r->new_count; i++) {
        uint32_t number = r->first_new + (uint32_t)i;
        if (r->marks[i] & MARK_GOAL &&
            (!b->least_goal || model_state_before(r->model, visited_state(&r->visited, number),
                                                  visited_state(&r->visited, b->least_goal))))
            b->least_goal = number;
    }
}

/* After each slice of successors. */
static int process_slice(void *self, const expansion *x)
{
    breadth *b = self;
    int code = store_marks(b);
    if (code || !b->paths.counting)
        return code;
    choose_goal(b);
    return path_counts_add(&b->paths, b->r, x) ? 0 : error_set_memory(b->r->err);
}

/* The batch is done, or the run was stopped within it. */
static void leave_batch(breadth *b)
{
    engine *r = b->r;
    const expansion *x = &b->batch;
    uint32_t last = b->next_state + b->batch_count - 1;
    if (x->count) {
        if (r->sources_done < x->count)
            last = expansion_number(x, r->sources_done) - 1;
    }
    r->result->expanded = last;
    r->depth = x->depth;
    r->frontier = r->visited.count - last;
    r->own_memory = b->levels.count * sizeof(uint32_t) + (b->has_ends ? r->visited.count : 0) +
                    path_counts_memory(&b->paths);
    r->unchecked = b->batch_count;
    b->batch_count = 0;
    b->next_state = last + 1; /* where an interrupted run continues */
    r->level_ended = b->next_state >= b->levels.end;
}

static int begin_batch(breadth *b)
{
    const visited *set = &b->r->visited;
    const uint8_t *marks = b->has_ends ? (const uint8_t *)b->marks.at + b->next_state - 1 : NULL;
    uint32_t left = b->levels.end - b->next_state, count = left < MODEL_BATCH ? left : MODEL_BATCH;
    b->batch = (expansion){.first = b->next_state,
                           .count = count,
                           .states = visited_state(set, b->next_state),
                           .depth = b->loop.depth};
    if (!engine_leave_out_ends(&b->batch, &b->own_sources, marks, set->words))
        return error_set_memory(b->r->err);
    b->batch_count = count;
    engine_begin(b->r, &b->batch);
    return 0;
}

static int go_on_with_batch(breadth *b)
{
    engine *r = b->r;
    int code = r->expanding ? engine_next(r) : 0;
    if (!code && !r->expanding)
        leave_batch(b);
    return code;
}

/* All states of the level that begins are found, and so are the paths to them. */
static int begin_level_counts(breadth *b)
{
    engine *r = b->r;
    if (!b->paths.counting)
        return 0;
    if (!b->loop.has_goals) {
        path_counts_next_level(&b->paths);
        return 0;
    }
    r->needs_numbers = r->options->rows & ROWS_EDGES;
    return path_counts_sum_goals(&b->paths, r);
}

/* One past the last state of that depth; the stored run may have deeper ones. */
static uint32_t level_end(const breadth *b, uint32_t depth)
{
    return depth + 1 < b->stored_levels ? levels_first(&b->levels, depth + 1)
                                        : b->r->visited.count + 1;
}

/* All found since the level before. */
static int turn_numbered_level(void *self)
{
    breadth *b = self;
    const uint32_t first = b->levels.end, expanded = (uint32_t)b->r->result->expanded;
    b->next_state = expanded >= first ? expanded + 1 : first;
    b->levels.end = level_end(b, b->levels.count);
    b->loop.has.states = b->levels.end - b->next_state;
    if (first == b->levels.end)
        return 0;
    return push_level(&b->levels, first) ? begin_level_counts(b) : error_set_memory(b->r->err);
}

static bool numbered_level_leads_on(const void *self)
{
    const breadth *b = self;
    return !all_ends(b, levels_first(&b->levels, b->loop.depth), b->levels.end);
}

/* A run that stops in the level has expanded it whole, where what is left are ends. */
static bool is_level_expanded(const breadth *b)
{
    return b->next_state >= b->levels.end ||
           (b->r->stopped && all_ends(b, b->next_state, b->levels.end));
}

static int find_numbered_errors(void *self, level_errors *all)
{
    breadth *b = self;
    int code = level_errors_open(all, b->r);
    for (uint32_t n = levels_first(&b->levels, b->loop.depth); !code && n < b->levels.end; n++)
        if (!(end_mark(b, n) & MARK_END))
            level_errors_try(all, b->r, visited_state(&b->r->visited, n));
    return code;
}

static int explore_numbered_level(void *self, bool *done)
{
    breadth *b = self;
    int code = b->batch_count ? 0 : begin_batch(b);
    code = code ? code : go_on_with_batch(b);
    *done = !code && !b->batch_count && is_level_expanded(b);
    return level_settle_error(b->r, code, find_numbered_errors, b);
}

static const level_driver numbered_levels = {.explore = explore_numbered_level,
                                             .turn = turn_numbered_level,
                                             .leads_on = numbered_level_leads_on};

/* ---- resuming ------------------------------------------------------------------------ */

/* The stored states get their numbers again; these are right only if the initial states are the
   same. */
static int restore_states(breadth *b, const search_past *past)
{
    engine *r = b->r;
    size_t taken;
    limits_set_visited_budget(r);
    int code = visited_add(&r->visited, past->state, past->states, NULL, &taken, r->err);
    if (!code && taken < past->states)
        return error_set(r->err, WGCQ_EREQUEST,
                         "the limits leave no room for the %" PRIu32 " stored states",
                         past->states);
    if (!code && r->visited.count < past->states)
        return error_set(r->err, WGCQ_ERUN, "the stored run has a state twice");
    r->result->states = past->states;
    return code ? code : engine_check_starts(r, past);
}

static int restore_marks(breadth *b, const search_past *past)
{
    search_result *out = b->r->result;
    if (b->has_ends && !bigarray_reserve(&b->marks, past->states))
        return error_set_memory(b->r->err);
    if (b->has_ends)
        memcpy(b->marks.at, past->marks, past->states);
    for (uint32_t i = 0; i < past->states; i++) {
        if (past->marks[i] & MARK_GOAL && !out->goals++)
            out->first_goal = i + 1;
        b->depths_unordered = b->depths_unordered || (i && past->depth[i] < past->depth[i - 1]);
    }
    if (out->goals)
        level_loop_set_goals(&b->loop, past->depth[out->first_goal - 1]);
    return 0;
}

/* The levels of the stored run, and the first that was not expanded completely. */
static int restore_levels(breadth *b, const search_past *past)
{
    uint32_t next = past->expanded; /* index from 0 */
    uint32_t here = next < past->states ? past->depth[next] : past->depth[past->states - 1] + 1;
    for (uint32_t i = 0; i < past->states; i++) {
        if (i && past->depth[i] == past->depth[i - 1])
            continue;
        if (past->depth[i] != b->levels.count)
            return error_set(b->r->err, WGCQ_ERUN, "the stored run lacks a level");
        if (!push_level(&b->levels, i + 1))
            return error_set_memory(b->r->err);
    }
    b->stored_levels = b->levels.count;
    b->levels.end =
        here < b->stored_levels ? levels_first(&b->levels, here) : past->states + (uint32_t)1;
    b->levels.count = here;
    level_loop_restore(&b->loop, here);
    return 0;
}

static bool is_past_ordered(const breadth *b, const search_past *past)
{
    return past->states && past->expanded <= past->states && !past->depth[0] &&
           !b->depths_unordered;
}

/* Restores the visited set, marks, levels and counters from the stored run. */
static int restore_run(breadth *b)
{
    engine *r = b->r;
    const search_past *past = r->options->past;
    int code = restore_states(b, past);
    code = code ? code : restore_marks(b, past);
    if (!code && !is_past_ordered(b, past))
        return error_set(r->err, WGCQ_ERUN,
                         "the states of the stored run are not in the order of levels");
    code = code ? code : restore_levels(b, past);
    r->result->edges = past->edges;
    r->result->rejections = past->rejections;
    r->result->expanded = past->expanded;
    r->result->depth = past->states ? past->depth[past->states - 1] : 0;
    return code;
}

/* ---- what is proved -------------------------------------------------------------------- */

static int finish_breadth_first(void *self)
{
    breadth *b = self;
    engine *r = b->r;
    const bool whole = level_loop_end(&b->loop, b->loop.proved);
    if (!r->result->goals || !r->options->count_shortest)
        return 0;
    int code = b->paths.counting && whole ? path_counts_sum_goals(&b->paths, r) : 0;
    if (code || r->options->no_plan)
        return code;
    return path_counts_extract_plan(&b->paths, r, b->least_goal);
}

static bool needs_paths(const engine *r)
{
    return r->options->count_shortest && r->model->has_goal;
}

static int start_or_restore(breadth *b)
{
    engine *r = b->r;
    if (r->options->past)
        return restore_run(b);
    int code = engine_add_initial_states(r);
    code = code ? code : store_marks(b);
    b->levels.end = 1;
    if (code || !needs_paths(r))
        return code;
    choose_goal(b);
    return path_counts_start(&b->paths, r->visited.count) ? 0 : error_set_memory(r->err);
}

static int set_up_breadth_first(breadth *b)
{
    engine *r = b->r;
    /* Successors in order cost a little; without rows only a run that stops half-way depends on it.
       At --max-states its figures are then the same with and without rows. */
    bool ordered = r->options->rows || r->options->stop == WGCQ_STOP_FIRST ||
                   r->options->max_states || needs_paths(r);
    r->needs_numbers = r->options->rows & ROWS_EDGES || needs_paths(r);
    r->on_slice = process_slice;
    r->on_slice_self = b;
    int code = engine_open(r, ordered ? WANT_ORDER : 0);
    code = code ? code : start_or_restore(b);
    b->next_state = b->levels.end;
    return code;
}

static int open_breadth_first(void **self, engine *r)
{
    breadth *b = calloc(1, sizeof *b);
    *self = b;
    if (!b)
        return error_set_memory(r->err);
    b->r = r;
    b->has_ends = r->model->has_end;
    b->loop = level_loop_make(r, &numbered_levels);
    return set_up_breadth_first(b);
}

static void close_breadth_first(void *self)
{
    breadth *b = self;
    bigarray_free(&b->levels.first);
    bigarray_free(&b->marks);
    bigarray_free(&b->own_sources.states);
    path_counts_free(&b->paths);
    free(b);
}

const strategy breadth_first = {.traits = {.bounds_plans = true},
                                .open = open_breadth_first,
                                .step = level_loop_step,
                                .finish = finish_breadth_first,
                                .frontier_bound = level_loop_bound,
                                .close = close_breadth_first};
