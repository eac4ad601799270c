/* engine.c - expanding states and taking in what comes of it, for every strategy. */
#include "search/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/limits.h"

int engine_open(engine *r, unsigned wants)
{
    const wgcq_model *model = r->model;
    r->wants = wants | r->observer->wants;
    r->needs_marks = model->has_goal || model->has_end || r->observer->states;
    r->found = (batch){.words = model->words, .costs = model->costs};
    r->part_most = MODEL_BATCH;
    r->texts = model->memory ? model->memory(model) : 0;
    uint64_t most = r->options->max_states;
    r->seen = visited_make(model->words, most && most < SEEN_MOST ? (uint32_t)most : SEEN_MOST);
    return model->worker_new(&r->worker, model, r->err);
}

void engine_close(engine *r)
{
    if (r->worker)
        r->model->worker_free(r->worker);
    visited_free(&r->seen);
    batch_free(&r->found);
    free(r->marks);
    free(r->numbers);
    free(r->sources);
    free(r->depths);
}

void engine_stop(engine *r, search_end end)
{
    r->out->end = end;
    r->over = true;
}

/* Room for `count` elements of `size` bytes in *array; what was in it is lost. */
static bool scratch(void *array, size_t *room, size_t count, size_t size)
{
    if (count <= *room)
        return true;
    size_t wanted = count + count / 2 + 64;
    void *old, *fresh = malloc(wanted * size);
    if (!fresh)
        return false;
    memcpy(&old, array, sizeof old);
    free(old);
    memcpy(array, &fresh, sizeof fresh);
    *room = wanted;
    return true;
}

static bool scratch_marks(engine *r, size_t count)
{
    return scratch(&r->marks, &r->marks_room, count, sizeof *r->marks);
}

/* ---- expanding ----------------------------------------------------------------- */

