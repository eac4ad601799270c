/*
 * both_ends.c - breadth-first from the starts and, backwards, from the goals, until both meet.
 *
 * Each step expands a part of the last level of one side; whole levels of the side whose last level
 * has fewer states are expanded.  Say that all states of at most f moves from the starts and all of
 * at most b moves to a goal are found, and none is both: then no plan has f + b moves or fewer, as
 * after f of them its state would be both.  So where the next level of either side is the first to
 * have states of the other, the shortest plans have f + b + 1 moves, and each of them has exactly
 * one state in the last level of both.
 *
 * States that lead to a goal need not be reachable.  Those of a plan are: they follow a state that
 * is found from the starts.
 */
#include "search/both_ends.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"

enum { ROWS_MOST = 1 << 18 }; /* predecessors at once, about */

typedef struct both_ends_run {
    engine *r;
    search_side forth, back;
    visited from_goals;
    bool backwards;      /* the side whose level is being expanded */
    uint32_t next, end;  /* its states to be expanded; equal: none */
    uint32_t batch_left; /* states behind the running expansion, forwards */
    expansion batch;
    source_buffer sources;
    batch before;         /* predecessors */
    uint32_t most_before; /* states whose predecessors are found at once */
    uint32_t *numbers;
    size_t numbers_room;
    bool met, complete; /* the last levels have a state in common; and are all there */
    bool plans_found;
} both_ends_run;

/* ---- levels ------------------------------------------------------------------------------- */

static int push_side_level(both_ends_run *b, search_side *s)
{
    if (!bigarray_reserve(&s->first, (s->levels + (size_t)1) * sizeof(uint32_t)))
        return error_set_memory(b->r->err);
    ((uint32_t *)s->first.at)[s->levels++] = s->set->count + 1;
    return 0;
}

static uint32_t last_width(const search_side *s)
{
    return s->set->count + 1 - side_first(s, s->levels - 1);
}

static uint64_t moves_between(const both_ends_run *b)
{
    return (uint64_t)b->forth.levels + b->back.levels - 2;
}

/* Both sets share the limits: each may have what the other leaves, and one state at least. */
static void share_limits(both_ends_run *b)
{
    engine *r = b->r;
    const uint64_t most = r->options->max_states;
    const uint32_t forth = r->visited.count, back = b->from_goals.count;
    r->own_memory = visited_memory(&b->from_goals) + batch_memory(&b->before) +
                    b->forth.first.bytes + b->back.first.bytes + r->options->inverse->bytes +
                    b->numbers_room * sizeof *b->numbers;
    if (most && most < VISITED_MAX) {
        const uint32_t held = back ? back : 1; /* a goal has its place before the goals are there */
        r->visited.max_count = most > held ? (uint32_t)most - held : 1;
        b->from_goals.max_count = most > forth ? (uint32_t)most - forth : 1;
    }
    if (r->options->max_memory)
        b->from_goals.max_bytes = limits_memory_left(r) + visited_memory(&b->from_goals);
    r->frontier = last_width(&b->forth) + (uint64_t)last_width(&b->back);
    r->depth = (uint32_t)moves_between(b);
    r->result->states_from_goals = back;
}

/* Whether some of `count` states are in the set. */
static int meet_among(both_ends_run *b, const visited *in, const uint64_t *states, size_t count)
{
    if (!count || b->met)
        return 0;
    if (!array_renew(&b->numbers, &b->numbers_room, count, sizeof *b->numbers))
        return error_set_memory(b->r->err);
    visited_find(in, states, count, b->numbers);
    for (size_t i = 0; i < count && !b->met; i++)
        b->met = b->numbers[i];
    return 0;
}

/* ---- forwards ----------------------------------------------------------------------------- */

/* After each slice of successors. */
static int note_new_states(void *self, const expansion *x)
{
    both_ends_run *b = self;
    engine *r = b->r;
    (void)x;
    int code =
        meet_among(b, &b->from_goals,
                   r->new_count ? visited_state(&r->visited, r->first_new) : NULL, r->new_count);
    return code || b->met || !r->result->goals
               ? code
               : error_set(r->err, WGCQ_ERUN, "a goal is found that was not listed");
}

