/*
 * breadth_first.c - level by level: all states of one depth are expanded, in batches, before any of
 * the next.
 *
 * Numbers are in order of depth, so a level is a range of them and depths need no memory.  What is
 * proved when a run ends early: once levels 0..k were expanded to their ends, every state of depth
 * k + 1 or less is known (it has a predecessor one level up), and so is every edge by which a
 * shortest path can come to it (the last edge of a shortest path leaves a state one level up).  A
 * level that was expanded in part proves nothing beyond itself.
 *
 * A run can go on where an earlier one ended: states, depths and marks of before and up to which
 * state all was told are all it takes.  States that were found from beyond that one are known
 * already when they are found again, under the same numbers.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/bfs_bulk.h"
#include "search/bfs_pipeline.h"
#include "search/count_shortest.h"
#include "search/engine.h"
#include "search/limits.h"

typedef struct levels {
    uint32_t count;
    bigarray first; /* [count], the first number of each */
    uint32_t end;   /* one past the last level           */
} levels;

typedef struct breadth {
    engine *r;
    levels levels;
    bigarray marks; /* [number - 1], only where a puzzle has end states */
    bool marked;
    bool met_goal;
    uint32_t goal_depth;  /* of the first goal                                            */
    bool depths_fall;     /* what was told before is not in the order of levels */
    uint32_t past_levels; /* that it came to                                    */
    uint32_t proved;
    uint32_t at, depth;  /* the next state, and its level's depth; at levels.end the next level */
    int64_t horizon;     /* moves of a plan that is not known yet, at the least */
    sources own;         /* of the calling thread's batches */
    bfs_pipeline *relay; /* of two threads, or where rows are told */
    bfs_bulk *rounds;    /* of more; else NULL                     */
    path_counts paths;
} breadth;

/* ---- levels ------------------------------------------------------------------- */

static uint32_t levels_first(const levels *l, uint32_t depth)
{
    return ((const uint32_t *)l->first.at)[depth];
}

static bool begin_level(levels *l, uint32_t first)
{
    if (!bigarray_reserve(&l->first, (l->count + (size_t)1) * sizeof(uint32_t)))
        return false;
    ((uint32_t *)l->first.at)[l->count++] = first;
    return true;
}

/* ---- end states ------------------------------------------------------------------ */

static uint8_t mark_of(const breadth *b, uint32_t number)
{
    return b->marked ? ((const uint8_t *)b->marks.at)[number - 1] : 0;
}

static int keep_marks(breadth *b)
{
    engine *r = b->r;
    if (!b->marked || !r->fresh_count)
        return 0;
    if (!bigarray_reserve(&b->marks, r->seen.count))
        return error_set_memory(r->err);
    memcpy((uint8_t *)b->marks.at + r->fresh - 1, r->marks, r->fresh_count);
    return 0;
}

/* The states first..first + count - 1 but for end states, which are not expanded. */
static bool without_ends(const void *self, sources *into, uint32_t first, size_t count,
                         expansion *x)
{
    const breadth *b = self;
    const visited *known = &b->r->seen;
    *x = (expansion){.first = first, .count = count, .states = visited_state(known, first)};
    if (!b->marked)
        return true;
    if (!bigarray_reserve(&into->states, MODEL_BATCH * known->words * sizeof(uint64_t)))
        return false;
    uint64_t *states = into->states.at;
    x->count = 0;
    for (uint32_t n = first; n < first + count; n++) {
        if (mark_of(b, n) & MARK_END)
            continue;
        memcpy(states + x->count * known->words, visited_state(known, n),
               known->words * sizeof *states);
        into->number[x->count++] = n;
    }
    x->states = states;
    x->number = into->number;
    return true;
}

static bool all_ends(const breadth *b, uint32_t first, uint32_t end)
{
    for (uint32_t n = first; n < end; n++)
        if (!(mark_of(b, n) & MARK_END))
            return false;
    return true;
}

/* ---- exploring ---------------------------------------------------------------------- */

