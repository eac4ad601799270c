/* engine.c - expanding states, inserting and reporting their successors, for every order. */
#include "search/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "search/limits.h"

int engine_open(engine *r, unsigned wants)
{
    const wgcq_model *model = r->model;
    r->wants = wants | r->observer->wants;
    r->needs_marks = model->has_goal || model->has_end || r->observer->states;
    r->successors = (batch){.words = model->words, .costs = model->costs};
    r->max_sources = MODEL_BATCH;
    r->text_bytes_before = model->text_memory ? model->text_memory(model) : 0;
    uint64_t most = r->options->max_states;
    r->visited =
        visited_make(model->words, most && most < VISITED_MAX ? (uint32_t)most : VISITED_MAX);
    return model->worker_new(&r->worker, model, r->err);
}

void engine_close(engine *r)
{
    if (r->worker)
        r->model->worker_free(r->worker);
    visited_free(&r->visited);
    batch_free(&r->successors);
    free(r->marks);
    free(r->numbers);
    free(r->sources);
    free(r->depths);
}

void engine_stop(engine *r, search_end end)
{
    r->result->end = end;
    r->stopped = true;
}

static bool reserve_marks(engine *r, size_t count)
{
    return array_renew(&r->marks, &r->marks_room, count, sizeof *r->marks);
}

/* ---- expanding ----------------------------------------------------------------- */

enum {
    SLICE = 1 << 17, /* successors that are inserted at once                        */
    MAX_EXPANSION_BYTES = 32 << 20, /* of the successors of several states in one expansion */
    MIN_EXPANSION_BYTES = 1 << 20,  /* a budget is never less  */
    INSERTED_FACTOR = 3, /* a successor that is inserted takes about so many times its bytes */
};

static size_t smaller_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

budget engine_budget(const engine *r, size_t count, unsigned shares)
{
    size_t left = limits_memory_left(r);
    budget b = {.limit = left == SIZE_MAX ? 0 : left / INSERTED_FACTOR / shares};
    if (count > 1)
        b.limit = b.limit ? smaller_size(b.limit, MAX_EXPANSION_BYTES) : MAX_EXPANSION_BYTES;
    if (left != SIZE_MAX && b.limit < MIN_EXPANSION_BYTES)
        b.limit = MIN_EXPANSION_BYTES;
    return b;
}

/* The batch and the error of an expansion that was cut short are discarded. */
static void discard_expansion(engine *r, const wgcq_error *before)
{
    batch_clear(&r->successors);
    if (r->err)
        *r->err = *before;
}

static void attach_budget(engine *r, size_t count)
{
    r->budget = engine_budget(r, count, 1);
    r->budget.stop = limits_poll;
    r->budget.self = r;
    r->budget.held = batch_memory(&r->successors);
    r->successors.budget = &r->budget;
}

/* The successors of x's states, all of them or, where the budget was exceeded, none. */
static int expand_in_budget(engine *r, const expansion *x, unsigned wants)
{
    wgcq_error before = r->err ? *r->err : (wgcq_error){0};
    attach_budget(r, x->count);
    int code = r->model->expand(r->worker, x->states, x->count, wants, &r->successors, r->err);
    r->successors.budget = NULL;
    if (!budget_spent(&r->budget))
        return code;
    discard_expansion(r, &before);
    return 0;
}

static size_t found_data_bytes(const engine *r)
{
    const batch *b = &r->successors;
    return b->count * (b->words + b->costs + 1) * sizeof *b->state +
           b->rejected * 3 * sizeof *b->move;
}

/* Expands as many of x's states, from the first on, as there is memory for; *x becomes these. */
static int expand_as_fits(engine *r, expansion *x)
{
    int code;
    for (;;) {
        x->count = smaller_size(x->count, r->max_sources);
        code = expand_in_budget(r, x, r->wants);
        if (code || !r->budget.exceeded || r->budget.stopped || x->count == 1)
            break;
        r->max_sources = (x->count + 1) / 2;
    }
    if (r->budget.exceeded && !r->budget.stopped && !r->stopped)
        limits_stop_memory(r);
    if (r->max_sources < MODEL_BATCH && found_data_bytes(r) < MAX_EXPANSION_BYTES / 16)
        r->max_sources *= 2;
    return code;
}

