/* engine.c - inserting successors and making rows of them, for every order. */
#include "search/engine/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "search/engine/expand.h"
#include "search/engine/limits.h"

static bool hands_over(const engine *r, unsigned kind)
{
    return r->options->rows & kind;
}

int engine_open(engine *r, unsigned wants)
{
    const wgcq_model *model = r->model;
    if (hands_over(r, ROWS_EDGES))
        wants |= WANT_MOVES | (model->costs ? (unsigned)WANT_COSTS : 0);
    if (hands_over(r, ROWS_REJECTIONS))
        wants |= WANT_REJECTIONS;
    r->wants = wants;
    r->needs_marks =
        model->has_goal || model->has_end || model->invariant_count || hands_over(r, ROWS_STATES);
    r->needs_finals = model->finals && (wants & WANT_COSTS || hands_over(r, ROWS_STATES));
    r->successors = (batch){.words = model->words, .costs = model->costs};
    r->max_sources = MODEL_BATCH;
    r->text_bytes_before = model->texts.memory ? model->texts.memory(model) : 0;
    uint64_t most = r->options->max_states;
    r->visited =
        visited_make(model->words, most && most < VISITED_MAX ? (uint32_t)most : VISITED_MAX);
    if (!r->options->past) /* a file may have any state */
        visited_set_shape(&r->visited, &(state_set_shape){.words = model->words,
                                                          .bits = model->bits,
                                                          .fields = model->fields,
                                                          .field_count = model->field_count});
    return model->worker_new(&r->worker, model, r->err);
}

void engine_close(engine *r)
{
    if (r->worker)
        r->model->worker_free(r->worker);
    visited_free(&r->visited);
    batch_free(&r->successors);
    free(r->marks);
    free(r->finals);
    free(r->numbers);
    free(r->sources);
    free(r->rejected_sources);
    free(r->depths);
    free(r->cut.state);
}

void engine_stop(engine *r, search_end end)
{
    if (end != SEARCH_LIMIT) /* which came before, among successors of one state */
        r->result->limit[0] = '\0';
    r->result->end = end;
    r->stopped = true;
}

static bool reserve_marks(engine *r, size_t count)
{
    return array_renew(&r->marks, &r->marks_room, count, sizeof *r->marks);
}

enum { SLICE = 1 << 17 }; /* successors that are inserted at once */

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

/* The part's states up to this one are inserted, and no others. */
static void truncate_behind(engine *r, size_t lane)
{
    batch *found = &r->successors;
    size_t count = 0;
    while (count < found->count && found->lane[count] <= lane)
        count++;
    found->count = count;
    r->sources_done = lane + 1;
}

/* With --stop first nothing is inserted behind the first state that has a goal, or a violation,
   among its successors. None was found before, so that one is new. */
static int truncate_at_first(engine *r)
{
    batch *found = &r->successors;
    if (!reserve_marks(r, found->count))
        return error_set_memory(r->err);
    int code = r->model->classify(r->worker, found->state, found->count, r->marks, r->err);
    for (size_t i = 0; i < found->count && !code; i++)
        if (r->marks[i] & (MARK_GOAL | MARK_VIOLATES))
            truncate_behind(r, found->lane[i]);
    return code;
}

/* ---- states without successors -------------------------------------------------- */

static int is_goal(bool *out, engine *r, const uint64_t *state)
{
    uint8_t marks = 0;
    int code = r->model->has_goal ? r->model->classify(r->worker, state, 1, &marks, r->err) : 0;
    *out = !code && marks & MARK_GOAL;
    return code;
}

/* Counts the part's states that are done; with --stop first nothing is inserted behind the first
   that is no goal.  Edges of a state are not inserted before all are known. */