/* After each slice of successors. */
static int after(void *self, const expansion *x)
{
    breadth *b = self;
    int code = keep_marks(b);
    if (!code && b->paths.counting && !path_counts_take(&b->paths, b->r, x))
        return error_set_memory(b->r->err);
    return code;
}

/* After each batch of sources, first..first + count - 1, whose successors are known now. */
static int taken(void *self, const expansion *x, uint32_t first, size_t count)
{
    breadth *b = self;
    engine *r = b->r;
    uint32_t last = first + (uint32_t)count - 1;
    if (x->count) {
        if (r->lanes < x->count)
            last = expansion_number(x, r->lanes) - 1;
        if (!b->met_goal && r->out->goals)
            b->goal_depth = x->depth + 1;
        b->met_goal = r->out->goals;
    }
    r->out->expanded = last;
    r->depth = x->depth;
    r->frontier = r->seen.count - last;
    r->own_memory = b->levels.count * sizeof(uint32_t) + (b->marked ? r->seen.count : 0) +
                    (b->relay ? bfs_pipeline_memory(b->relay) : 0) +
                    (b->rounds ? bfs_bulk_memory(b->rounds) : 0) + path_counts_memory(&b->paths);
    return 0;
}

static int expand_batch(breadth *b, uint32_t first, size_t count, uint32_t depth)
{
    engine *r = b->r;
    expansion x;
    if (!without_ends(b, &b->own, first, count, &x))
        return error_set_memory(r->err);
    x.depth = depth;
    int code = x.count ? engine_explore(r, &x) : 0;
    if (!code)
        code = taken(b, &x, first, count);
    return code ? code : limits_look(r, count, r->out->expanded);
}

/* One batch further, or one round of them. */
static int expand_more(breadth *b)
{
    engine *r = b->r;
    const level_use use = {b, without_ends, taken};
    uint32_t left = b->levels.end - b->at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
    int code;
    bool wide = r->part_most < MODEL_BATCH; /* a batch alone is work enough */
    if (b->relay && !wide && left >= BFS_PIPELINE_LEAST)
        code = bfs_pipeline_explore(b->relay, &use, b->at, b->levels.end, b->depth, &count);
    else if (b->rounds && !wide && left >= BFS_BULK_LEAST)
        code = bfs_bulk_explore(b->rounds, &use, b->at, b->levels.end, b->depth, &count);
    else
        code = expand_batch(b, b->at, count, b->depth);
    b->at = r->over ? r->out->expanded + 1 : b->at + count; /* it may go on there */
    if (code || b->at < b->levels.end)
        return code;
    if (r->out->expanded == b->levels.end - 1)
        b->proved = b->depth + 1;
    return !r->over && r->observer->pause
               ? r->observer->pause(r->observer->self, r->out->expanded, r->err)
               : 0;
}

static bool too_deep(const breadth *b, uint32_t depth)
{
    uint64_t most = b->r->options->max_depth;
    return most && depth >= most && !all_ends(b, levels_first(&b->levels, depth), b->levels.end);
}

/* Ends the run where the next level is not to be expanded. */
static void look_before_level(breadth *b, uint32_t depth)
{
    engine *r = b->r;
    if (r->options->stop != WGCQ_STOP_EXHAUSTED && b->met_goal && b->goal_depth <= depth)
        engine_stop(r, SEARCH_STOPPED);
    else if (too_deep(b, depth))
        limits_depth(r);
}

/* The level that is begun is all known: its goals can be counted, or the paths to its states. */
static int begin_paths(breadth *b)
{
    engine *r = b->r;
    if (!b->paths.counting)
        return 0;
    if (!b->met_goal) {
        path_counts_descend(&b->paths);
        return 0;
    }
    r->needs_numbers = r->observer->edges;
    return path_counts_number(&b->paths, r);
}

/* One past the last state of that depth; an earlier run may have come to deeper ones. */
static uint32_t level_end(const breadth *b, uint32_t depth)
{
    return depth + 1 < b->past_levels ? levels_first(&b->levels, depth + 1) : b->r->seen.count + 1;
}