/* x without its first `done` states.  The visited set, in which they may lie, may have moved. */
static expansion remaining_sources(const engine *r, const expansion *x, size_t done)
{
    assert(done <= x->count);
    expansion rest = *x;
    rest.count = x->count - done;
    if (x->number) {
        rest.number = x->number + done;
        rest.states = x->states + done * r->visited.words;
        rest.depths = x->depths ? x->depths + done : NULL;
    } else {
        rest.first = x->first + (uint32_t)done;
        rest.states = visited_state(&r->visited, rest.first);
    }
    return rest;
}

/* ---- cutting successors short ------------------------------------------------ */

/* With --stop first nothing is inserted behind the first state that has a goal among its
   successors. No goal was found before, so that one is new. */
static int truncate_at_first_goal(engine *r)
{
    batch *found = &r->successors;
    if (!reserve_marks(r, found->count))
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
            r->sources_done = lane + (size_t)1;
        }
    return 0;
}

/* Where a limit may cut the batch short, its successors are needed in order, to cut between states.
 */
static int reexpand_in_order(engine *r, const expansion *x)
{
    limits_set_visited_budget(r);
    if (r->wants & WANT_ORDER || r->successors.count <= visited_room(&r->visited))
        return 0;
    r->tags = NULL;
    int code = expand_in_budget(r, x, r->wants | WANT_ORDER);
    if (!budget_spent(&r->budget))
        return code;
    r->sources_done = 0;
    if (!r->stopped && x->count == 1)
        limits_stop_memory(r);
    r->max_sources = (x->count + 1) / 2; /* fewer at once may fit */
    return code;
}

static int insert_successors(engine *r)
{
    batch *found = &r->successors;
    if (r->needs_numbers &&
        !array_renew(&r->numbers, &r->numbers_room, found->count, sizeof *r->numbers))
        return error_set_memory(r->err);
    uint32_t before = r->visited.count;
    int code = visited_add(&r->visited, found->state, r->tags, found->count,
                           r->needs_numbers ? r->numbers : NULL, &r->inserted, r->err);
    r->first_new = before + 1;
    r->new_count = r->visited.count - before;
    if (!code && r->inserted < found->count) {
        r->sources_done = found->lane[r->inserted];
        limits_stop_full(r);
    }
    return code;
}

/* ---- new states ------------------------------------------------------------------ */

static void count_new_goals(engine *r)
{
    for (size_t i = 0; i < r->new_count; i++)
        if (r->marks[i] & MARK_GOAL) {
            r->result->goals++;
            if (!r->result->first_goal)
                r->result->first_goal = r->first_new + (uint32_t)i;
        }
}

static int classify_new_states(engine *r, uint8_t also)
{
    if (!r->needs_marks || !r->new_count)
        return 0;
    if (!reserve_marks(r, r->new_count))
        return error_set_memory(r->err);
    memset(r->marks, 0, r->new_count);
    if (r->model->has_goal || r->model->has_end) {
        int code = r->model->classify(r->worker, visited_state(&r->visited, r->first_new),
                                      r->new_count, r->marks, r->err);
        if (code)
            return code;
    }
    for (size_t i = 0; also && i < r->new_count; i++)
        r->marks[i] |= also;
    return 0;
}

/* A new state is one deeper than the first state that leads to it; x is NULL for initial states. */
static int set_new_depths(engine *r, const expansion *x)
{
    if (!array_renew(&r->depths, &r->depths_room, r->new_count, sizeof *r->depths))
        return error_set_memory(r->err);
    for (size_t i = 0; i < r->new_count; i++)
        r->depths[i] = x ? x->depth + 1 : 0;
    uint32_t next = r->first_new; /* numbers are assigned in the order of the successors */
    for (size_t i = 0; x && x->depths && i < r->inserted; i++)
        if (r->numbers[i] == next)
            r->depths[next++ - r->first_new] = x->depths[r->successors.lane[i]] + 1;
    assert(!x || !x->depths || next - r->first_new == r->new_count);
    return 0;
}