static int note_stuck(engine *r)
{
    bool has_successor[MODEL_BATCH] = {false}, goal = false;
    const batch *found = &r->successors;
    int code = 0;
    r->stuck_count = 0;
    if (!r->model->forbids_deadlock || r->part.reexpansion)
        return 0;
    for (size_t i = 0; i < found->count; i++)
        has_successor[found->lane[i]] = true;
    for (size_t lane = 0; lane < r->sources_done && !code; lane++) {
        if (has_successor[lane])
            continue;
        code = is_goal(&goal, r, r->part.states + lane * r->visited.words);
        if (code || goal)
            continue;
        r->stuck[r->stuck_count++] = expansion_number(&r->part, lane);
        if (r->options->stop == WGCQ_STOP_FIRST)
            truncate_behind(r, lane);
    }
    return code;
}

/* Where a limit may cut the batch short, its successors are needed in order, to cut between states.
 */
static int reexpand_in_order(engine *r, const expansion *x)
{
    limits_set_visited_budget(r);
    if (r->wants & WANT_ORDER || r->successors.count <= visited_room(&r->visited))
        return 0;
    int code = engine_expand_in_budget(r, x, r->wants | WANT_ORDER);
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
    int code = visited_add(&r->visited, found->state, found->count,
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
    for (size_t i = 0; i < r->new_count; i++) {
        r->violation_found = r->violation_found || r->marks[i] & MARK_VIOLATES;
        if (r->marks[i] & MARK_GOAL) {
            r->result->goals++;
            if (!r->result->first_goal)
                r->result->first_goal = r->first_new + (uint32_t)i;
        }
    }
}

static int classify_new_states(engine *r, uint8_t also)
{
    if (!r->needs_marks || !r->new_count)
        return 0;
    if (!reserve_marks(r, r->new_count))
        return error_set_memory(r->err);
    int code = model_marks(r->model, r->worker, visited_state(&r->visited, r->first_new),
                           r->new_count, r->marks, r->err);
    for (size_t i = 0; also && !code && i < r->new_count; i++)
        r->marks[i] |= also;
    return code;
}

static int find_new_finals(engine *r)
{
    const size_t finals = r->model->finals;
    if (!array_renew(&r->finals, &r->finals_room, r->new_count * finals, sizeof *r->finals))
        return error_set_memory(r->err);
    return model_finals(r->model, r->worker, visited_state(&r->visited, r->first_new), r->marks,
                        r->new_count, r->finals, r->err);
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

static void hand_over_states(engine *r)
{
    r->rows.states = (state_rows){.first = r->first_new,
                                  .count = r->new_count,
                                  .words = r->model->words,
                                  .state = visited_state(&r->visited, r->first_new),
                                  .marks = r->marks,
                                  .depth = r->depths,
                                  .finals = r->needs_finals ? r->model->finals : 0,
                                  .final = r->finals};
    if (r->add_texts)
        r->add_texts(r->crew, &r->rows.states);
}

static void update_max_depth(engine *r, const expansion *x)
{
    uint32_t deepest = x ? x->depth + 1 : 0;
    for (size_t i = 0; x && x->depths && i < r->new_count; i++)
        deepest = !i || r->depths[i] > deepest ? r->depths[i] : deepest;
    if (deepest > r->result->depth)
        r->result->depth = deepest;
}

static int count_new_states(engine *r, const expansion *x)
{
    if (!r->new_count)
        return 0;
    bool measured = hands_over(r, ROWS_STATES) || (x && x->depths);
    int code = measured ? set_new_depths(r, x) : 0;
    if (!code && r->needs_finals)
        code = find_new_finals(r);
    if (code)
        return code;
    update_max_depth(r, x);
    if (r->needs_marks)
        count_new_goals(r);
    if (hands_over(r, ROWS_STATES))
        hand_over_states(r);
    return 0;
}

/* ---- edges and rejections -------------------------------------------------------------- */

static void number_sources(uint32_t *to, const expansion *x, const uint32_t *lane, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = expansion_number(x, lane[i]);
}

static int hand_over_edges(engine *r, const expansion *x)
{
    const batch *found = &r->successors;
    if (!array_renew(&r->sources, &r->sources_room, r->inserted, sizeof *r->sources))
        return error_set_memory(r->err);
    number_sources(r->sources, x, found->lane, r->inserted);
    r->rows.edges = (edge_rows){.count = r->inserted,
                                .costs = found->costs,
                                .src = r->sources,
                                .dst = r->numbers,
                                .move = found->move,
                                .cost = r->wants & WANT_COSTS && found->costs ? found->cost : NULL};
    return 0;
}

static int count_edges(engine *r, const expansion *x)
{
    if (x->reexpansion)
        return 0;
    r->result->edges += r->inserted;
    return hands_over(r, ROWS_EDGES) && r->inserted ? hand_over_edges(r, x) : 0;
}

/* Counts rejections of the states that are done; they are in the order of the states. */
static void count_rejections(engine *r, const expansion *x)
{
    const batch *found = &r->successors;
    r->rejected_at = r->rejected_end = 0;
    if (x->reexpansion || !(r->wants & WANT_REJECTIONS))
        return;
    while (r->rejected_end < found->rejected &&
           found->rejected_lane[r->rejected_end] < r->sources_done)
        r->rejected_end++;
    r->result->rejections += r->rejected_end;
    r->rejected_at = hands_over(r, ROWS_REJECTIONS) ? 0 : r->rejected_end;
}

static int hand_over_rejections(engine *r)
{
    const batch *found = &r->successors;
    const size_t at = r->rejected_at, left = r->rejected_end - at,
                 count = left < SLICE ? left : SLICE;
    if (!count)
        return 0;
    if (!array_renew(&r->rejected_sources, &r->rejected_sources_room, count,
                     sizeof *r->rejected_sources))
        return error_set_memory(r->err);
    number_sources(r->rejected_sources, &r->part, found->rejected_lane + at, count);
    r->rows.rejections = (rejection_rows){.count = count,
                                          .src = r->rejected_sources,
                                          .move = found->rejected_move + at,
                                          .rule = found->rejected_rule + at};
    r->rejected_at += count;
    return 0;
}

/* ---- inserting ------------------------------------------------------------------------- */

static void stop_at_first(engine *r)
{
    if (r->options->stop == WGCQ_STOP_FIRST && (r->result->goals || r->violation_found))
        engine_stop(r, SEARCH_STOPPED);
}

static int count_slice(engine *r, const expansion *x)
{
    int code = count_new_states(r, x);
    code = code ? code : count_edges(r, x);
    r->result->states = r->first_new + r->new_count - 1;
    return code || !r->on_slice ? code : r->on_slice(r->on_slice_self, x);
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

static int insert_slice(engine *r)
{
    const batch all = r->successors;
    const size_t left = all.count - r->at;
    r->successors = batch_slice(&all, r->at, left < SLICE ? left : SLICE);
    int code = insert_successors(r);
    code = code ? code : classify_new_states(r, 0);
    code = code ? code : count_slice(r, &r->part);
    r->successors = all;
    r->at += r->inserted;
    r->rows.edges_go_on = r->at && r->at < all.count && all.lane[r->at] == all.lane[r->at - 1];
    return code;
}

/* A run may be stopped between two slices, unless the caller may resume it. */
static bool stopped_between_slices(engine *r)
{
    return r->at && (r->stopped || (!r->resumable && limits_poll(r)));
}

/* The part's successors behind the first r->at are left out. */
static int note_cut(engine *r)
{
    const uint32_t *lane = r->successors.lane;
    const size_t bytes = r->visited.words * sizeof *r->cut.state;
    size_t edges = 0;
    r->sources_done = lane[r->at];
    while (edges < r->at && lane[r->at - edges - 1] == lane[r->at])
        edges++;
    if (!edges || r->part.reexpansion || r->cut.state)
        return 0;
    r->cut.state = malloc(bytes);
    if (!r->cut.state)
        return error_set_memory(r->err);
    memcpy(r->cut.state, remaining_sources(r, &r->part, lane[r->at]).states, bytes);
    r->cut.edges = edges;
    return 0;
}

static int insert_next_slice(engine *r)
{
    int code = stopped_between_slices(r) ? 0 : insert_slice(r);
    if (code || (!r->stopped && r->at < r->successors.count))
        return code;
    if (r->at < r->successors.count)
        code = note_cut(r);
    count_rejections(r, &r->part);
    r->part_inserted = true;
    return code;
}

/* ---- an expansion ---------------------------------------------------------------------- */

/* r->part's successors are there.  Afterwards r->sources_done is 0 where there is too little memory
   for all of them at once. */
static int begin_inserting(engine *r)
{
    r->at = 0;
    r->part_inserted = false;
    r->sources_done = r->part.count;
    int code = reexpand_in_order(r, &r->part);
    if (!code && r->sources_done && r->options->stop == WGCQ_STOP_FIRST &&
        (r->model->has_goal || r->model->invariant_count))
        code = truncate_at_first(r);
    return code || !r->sources_done ? code : note_stuck(r);
}

static void leave_expansion(engine *r)
{
    r->part.count = 0;
    r->expanding = false;
    r->sources_done = r->done;
}

static int expand_part(engine *r)
{
    r->part = remaining_sources(r, &r->whole, r->done);
    int code = engine_expand(r, &r->part);
    if (!code && budget_spent(&r->budget))
        leave_expansion(r);
    else if (!code)
        code = begin_inserting(r);
    return code;
}

/* Where the run was stopped within the part, those of the states that are done. */
static void hand_over_stuck(engine *r)
{
    size_t count = 0;
    for (size_t lane = 0; lane < r->sources_done && count < r->stuck_count; lane++)
        count += expansion_number(&r->part, lane) == r->stuck[count];
    r->violation_found = r->violation_found || count;
    if (hands_over(r, ROWS_STUCK))
        r->rows.stuck = (stuck_rows){count, r->stuck};
}

static void leave_part(engine *r)
{
    hand_over_stuck(r);
    r->part.count = 0;
    r->done += r->sources_done;
    stop_at_first(r);
    if (r->stopped || r->done == r->whole.count)
        leave_expansion(r);
}

void engine_begin(engine *r, const expansion *x)
{
    assert(!r->expanding && (!x->depths || (x->number && r->needs_numbers)));
    r->whole = *x;
    r->part.count = 0;
    r->done = r->sources_done = 0;
    r->expanding = x->count && !r->stopped;
}

int engine_next(engine *r)
{
    assert(r->expanding);
    int code = r->part.count ? 0 : expand_part(r);
    if (code || !r->expanding)
        return code;
    if (!r->part_inserted)
        code = insert_next_slice(r);
    if (!code && r->part_inserted && hands_over(r, ROWS_REJECTIONS))
        code = hand_over_rejections(r);
    if (!code && r->part_inserted && r->rejected_at == r->rejected_end)
        leave_part(r);
    return code;
}

int engine_add_initial_states(engine *r)
{
    assert(!r->visited.count);
    int code = engine_find_initial_states(r);
    if (code || r->stopped)
        return code;
    limits_set_visited_budget(r);
    size_t starts = r->successors.count;
    code = visited_add(&r->visited, r->successors.state, starts, NULL, &r->inserted, r->err);
    if (code)
        return code;
    r->result->starts_incomplete = r->inserted < starts;
    if (r->result->starts_incomplete)
        limits_stop_full(r);
    r->first_new = 1;
    r->new_count = r->visited.count;
    r->result->states = r->result->starts = r->visited.count;
    code = classify_new_states(r, MARK_START);
    code = code ? code : count_new_states(r, NULL);
    stop_at_first(r);
    return code;
}