static int next_level(breadth *b)
{
    engine *r = b->r;
    uint32_t first = b->levels.end;
    b->depth = b->levels.count;
    b->at = r->out->expanded >= first ? r->out->expanded + 1 : first;
    b->levels.end = level_end(b, b->depth);
    if (first == b->levels.end)
        return WGCQ_DONE;
    if (!begin_level(&b->levels, first))
        return error_set_memory(r->err);
    int code = begin_paths(b);
    if (!code)
        look_before_level(b, b->depth);
    return code;
}

static int step(void *self)
{
    breadth *b = self;
    int code = b->at < b->levels.end ? expand_more(b) : next_level(b);
    b->horizon = (b->at < b->levels.end ? b->depth : b->levels.count) + (int64_t)1;
    return code;
}

/* Any plan that is not known yet goes on from a state of the level that is expanded now, or of a
   deeper one. */
static void look_ahead(const void *self, search_bound *out)
{
    static const int moves = -1;
    const breadth *b = self;
    *out = (search_bound){
        .known = true, .width = 1, .by = &moves, .least = &b->horizon, .goals = b->r->out->goals};
}

/* ---- going on ------------------------------------------------------------------------ */

/* The states of before get their numbers again; those are right only if the starts are the same. */
static int take_past_states(breadth *b, const search_resume_point *past)
{
    engine *r = b->r;
    size_t taken;
    uint32_t starts = 0;
    limits_grant(r);
    int code = visited_add(&r->seen, past->state, NULL, past->states, NULL, &taken, r->err);
    if (!code && taken < past->states)
        return error_set(r->err, WGCQ_EREQUEST,
                         "the limits leave no room for the %" PRIu32 " states there are already",
                         past->states);
    while (!code && starts < past->states && past->marks[starts] & MARK_START)
        starts++;
    if (!code)
        code = r->model->starts(r->worker, &r->found, r->err);
    if (code)
        return code;
    r->out->states = past->states;
    r->out->starts = starts;
    bool same =
        r->seen.count == past->states && r->found.count == starts &&
        !memcmp(r->found.state, past->state, (size_t)starts * r->seen.words * sizeof *past->state);
    return same
               ? 0
               : error_set(r->err, WGCQ_ERUN, "what was stored does not begin as this puzzle does");
}

static int take_past_marks(breadth *b, const search_resume_point *past)
{
    search_result *out = b->r->out;
    if (b->marked && !bigarray_reserve(&b->marks, past->states))
        return error_set_memory(b->r->err);
    if (b->marked)
        memcpy(b->marks.at, past->marks, past->states);
    for (uint32_t i = 0; i < past->states; i++) {
        if (past->marks[i] & MARK_GOAL && !out->goals++)
            out->first_goal = i + 1;
        b->depths_fall = b->depths_fall || (i && past->depth[i] < past->depth[i - 1]);
    }
    b->met_goal = out->goals;
    b->goal_depth = out->goals ? past->depth[out->first_goal - 1] : 0;
    return 0;
}

/* All levels of before are noted; those that were expanded to their ends are done with. */
static int take_past_levels(breadth *b, const search_resume_point *past)
{
    uint32_t next = past->expanded; /* states counted from 0 here */
    uint32_t here = next < past->states ? past->depth[next] : past->depth[past->states - 1] + 1;
    for (uint32_t i = 0; i < past->states; i++) {
        if (i && past->depth[i] == past->depth[i - 1])
            continue;
        if (past->depth[i] != b->levels.count)
            return error_set(b->r->err, WGCQ_ERUN, "a level is missing in what was stored");
        if (!begin_level(&b->levels, i + 1))
            return error_set_memory(b->r->err);
    }
    b->past_levels = b->levels.count;
    b->levels.end =
        here < b->past_levels ? levels_first(&b->levels, here) : past->states + (uint32_t)1;
    b->levels.count = b->proved = here;
    return 0;
}

static bool is_past_sound(const breadth *b, const search_resume_point *past)
{
    return past->states && past->expanded <= past->states && !past->depth[0] && !b->depths_fall;
}