static int report_states(engine *r)
{
    state_rows rows = {.first = r->first_new,
                       .count = r->new_count,
                       .words = r->model->words,
                       .state = visited_state(&r->visited, r->first_new),
                       .marks = r->marks,
                       .depth = r->depths};
    return r->observer->states(r->observer->self, &rows, r->err);
}

static void update_max_depth(engine *r, const expansion *x)
{
    uint32_t deepest = x ? x->depth + 1 : 0;
    for (size_t i = 0; x && x->depths && i < r->new_count; i++)
        deepest = !i || r->depths[i] > deepest ? r->depths[i] : deepest;
    if (deepest > r->result->depth)
        r->result->depth = deepest;
}

static int report_new_states(engine *r, const expansion *x)
{
    if (!r->new_count)
        return 0;
    bool measured = r->observer->states || (x && x->depths);
    int code = measured ? set_new_depths(r, x) : 0;
    if (code)
        return code;
    update_max_depth(r, x);
    if (r->needs_marks)
        count_new_goals(r);
    return r->observer->states ? report_states(r) : 0;
}

/* ---- edges and rejections -------------------------------------------------------------- */

static int fill_sources(engine *r, const expansion *x, const uint32_t *lane, size_t count)
{
    if (!array_renew(&r->sources, &r->sources_room, count, sizeof *r->sources))
        return error_set_memory(r->err);
    for (size_t i = 0; i < count; i++)
        r->sources[i] = expansion_number(x, lane[i]);
    return 0;
}

static int report_edges(engine *r, const expansion *x)
{
    int code = fill_sources(r, x, r->successors.lane, r->inserted);
    if (code)
        return code;
    edge_rows rows = {.count = r->inserted,
                      .costs = r->model->costs,
                      .src = r->sources,
                      .dst = r->numbers,
                      .move = r->successors.move,
                      .cost = r->wants & WANT_COSTS && r->model->costs ? r->successors.cost : NULL};
    return r->observer->edges(r->observer->self, &rows, r->err);
}

static int report_rejection_slice(engine *r, const expansion *x, size_t from, size_t count)
{
    const batch *found = &r->successors;
    int code = fill_sources(r, x, found->rejected_lane + from, count);
    rejection_rows rows = {.count = count,
                           .src = r->sources,
                           .move = found->rejected_move + from,
                           .rule = found->rejected_rule + from};
    return code ? code : r->observer->rejections(r->observer->self, &rows, r->err);
}

static int report_rejections(engine *r, const expansion *x)
{
    size_t count = 0; /* rejections are in the order of their states */
    int code = 0;
    if (x->reexpansion || !(r->wants & WANT_REJECTIONS))
        return 0;
    while (count < r->successors.rejected && r->successors.rejected_lane[count] < r->sources_done)
        count++;
    r->result->rejections += count;
    for (size_t at = 0; r->observer->rejections && at < count && !code; at += SLICE)
        code = report_rejection_slice(r, x, at, smaller_size(count - at, SLICE));
    return code;
}

static int count_edges(engine *r, const expansion *x)
{
    if (x->reexpansion)
        return 0;
    r->result->edges += r->inserted;
    return r->observer->edges && r->inserted ? report_edges(r, x) : 0;
}

/* ---- inserting ------------------------------------------------------------------------- */

static void stop_at_goal(engine *r)
{
    if (r->options->stop == WGCQ_STOP_FIRST && r->result->goals)
        engine_stop(r, SEARCH_STOPPED);
}

static int report_slice(engine *r, const expansion *x)
{
    int code = report_new_states(r, x);
    if (!code)
        code = count_edges(r, x);
    r->result->states = r->first_new + r->new_count - 1;
    return code || !r->on_slice ? code : r->on_slice(r->on_slice_self, x);
}

int engine_notify(engine *r, const expansion *x)
{
    assert(r->inserted == r->successors.count && r->sources_done == x->count);
    int code = report_slice(r, x);
    if (!code)
        code = report_rejections(r, x);
    stop_at_goal(r);
    return code;
}