/* Gathers the next states that are no end states. */
static int gather_batch(both_ends_run *b, uint32_t count)
{
    const engine *r = b->r;
    const wgcq_model *m = r->model;
    uint8_t marks[MODEL_BATCH];
    b->batch = (expansion){.states = visited_state(&r->visited, b->next),
                           .count = count,
                           .first = b->next,
                           .depth = b->forth.levels - 2};
    int code = m->has_end ? model_marks(m, r->worker, b->batch.states, count, marks, r->err) : 0;
    return code || engine_leave_out_ends(&b->batch, &b->sources, m->has_end ? marks : NULL,
                                         m->words)
               ? code
               : error_set_memory(r->err);
}

static int expand_forwards(both_ends_run *b)
{
    engine *r = b->r;
    int code = 0;
    if (!r->expanding) {
        const uint32_t left = b->end - b->next, count = left < MODEL_BATCH ? left : MODEL_BATCH;
        code = gather_batch(b, count);
        b->batch_left = count;
        if (!code)
            engine_begin(r, &b->batch);
    }
    if (!code && r->expanding)
        code = engine_next(r);
    if (code || r->expanding)
        return code;
    if (r->sources_done >= b->batch.count || !r->stopped)
        b->next += b->batch_left;
    r->unchecked = b->batch_left;
    return 0;
}

/* ---- backwards ---------------------------------------------------------------------------- */

static void stop_full_sides(both_ends_run *b)
{
    engine *r = b->r;
    const uint64_t most = r->options->max_states;
    if (most && (uint64_t)r->visited.count + b->from_goals.count >= most)
        limits_stop_states(r);
    else if (b->from_goals.count >= VISITED_MAX)
        limits_stop_numbers(r);
    else
        limits_stop_memory(r);
}

/* Some states that lead to a goal. */
static int add_behind(both_ends_run *b, const batch *found)
{
    engine *r = b->r;
    const uint32_t before = b->from_goals.count;
    size_t added;
    int code = visited_add(&b->from_goals, found->state, found->count, NULL, &added, r->err);
    if (!code)
        code = meet_among(b, &r->visited,
                          b->from_goals.count > before ? visited_state(&b->from_goals, before + 1)
                                                       : NULL,
                          b->from_goals.count - before);
    if (!code && added < found->count)
        stop_full_sides(b);
    return code;
}

/* Fewer at once, where they have many. */
static void fit_most_before(both_ends_run *b)
{
    if (b->before.count > ROWS_MOST && b->most_before > 1)
        b->most_before /= 2;
    else if (b->before.count < ROWS_MOST / 4 && b->most_before < MODEL_BATCH)
        b->most_before *= 2;
}

static int expand_backwards(both_ends_run *b)
{
    engine *r = b->r;
    model_inverse *inverse = r->options->inverse;
    const uint32_t left = b->end - b->next, most = b->most_before,
                   count = left < most ? left : most;
    int code = inverse->predecessors(inverse, visited_state(&b->from_goals, b->next), count,
                                     &b->before, r->err);
    code = code ? code : add_behind(b, &b->before);
    if (!code && !r->stopped)
        b->next += count;
    fit_most_before(b);
    r->unchecked = count;
    return code;
}

/* ---- level by level ----------------------------------------------------------------------- */

/* No state is left on one side: no plan.  Where that is the goals', not all that can be reached is
   known. */
static int end_without_plan(both_ends_run *b)
{
    engine *r = b->r;
    r->result->proved_none = true;
    if (last_width(&b->forth))
        engine_stop(r, SEARCH_STOPPED);
    return WGCQ_DONE;
}

static int begin_side_level(both_ends_run *b)
{
    engine *r = b->r;
    const uint32_t forth = last_width(&b->forth), back = last_width(&b->back);
    const uint64_t most = r->options->max_depth;
    if (!forth || !back)
        return end_without_plan(b);
    if (most && moves_between(b) >= most) {
        limits_stop_depth(r);
        return 0;
    }
    b->backwards = back < forth;
    search_side *side = b->backwards ? &b->back : &b->forth;
    b->next = side_first(side, side->levels - 1);
    b->end = side->set->count + 1;
    return push_side_level(b, side);
}