/* As if everything of before had just been told. */
static int take_past(breadth *b)
{
    engine *r = b->r;
    const search_resume_point *past = r->options->past;
    int code = take_past_states(b, past);
    if (!code)
        code = take_past_marks(b, past);
    if (!code && !is_past_sound(b, past))
        return error_set(r->err, WGCQ_ERUN, "what was stored is not in the order of levels");
    if (!code)
        code = take_past_levels(b, past);
    r->out->edges = past->edges;
    r->out->rejections = past->rejections;
    r->out->expanded = past->expanded;
    r->out->depth = past->states ? past->depth[past->states - 1] : 0;
    return code;
}

/* ---- what is proved -------------------------------------------------------------------- */

static int conclude(void *self)
{
    breadth *b = self;
    engine *r = b->r;
    search_result *out = r->out;
    out->proved_depth = out->end == SEARCH_COMPLETE ? UINT32_MAX : b->proved;
    if (!out->goals)
        return 0;
    /* All levels above the first goal's were expanded, and there was none. */
    out->shortest_known = true;
    out->shortest = b->goal_depth;
    if (!r->options->count_shortest)
        return 0;
    /* The level was known whole, but the run ended before the next was begun. */
    bool whole = out->shortest <= out->proved_depth && !out->starts_cut;
    int code = b->paths.counting && whole ? path_counts_number(&b->paths, r) : 0;
    return code ? code : path_counts_plan(&b->paths, r, without_ends, b, &b->own);
}

static bool needs_paths(const engine *r)
{
    return r->options->count_shortest && r->model->has_goal;
}

static int start(breadth *b)
{
    engine *r = b->r;
    if (r->options->past)
        return take_past(b);
    int code = engine_initial_states(r);
    if (!code)
        code = keep_marks(b);
    b->levels.end = 1;
    b->met_goal = r->out->goals;
    if (!code && needs_paths(r) && !path_counts_begin(&b->paths, r->seen.count))
        return error_set_memory(r->err);
    return code;
}

static bool is_observed(const engine *r)
{
    return r->observer->states || r->observer->edges || r->observer->rejections;
}

/* Whoever is told of states and edges, and writes them down, takes one thread's time: the others go
   ahead meanwhile.  False: no memory. */
static bool hire(breadth *b)
{
    unsigned threads = b->r->options->threads;
    if (threads == 2 || (threads > 2 && is_observed(b->r)))
        return (b->relay = bfs_pipeline_new(b->r));
    return threads < 2 || (b->rounds = bfs_bulk_new(b->r));
}

static int open_breadth(breadth *b)
{
    engine *r = b->r;
    /* The order costs a little, and only who looks on or stops half-way can tell.  Where it is
       --max-states that stops it, the figures are the same whether anybody looks on or not. */
    bool ordered = is_observed(r) || r->options->stop == WGCQ_STOP_FIRST ||
                   r->options->max_states || needs_paths(r);
    r->needs_numbers = r->observer->edges || needs_paths(r);
    r->after = after;
    r->after_self = b;
    int code = engine_open(r, ordered ? WANT_ORDER : 0);
    if (!code && !hire(b))
        code = error_set_memory(r->err);
    if (!code)
        code = start(b);
    b->at = b->levels.end;
    return code;
}

static int begin(void **self, engine *r)
{
    breadth *b = calloc(1, sizeof *b);
    *self = b;
    if (!b)
        return error_set_memory(r->err);
    b->r = r;
    b->marked = r->model->has_end;
    b->horizon = 1;
    return open_breadth(b);
}

static void close_breadth(void *self)
{
    breadth *b = self;
    bigarray_free(&b->levels.first);
    bigarray_free(&b->marks);
    bigarray_free(&b->own.states);
    path_counts_free(&b->paths);
    bfs_pipeline_free(b->relay);
    bfs_bulk_free(b->rounds);
    free(b);
}

const strategy breadth_first = {begin, step, conclude, look_ahead, close_breadth};
