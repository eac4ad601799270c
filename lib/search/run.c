/* run.c - expanding states and taking in what comes of it, for every strategy. */
#include "search/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "search/limits.h"

int run_open(run *r, unsigned wants)
{
    const wgcq_model *model = r->model;
    r->wants = wants | r->observer->wants;
    r->needs_marks = model->has_goal || model->has_end || r->observer->states;
    r->found = (batch){.words = model->words, .costs = model->costs};
    uint64_t most = r->options->max_states;
    r->seen = seen_make(model->words, most && most < SEEN_MOST ? (uint32_t)most : SEEN_MOST);
    return model->worker_new(&r->worker, model, r->err);
}

void run_close(run *r)
{
    if (r->worker)
        r->model->worker_free(r->worker);
    seen_free(&r->seen);
    batch_free(&r->found);
    free(r->marks);
    free(r->numbers);
    free(r->sources);
    free(r->depths);
}

void run_stop(run *r, search_end end)
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

static bool scratch_marks(run *r, size_t count)
{
    return scratch(&r->marks, &r->marks_room, count, sizeof *r->marks);
}

int run_expand(run *r, const expansion *x)
{
    return r->model->expand(r->worker, x->states, x->count, r->wants, &r->found, r->err);
}

/* ---- where the successors stop ------------------------------------------------ */

/* With --stop first nothing is taken in behind the state that comes upon a goal.  No goal was seen
   before, so a successor that is one is new. */
static int end_at_first_goal(run *r)
{
    batch *found = &r->found;
    if (!scratch_marks(r, found->count))
        return fault_memory(r->err);
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
static int order_before_limit(run *r, const expansion *x)
{
    limits_grant(r);
    if (r->wants & WANT_ORDER || r->found.count <= seen_room(&r->seen))
        return 0;
    r->tags = NULL;
    return r->model->expand(r->worker, x->states, x->count, r->wants | WANT_ORDER, &r->found,
                            r->err);
}

static int add_found(run *r)
{
    batch *found = &r->found;
    if (r->needs_numbers &&
        !scratch(&r->numbers, &r->numbers_room, found->count, sizeof *r->numbers))
        return fault_memory(r->err);
    uint32_t before = r->seen.count;
    int code = seen_add(&r->seen, found->state, r->tags, found->count,
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

static void count_goals(run *r)
{
    for (size_t i = 0; i < r->fresh_count; i++)
        if (r->marks[i] & MARK_GOAL) {
            r->out->goals++;
            if (!r->out->first_goal)
                r->out->first_goal = r->fresh + (uint32_t)i;
        }
}

static int classify_fresh(run *r, uint8_t also)
{
    if (!r->needs_marks || !r->fresh_count)
        return 0;
    if (!scratch_marks(r, r->fresh_count))
        return fault_memory(r->err);
    memset(r->marks, 0, r->fresh_count);
    if (r->model->has_goal || r->model->has_end) {
        int code = r->model->classify(r->worker, seen_state(&r->seen, r->fresh), r->fresh_count,
                                      r->marks, r->err);
        if (code)
            return code;
    }
    for (size_t i = 0; also && i < r->fresh_count; i++)
        r->marks[i] |= also;
    return 0;
}

/* A new state is one move deeper than the first state that leads to it; x is NULL for starts. */
static int measure_fresh(run *r, const expansion *x)
{
    if (!scratch(&r->depths, &r->depths_room, r->fresh_count, sizeof *r->depths))
        return fault_memory(r->err);
    for (size_t i = 0; i < r->fresh_count; i++)
        r->depths[i] = x ? x->depth + 1 : 0;
    uint32_t next = r->fresh; /* numbers were given in the order of the successors */
    for (size_t i = 0; x && x->depths && i < r->taken; i++)
        if (r->numbers[i] == next)
            r->depths[next++ - r->fresh] = x->depths[r->found.lane[i]] + 1;
    return 0;
}

static int tell_states(run *r)
{
    state_rows rows = {.first = r->fresh,
                       .count = r->fresh_count,
                       .words = r->model->words,
                       .state = seen_state(&r->seen, r->fresh),
                       .marks = r->marks,
                       .depth = r->depths};
    return r->observer->states(r->observer->self, &rows, r->err);
}

static void note_deepest(run *r, const expansion *x)
{
    uint32_t deepest = x ? x->depth + 1 : 0;
    for (size_t i = 0; x && x->depths && i < r->fresh_count; i++)
        deepest = !i || r->depths[i] > deepest ? r->depths[i] : deepest;
    if (deepest > r->out->depth)
        r->out->depth = deepest;
}

static int take_fresh(run *r, const expansion *x)
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

static int name_sources(run *r, const expansion *x, const uint32_t *lane, size_t count)
{
    if (!scratch(&r->sources, &r->sources_room, count, sizeof *r->sources))
        return fault_memory(r->err);
    for (size_t i = 0; i < count; i++)
        r->sources[i] = expansion_number(x, lane[i]);
    return 0;
}

static int tell_edges(run *r, const expansion *x)
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

static int tell_refusals(run *r, const expansion *x)
{
    size_t count = 0; /* they are in the order of their states */
    while (count < r->found.refused && r->found.refused_lane[count] < r->lanes)
        count++;
    r->out->refusals += count;
    if (!count || !r->observer->refusals)
        return 0;
    int code = name_sources(r, x, r->found.refused_lane, count);
    refusal_rows rows = {.count = count,
                         .src = r->sources,
                         .move = r->found.refused_move,
                         .rule = r->found.refused_rule};
    return code ? code : r->observer->refusals(r->observer->self, &rows, r->err);
}

static int tell_moves(run *r, const expansion *x)
{
    if (x->again)
        return 0;
    r->out->edges += r->taken;
    int code = r->observer->edges && r->taken ? tell_edges(r, x) : 0;
    if (!code && r->wants & WANT_REFUSALS)
        code = tell_refusals(r, x);
    return code;
}

/* ---- the whole ------------------------------------------------------------------------- */

static void stop_at_goal(run *r)
{
    if (r->options->stop == WGCQ_STOP_FIRST && r->out->goals)
        run_stop(r, SEARCH_STOPPED);
}

int run_tell(run *r, const expansion *x)
{
    int code = take_fresh(r, x);
    if (!code)
        code = tell_moves(r, x);
    stop_at_goal(r);
    r->out->states = r->fresh + r->fresh_count - 1;
    return code;
}

int run_take(run *r, const expansion *x)
{
    r->lanes = x->count;
    int code = order_before_limit(r, x);
    if (!code && r->options->stop == WGCQ_STOP_FIRST && r->model->has_goal)
        code = end_at_first_goal(r);
    if (!code)
        code = add_found(r);
    if (!code)
        code = classify_fresh(r, 0);
    return code ? code : run_tell(r, x);
}

int run_starts(run *r)
{
    batch_clear(&r->found);
    int code = r->model->starts(r->worker, &r->found, r->err);
    if (code)
        return code;
    if (!r->found.count)
        return fault(r->err, WGCQ_ERUN, "no start is left: every one breaks a rule");
    limits_grant(r);
    size_t starts = r->found.count;
    code = seen_add(&r->seen, r->found.state, NULL, starts, NULL, &r->taken, r->err);
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
