/* expand.c - the successors of states, as many as there is memory for. */
#include "search/engine/expand.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "search/engine/limits.h"

enum {
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

int engine_expand_in_budget(engine *r, const expansion *x, unsigned wants)
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
        code = engine_expand_in_budget(r, x, r->wants);
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

/* All of x's states, by all threads. */
static bool is_expanded_together(engine *r, const expansion *x)
{
    if (r->max_sources < MODEL_BATCH || !r->expand_together(r->crew, x))
        return false;
    r->budget = (budget){.held = batch_memory(&r->successors)};
    return true;
}

int engine_expand(engine *r, expansion *x)
{
    if (!r->crew || x->count == 1)
        return expand_as_fits(r, x);
    if (is_expanded_together(r, x))
        return 0;
    const double began = seconds_since(&r->began);
    int code = expand_as_fits(r, x);
    r->seconds_a_state = (seconds_since(&r->began) - began) / (double)x->count;
    return code;
}

bool engine_leave_out_ends(expansion *x, source_buffer *into, const uint8_t *marks, unsigned words)
{
    const uint64_t *from = x->states;
    const size_t count = x->count;
    assert(count <= MODEL_BATCH && !x->number);
    if (!marks)
        return true;
    if (!bigarray_reserve(&into->states, MODEL_BATCH * words * sizeof *from))
        return false;
    uint64_t *states = into->states.at;
    x->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (marks[i] & MARK_END)
            continue;
        memcpy(states + x->count * words, from + i * words, words * sizeof *states);
        into->number[x->count++] = x->first + (uint32_t)i;
    }
    x->states = states;
    x->number = into->number;
    return true;
}

bool engine_find_successors(engine *r, expansion *x, int *code)
{
    *code = engine_expand(r, x);
    return !*code && !budget_spent(&r->budget);
}

size_t engine_fit_sources(engine *r, size_t sources, size_t done, size_t bytes)
{
    const size_t took = batch_memory(&r->successors);
    if (took > bytes && sources > 1) {
        batch_free(&r->successors);
        return sources / 2;
    }
    return done == sources && 4 * took <= bytes ? smaller_size(2 * sources, MODEL_BATCH) : sources;
}

/* Like an expansion; a run that is stopped here has no states at all. */
static int expand_initial(engine *r)
{
    wgcq_error before = r->err ? *r->err : (wgcq_error){0};
    batch_clear(&r->successors);
    attach_budget(r, 1);
    int code = model_add_starts(r->model, r->worker, &r->successors, r->err);
    r->successors.budget = NULL;
    if (!budget_spent(&r->budget))
        return code;
    discard_expansion(r, &before);
    if (!r->stopped)
        limits_stop_memory(r);
    return 0;
}

int engine_check_starts(engine *r, const search_past *past)
{
    uint32_t starts = 0;
    while (starts < past->states && past->marks[starts] & MARK_START)
        starts++;
    int code = r->model->initial_states(r->worker, &r->successors, r->err);
    r->result->starts = starts;
    if (code || (r->successors.count == starts &&
                 !memcmp(r->successors.state, past->state,
                         (size_t)starts * r->model->words * sizeof *past->state)))
        return code;
    return error_set(r->err, WGCQ_ERUN, "the stored run has other initial states than this puzzle");
}

int engine_find_initial_states(engine *r)
{
    int code = expand_initial(r);
    if (code || r->stopped || r->successors.count)
        return code;
    return error_set(r->err, WGCQ_ERUN, "no start is left: every one breaks a rule");
}