enum {
    SLICE = 1 << 17,       /* successors that are taken in at once                         */
    PART_BYTES = 32 << 20, /* of one expansion's successors, where it is of several states */
    PART_LEAST = 1 << 20,  /* so much is always allowed                                    */
    TAKEN_IN = 3,          /* times its own memory a successor takes in the end, about     */
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

budget engine_budget(const engine *r, size_t count, unsigned shares)
{
    size_t left = limits_left(r);
    budget b = {.most = left == SIZE_MAX ? 0 : left / TAKEN_IN / shares};
    if (count > 1)
        b.most = b.most ? least(b.most, PART_BYTES) : PART_BYTES;
    if (left != SIZE_MAX && b.most < PART_LEAST)
        b.most = PART_LEAST;
    return b;
}

/* What an expansion that was cut short has said is of no account. */
static void forget(engine *r, const wgcq_error *before)
{
    batch_clear(&r->found);
    if (r->err)
        *r->err = *before;
}

static void begin_budget(engine *r, size_t count)
{
    r->budget = engine_budget(r, count, 1);
    r->budget.stop = limits_within;
    r->budget.self = r;
    r->budget.held = batch_memory(&r->found);
    r->found.budget = &r->budget;
}

/* The successors of x's states, all of them or, where r->budget is spent, none. */
static int expand(engine *r, const expansion *x, unsigned wants)
{
    wgcq_error before = r->err ? *r->err : (wgcq_error){0};
    begin_budget(r, x->count);
    int code = r->model->expand(r->worker, x->states, x->count, wants, &r->found, r->err);
    r->found.budget = NULL;
    if (!budget_spent(&r->budget))
        return code;
    forget(r, &before);
    return 0;
}

static size_t found_bytes(const engine *r)
{
    const batch *b = &r->found;
    return b->count * (b->words + b->costs + 1) * sizeof *b->state +
           b->rejected * 3 * sizeof *b->move;
}

/* Expands as many of x's states, from the first on, as there is memory for; *x becomes those. */
static int expand_part(engine *r, expansion *x)
{
    int code;
    for (;;) {
        x->count = least(x->count, r->part_most);
        code = expand(r, x, r->wants);
        if (code || !r->budget.full || r->budget.stopped || x->count == 1)
            break;
        r->part_most = (x->count + 1) / 2;
    }
    if (r->budget.full && !r->budget.stopped && !r->over)
        limits_memory(r);
    if (r->part_most < MODEL_BATCH && found_bytes(r) < PART_BYTES / 16)
        r->part_most *= 2;
    return code;
}

/* Those of x behind the first `done`.  States that lie among those seen move when these grow. */
static expansion rest_of(const engine *r, const expansion *x, size_t done)
{
    expansion rest = *x;
    rest.count = x->count - done;
    if (x->number) {
        rest.number = x->number + done;
        rest.states = x->states + done * r->seen.words;
        rest.depths = x->depths ? x->depths + done : NULL;
    } else {
        rest.first = x->first + (uint32_t)done;
        rest.states = visited_state(&r->seen, rest.first);
    }
    return rest;
}

/* ---- where the successors stop ------------------------------------------------ */

/* With --stop first nothing is taken in behind the state that comes upon a goal.  No goal was seen
   before, so a successor that is one is new. */
static int end_at_first_goal(engine *r)
{
    batch *found = &r->found;
    if (!scratch_marks(r, found->count))
        return error_set_memory(r->err);
    int code = r->model->classify(r->worker, found->state, found->count, r->marks, r->err);
    if (code)
        return code;
    for (size_t i = 0; i < found->count; i++)
        if (r->marks[i] & MARK_GOAL) {
            uint32_t lane = found->lane[i];
            while (i < found->count && found->lane[i] == lane)
                i++;
            found->count = i;
            r->lanes = lane + (size_t)1;
        }
    return 0;
}

/* Where a limit may cut the batch short, it is to be cut between states, in their order. */
static int order_before_limit(engine *r, const expansion *x)
{
    limits_grant(r);
    if (r->wants & WANT_ORDER || r->found.count <= visited_room(&r->seen))
        return 0;
    r->tags = NULL;
    int code = expand(r, x, r->wants | WANT_ORDER);
    if (!budget_spent(&r->budget))
        return code;
    r->lanes = 0;
    if (!r->over && x->count == 1)
        limits_memory(r);
    r->part_most = (x->count + 1) / 2; /* fewer at once may do */
    return code;
}

static int add_found(engine *r)
{
    batch *found = &r->found;
    if (r->needs_numbers &&
        !scratch(&r->numbers, &r->numbers_room, found->count, sizeof *r->numbers))
        return error_set_memory(r->err);
    uint32_t before = r->seen.count;
    int code = visited_add(&r->seen, found->state, r->tags, found->count,
                           r->needs_numbers ? r->numbers : NULL, &r->taken, r->err);
    r->fresh = before + 1;
    r->fresh_count = r->seen.count - before;
    if (!code && r->taken < found->count) {
        r->lanes = found->lane[r->taken];
        limits_full(r);
    }
    return code;
}

/* ---- new states ------------------------------------------------------------------ */

static void count_goals(engine *r)
{
    for (size_t i = 0; i < r->fresh_count; i++)
        if (r->marks[i] & MARK_GOAL) {
            r->out->goals++;
            if (!r->out->first_goal)
                r->out->first_goal = r->fresh + (uint32_t)i;
        }
}

static int classify_fresh(engine *r, uint8_t also)
{
    if (!r->needs_marks || !r->fresh_count)
        return 0;
    if (!scratch_marks(r, r->fresh_count))
        return error_set_memory(r->err);
    memset(r->marks, 0, r->fresh_count);
    if (r->model->has_goal || r->model->has_end) {
        int code = r->model->classify(r->worker, visited_state(&r->seen, r->fresh), r->fresh_count,
                                      r->marks, r->err);
        if (code)
            return code;
    }
    for (size_t i = 0; also && i < r->fresh_count; i++)
        r->marks[i] |= also;
    return 0;
}

/* A new state is one move deeper than the first state that leads to it; x is NULL for starts. */
static int measure_fresh(engine *r, const expansion *x)
{
    if (!scratch(&r->depths, &r->depths_room, r->fresh_count, sizeof *r->depths))
        return error_set_memory(r->err);
    for (size_t i = 0; i < r->fresh_count; i++)
        r->depths[i] = x ? x->depth + 1 : 0;
    uint32_t next = r->fresh; /* numbers were given in the order of the successors */
    for (size_t i = 0; x && x->depths && i < r->taken; i++)
        if (r->numbers[i] == next)
            r->depths[next++ - r->fresh] = x->depths[r->found.lane[i]] + 1;
    return 0;
}

static int tell_states(engine *r)
{
    state_rows rows = {.first = r->fresh,
                       .count = r->fresh_count,
                       .words = r->model->words,
                       .state = visited_state(&r->seen, r->fresh),
                       .marks = r->marks,
                       .depth = r->depths};
    return r->observer->states(r->observer->self, &rows, r->err);
}

static void note_deepest(engine *r, const expansion *x)
{
    uint32_t deepest = x ? x->depth + 1 : 0;
    for (size_t i = 0; x && x->depths && i < r->fresh_count; i++)
        deepest = !i || r->depths[i] > deepest ? r->depths[i] : deepest;
    if (deepest > r->out->depth)
        r->out->depth = deepest;
}

static int take_fresh(engine *r, const expansion *x)
{
    if (!r->fresh_count)
        return 0;
    bool measured = r->observer->states || (x && x->depths);
    int code = measured ? measure_fresh(r, x) : 0;
    if (code)
        return code;
    note_deepest(r, x);
    if (r->needs_marks)
        count_goals(r);
    return r->observer->states ? tell_states(r) : 0;
}

/* ---- edges and refusals -------------------------------------------------------------- */

static int name_sources(engine *r, const expansion *x, const uint32_t *lane, size_t count)
{
    if (!scratch(&r->sources, &r->sources_room, count, sizeof *r->sources))
        return error_set_memory(r->err);
    for (size_t i = 0; i < count; i++)
        r->sources[i] = expansion_number(x, lane[i]);
    return 0;
}

static int tell_edges(engine *r, const expansion *x)
{
    int code = name_sources(r, x, r->found.lane, r->taken);
    if (code)
        return code;
    edge_rows rows = {.count = r->taken,
                      .costs = r->model->costs,
                      .src = r->sources,
                      .dst = r->numbers,
                      .move = r->found.move,
                      .cost = r->wants & WANT_COSTS && r->model->costs ? r->found.cost : NULL};
    return r->observer->edges(r->observer->self, &rows, r->err);
}

static int tell_some_rejections(engine *r, const expansion *x, size_t from, size_t count)
{
    const batch *found = &r->found;
    int code = name_sources(r, x, found->rejected_lane + from, count);
    rejection_rows rows = {.count = count,
                           .src = r->sources,
                           .move = found->rejected_move + from,
                           .rule = found->rejected_rule + from};
    return code ? code : r->observer->rejections(r->observer->self, &rows, r->err);
}

static int tell_rejections(engine *r, const expansion *x)
{
    size_t count = 0; /* they are in the order of their states */
    int code = 0;
    if (x->again || !(r->wants & WANT_REJECTIONS))
        return 0;
    while (count < r->found.rejected && r->found.rejected_lane[count] < r->lanes)
        count++;
    r->out->rejections += count;
    for (size_t at = 0; r->observer->rejections && at < count && !code; at += SLICE)
        code = tell_some_rejections(r, x, at, least(count - at, SLICE));
    return code;
}

static int tell_moves(engine *r, const expansion *x)
{
    if (x->again)
        return 0;
    r->out->edges += r->taken;
    return r->observer->edges && r->taken ? tell_edges(r, x) : 0;
}

/* ---- the whole ------------------------------------------------------------------------- */

static void stop_at_goal(engine *r)
{
    if (r->options->stop == WGCQ_STOP_FIRST && r->out->goals)
        engine_stop(r, SEARCH_STOPPED);
}

static int tell_slice(engine *r, const expansion *x)
{
    int code = take_fresh(r, x);
    if (!code)
        code = tell_moves(r, x);
    r->out->states = r->fresh + r->fresh_count - 1;
    return code || !r->after ? code : r->after(r->after_self, x);
}

int engine_notify(engine *r, const expansion *x)
{
    int code = tell_slice(r, x);
    if (!code)
        code = tell_rejections(r, x);
    stop_at_goal(r);
    return code;
}

static int take_slice(engine *r, const expansion *x)
{
    int code = add_found(r);
    if (!code)
        code = classify_fresh(r, 0);
    return code ? code : tell_slice(r, x);
}

/* So many successors, from number `at` on. */
static batch slice_of(const batch *whole, size_t at, size_t count)
{
    batch slice = *whole;
    slice.lane += at;
    slice.move += at;
    slice.state += at * whole->words;
    slice.cost = slice.cost ? slice.cost + at * whole->costs : NULL;
    slice.count = count;
    return slice;
}

/* Between two slices a run may end, unless it may also go on. */
static bool ends_between(engine *r)
{
    return !r->pulled && limits_within(r);
}

static int take_slices(engine *r, const expansion *x)
{
    const batch whole = r->found;
    const uint32_t *tags = r->tags;
    size_t at = 0;
    int code = 0;
    while (!code && !r->over && at < whole.count) {
        if (at && ends_between(r))
            break;
        r->found = slice_of(&whole, at, least(whole.count - at, SLICE));
        r->tags = tags ? tags + at : NULL;
        code = take_slice(r, x);
        at += r->taken;
    }
    if (at < whole.count)
        r->lanes = whole.lane[at];
    r->found = whole;
    r->taken = at;
    return code;
}

/* Where there is too little memory for all of x at once, r->lanes is 0. */
static int take(engine *r, const expansion *x)
{
    r->lanes = x->count;
    int code = order_before_limit(r, x);
    if (!code && r->lanes && r->options->stop == WGCQ_STOP_FIRST && r->model->has_goal)
        code = end_at_first_goal(r);
    if (!code)
        code = r->found.count > SLICE ? take_slices(r, x) : take_slice(r, x);
    if (!code)
        code = tell_rejections(r, x);
    stop_at_goal(r);
    return code;
}

int engine_explore(engine *r, const expansion *x)
{
    size_t done = 0;
    int code = 0;
    while (!code && !r->over && done < x->count) {
        expansion part = rest_of(r, x, done);
        code = expand_part(r, &part);
        if (code || budget_spent(&r->budget))
            break;
        code = take(r, &part);
        done += r->lanes;
    }
    r->lanes = done;
    return code;
}

int engine_insert(engine *r, const expansion *x)
{
    int code = take(r, x);
    return code || r->over || r->lanes || !x->count ? code : engine_explore(r, x);
}

/* Like an expansion; a run that ends here has no states at all. */
static int find_starts(engine *r)
{
    wgcq_error before = r->err ? *r->err : (wgcq_error){0};
    batch_clear(&r->found);
    begin_budget(r, 1);
    int code = r->model->starts(r->worker, &r->found, r->err);
    r->found.budget = NULL;
    if (!budget_spent(&r->budget))
        return code;
    forget(r, &before);
    if (!r->over)
        limits_memory(r);
    return 0;
}

int engine_initial_states(engine *r)
{
    int code = find_starts(r);
    if (code || r->over)
        return code;
    if (!r->found.count)
        return error_set(r->err, WGCQ_ERUN, "no start is left: every one breaks a rule");
    limits_grant(r);
    size_t starts = r->found.count;
    code = visited_add(&r->seen, r->found.state, NULL, starts, NULL, &r->taken, r->err);
    if (code)
        return code;
    r->out->starts_cut = r->taken < starts;
    if (r->out->starts_cut)
        limits_full(r);
    r->fresh = 1;
    r->fresh_count = r->seen.count;
    r->out->states = r->out->starts = r->seen.count;
    code = classify_fresh(r, MARK_START);
    if (!code)
        code = take_fresh(r, NULL);
    stop_at_goal(r);
    return code;
}