/* The level is there: it has states of the other side, or it is the next to be expanded. */
static int end_level(both_ends_run *b)
{
    engine *r = b->r;
    const meeting m = {r, r->options->inverse, &b->forth, &b->back};
    r->level_ended = true;
    if (!b->met)
        return begin_side_level(b);
    b->complete = true;
    int code = both_ends_find_plans(&m, true, &b->plans_found);
    if (!code && !r->stopped)
        engine_stop(r, SEARCH_STOPPED);
    return code;
}

static int step_both_ends(void *self)
{
    both_ends_run *b = self;
    engine *r = b->r;
    int code = 0;
    share_limits(b);
    limits_set_visited_budget(r);
    if (b->next < b->end)
        code = b->backwards ? expand_backwards(b) : expand_forwards(b);
    if (!code && b->next == b->end && !r->expanding && !r->stopped)
        code = end_level(b);
    r->result->depth = b->forth.levels ? b->forth.levels - 1 : 0;
    if (r->result->depth && !last_width(&b->forth))
        r->result->depth--;
    share_limits(b);
    return code;
}

/* ---- the end ------------------------------------------------------------------------------ */

/* Where a limit comes within the level at which they meet, its length is proved all the same. */
static int finish_both_ends(void *self)
{
    both_ends_run *b = self;
    engine *r = b->r;
    search_result *out = r->result;
    const meeting m = {r, r->options->inverse, &b->forth, &b->back};
    out->proved_depth = out->end == SEARCH_COMPLETE ? UINT32_MAX : 0;
    int code = b->met && !b->plans_found ? both_ends_find_plans(&m, false, &b->plans_found) : 0;
    if (code || !b->plans_found)
        return code;
    out->shortest_known = true;
    return 0;
}

/* ---- the beginning ------------------------------------------------------------------------ */

/* The goals; where starts are among them, those alone: they are plans. */
static int add_goals(both_ends_run *b)
{
    engine *r = b->r;
    const batch *goals = &r->options->inverse->goals;
    batch starts = {.words = goals->words};
    uint32_t number;
    int code = 0;
    if (!r->result->goals)
        return r->stopped ? 0 : add_behind(b, goals);
    for (size_t i = 0; i < goals->count && !code; i++) {
        const uint64_t *state = goals->state + i * goals->words;
        visited_find(&r->visited, state, 1, &number);
        if (number && !batch_reserve(&starts, 1))
            code = error_set_memory(r->err);
        else if (number)
            memcpy(starts.state + starts.count++ * starts.words, state,
                   starts.words * sizeof *state);
    }
    code = code ? code : add_behind(b, &starts);
    batch_free(&starts);
    return code;
}

static int add_ends(both_ends_run *b)
{
    engine *r = b->r;
    if (!r->options->inverse) { /* its making was ended by what ends the search */
        limits_check_due(r);
        if (!r->stopped)
            engine_stop(r, SEARCH_INTERRUPTED);
        return 0;
    }
    int code = push_side_level(b, &b->forth);
    code = code ? code : push_side_level(b, &b->back);
    share_limits(b);
    code = code ? code : engine_add_initial_states(r);
    share_limits(b);
    return code ? code : add_goals(b);
}

static int open_both_ends(void **self, engine *r)
{
    both_ends_run *b = calloc(1, sizeof *b);
    *self = b;
    if (!b)
        return error_set_memory(r->err);
    b->r = r;
    b->most_before = MODEL_BATCH;
    b->from_goals = visited_make(r->model->words, VISITED_MAX);
    b->before = (batch){.words = r->model->words};
    b->forth.set = &r->visited;
    b->back.set = &b->from_goals;
    r->on_slice = note_new_states;
    r->on_slice_self = b;
    int code = engine_open(r, WANT_ORDER);
    return code ? code : add_ends(b);
}

static void close_both_ends(void *self)
{
    both_ends_run *b = self;
    visited_free(&b->from_goals);
    batch_free(&b->before);
    bigarray_free(&b->forth.first);
    bigarray_free(&b->back.first);
    bigarray_free(&b->sources.states);
    free(b->numbers);
    free(b);
}

const strategy both_ends = {.open = open_both_ends,
                            .step = step_both_ends,
                            .finish = finish_both_ends,
                            .close = close_both_ends};