static int insert_slice(engine *r, const expansion *x)
{
    int code = insert_successors(r);
    if (!code)
        code = classify_new_states(r, 0);
    return code ? code : report_slice(r, x);
}

/* `count` successors, from number `at` on. */
static batch batch_slice(const batch *whole, size_t at, size_t count)
{
    assert(count <= whole->count && at <= whole->count - count);
    batch slice = *whole;
    slice.lane += at;
    slice.move += at;
    slice.state += at * whole->words;
    slice.cost = slice.cost ? slice.cost + at * whole->costs : NULL;
    slice.count = count;
    return slice;
}

/* A run may be stopped between two slices, unless the caller may resume it. */
static bool stopped_between_slices(engine *r)
{
    return !r->resumable && limits_poll(r);
}

static int insert_in_slices(engine *r, const expansion *x)
{
    const batch whole = r->successors;
    const uint32_t *tags = r->tags;
    size_t at = 0;
    int code = 0;
    while (!code && !r->stopped && at < whole.count) {
        if (at && stopped_between_slices(r))
            break;
        r->successors = batch_slice(&whole, at, smaller_size(whole.count - at, SLICE));
        r->tags = tags ? tags + at : NULL;
        code = insert_slice(r, x);
        at += r->inserted;
    }
    if (at < whole.count)
        r->sources_done = whole.lane[at];
    r->successors = whole;
    r->inserted = at;
    return code;
}

/* Afterwards r->sources_done is 0 where there is too little memory for all of x at once. */
static int insert_expansion(engine *r, const expansion *x)
{
    r->sources_done = x->count;
    int code = reexpand_in_order(r, x);
    if (!code && r->sources_done && r->options->stop == WGCQ_STOP_FIRST && r->model->has_goal)
        code = truncate_at_first_goal(r);
    if (!code)
        code = r->successors.count > SLICE ? insert_in_slices(r, x) : insert_slice(r, x);
    if (!code)
        code = report_rejections(r, x);
    stop_at_goal(r);
    return code;
}

int engine_expand(engine *r, const expansion *x)
{
    assert(!x->depths || (x->number && r->needs_numbers));
    size_t done = 0;
    int code = 0;
    while (!code && !r->stopped && done < x->count) {
        expansion part = remaining_sources(r, x, done);
        code = expand_as_fits(r, &part);
        if (code || budget_spent(&r->budget))
            break;
        code = insert_expansion(r, &part);
        done += r->sources_done;
    }
    r->sources_done = done;
    return code;
}

int engine_insert(engine *r, const expansion *x)
{
    int code = insert_expansion(r, x);
    return code || r->stopped || r->sources_done || !x->count ? code : engine_expand(r, x);
}

/* Like an expansion; a run that is stopped here has no states at all. */
static int expand_initial(engine *r)
{
    wgcq_error before = r->err ? *r->err : (wgcq_error){0};
    batch_clear(&r->successors);
    attach_budget(r, 1);
    int code = r->model->initial_states(r->worker, &r->successors, r->err);
    r->successors.budget = NULL;
    if (!budget_spent(&r->budget))
        return code;
    discard_expansion(r, &before);
    if (!r->stopped)
        limits_stop_memory(r);
    return 0;
}

int engine_add_initial_states(engine *r)
{
    assert(!r->visited.count);
    int code = expand_initial(r);
    if (code || r->stopped)
        return code;
    if (!r->successors.count)
        return error_set(r->err, WGCQ_ERUN, "no start is left: every one breaks a rule");
    limits_set_visited_budget(r);
    size_t starts = r->successors.count;
    code = visited_add(&r->visited, r->successors.state, NULL, starts, NULL, &r->inserted, r->err);
    if (code)
        return code;
    r->result->starts_incomplete = r->inserted < starts;
    if (r->result->starts_incomplete)
        limits_stop_full(r);
    r->first_new = 1;
    r->new_count = r->visited.count;
    r->result->states = r->result->starts = r->visited.count;
    code = classify_new_states(r, MARK_START);
    if (!code)
        code = report_new_states(r, NULL);
    stop_at_goal(r);
    return code;
}
