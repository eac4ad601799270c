/*
 * spill_check.c - states that violate an invariant, and forbidden deadlocks: how many, and the
 * nearest.
 *
 * What is found amid a level counts when the level is left.  The nearest of all is, among those of
 * the first invariant of the least depth, the least as states are packed.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/extract_plan.h"
#include "search/spill/spill_run.h"

size_t spill_checks_of(const wgcq_model *model)
{
    return model->invariant_count + (model->forbids_deadlock ? 1 : 0);
}

int spill_open_checks(spill_run *s)
{
    const wgcq_model *model = s->r->model;
    spill_checks *c = &s->checks;
    c->count = spill_checks_of(model);
    if (!c->count)
        return 0;
    s->r->result->checked = c->all = calloc(c->count, sizeof *c->all);
    s->sure.checked = calloc(c->count, sizeof *s->sure.checked);
    c->own = calloc(c->count, sizeof *c->own);
    c->added_all = calloc(c->count, sizeof *c->added_all);
    c->added = calloc(c->count, sizeof *c->added);
    c->nearest = calloc(c->count * model->words, sizeof *c->nearest);
    c->broken = calloc(c->count, sizeof *c->broken);
    return c->all && s->sure.checked && c->own && c->added_all && c->added && c->nearest &&
                   c->broken
               ? 0
               : error_set_memory(s->r->err);
}

void spill_close_checks(spill_run *s)
{
    free(s->sure.checked);
    free(s->checks.own);
    free(s->checks.added_all);
    free(s->checks.added);
    free(s->checks.nearest);
    free(s->checks.broken);
}

/* ---- states ---------------------------------------------------------------------------------- */

static void add_violation(spill_run *s, size_t check, const uint64_t *state)
{
    spill_checks *c = &s->checks;
    const wgcq_model *model = s->r->model;
    uint64_t *nearest = c->nearest + check * model->words;
    if (!c->added[check]++ || model_state_before(model, state, nearest))
        memcpy(nearest, state, model->words * sizeof *nearest);
}

static void drop_violation(spill_run *s, size_t check, const uint64_t *state)
{
    (void)state;
    s->checks.own[check]--;
}

typedef void violation_action(spill_run *s, size_t check, const uint64_t *state);

/* Which invariants they are is decided by the model's second evaluator, which so confirms the mark.
 */
static int each_violation(spill_run *s, const uint64_t *state, violation_action *act)
{
    const wgcq_model *model = s->r->model;
    spill_checks *c = &s->checks;
    bool any = false;
    int code = model->broken_invariants(s->r->worker, state, c->broken, s->r->err);
    for (size_t i = 0; !code && i < model->invariant_count; i++) {
        any = any || c->broken[i];
        if (c->broken[i])
            act(s, i, state);
    }
    return code || any ? code
                       : error_set(s->r->err, WGCQ_ERUN,
                                   "the checker finds no invariant that a state violates, as the "
                                   "search says");
}

int spill_check_state(spill_run *s, const uint64_t *state)
{
    return each_violation(s, state, add_violation);
}

int spill_uncheck_state(spill_run *s, const uint64_t *state)
{
    return each_violation(s, state, drop_violation);
}

static int each_stuck(spill_run *s, const expansion *x, violation_action *act)
{
    const wgcq_model *model = s->r->model;
    const batch *found = &s->r->successors;
    bool has_successor[MODEL_BATCH] = {false};
    int code = 0;
    if (!model->forbids_deadlock)
        return 0;
    for (size_t i = 0; i < found->count; i++)
        has_successor[found->lane[i]] = true;
    for (size_t lane = 0; !code && lane < x->count; lane++) {
        const uint64_t *state = x->states + lane * model->words;
        uint8_t marks = 0;
        if (has_successor[lane])
            continue;
        if (model->has_goal)
            code = model->classify(s->r->worker, state, 1, &marks, s->r->err);
        if (!code && !(marks & MARK_GOAL))
            act(s, model->invariant_count, state);
    }
    return code;
}

int spill_check_successors(spill_run *s, const expansion *x)
{
    return each_stuck(s, x, add_violation);
}

int spill_uncheck_successors(spill_run *s, const expansion *x)
{
    return each_stuck(s, x, drop_violation);
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Deadlocks are found a level later, when their states are expanded. */
static uint32_t depth_of_check(const spill_run *s, size_t check, uint32_t depth)
{
    return check < s->r->model->invariant_count ? depth : depth - 1;
}

/* The new one of the least depth, then the first; checks.count: there is none. */
static size_t first_violation(const spill_run *s)
{
    const spill_checks *c = &s->checks;
    if (s->r->model->forbids_deadlock && c->added_all[c->count - 1])
        return c->count - 1;
    size_t i = 0;
    while (i < c->count && !c->added_all[i])
        i++;
    return i;
}

int spill_sum_found_checks(spill_run *s)
{
    spill_checks *c = &s->checks;
    int code = 0;
    if (c->count)
        memcpy(c->added_all, c->added, c->count * sizeof *c->added);
    if (c->count)
        code = spill_sum_numbers(s, c->added_all, c->count);
    for (size_t i = 0; !code && i < c->count; i++) {
        bool any = c->added[i];
        if (c->added_all[i])
            code = spill_choose_least(s, &any, c->nearest + i * s->r->model->words);
    }
    return code;
}

int spill_sum_checks(spill_run *s)
{
    spill_checks *c = &s->checks;
    if (!c->count)
        return 0;
    memcpy(c->added_all, c->own, c->count * sizeof *c->own);
    int code = spill_sum_numbers(s, c->added_all, c->count);
    for (size_t i = 0; !code && i < c->count; i++) {
        c->all[i].states = c->added_all[i];
        c->added_all[i] = 0;
    }
    return code;
}

void spill_leave_checks(spill_run *s, uint32_t depth)
{
    spill_checks *c = &s->checks;
    for (size_t i = 0; i < c->count; i++) {
        if (c->added_all[i] && !c->all[i].states)
            c->all[i].depth = depth_of_check(s, i, depth);
        c->own[i] += c->added[i];
        c->added[i] = c->added_all[i] = 0;
    }
}

bool spill_wants_counterexample(const spill_run *s)
{
    return s->checks.count && !s->r->result->counterexample.states;
}

bool spill_find_violation(const uint64_t **state, uint32_t *depth, const spill_run *s)
{
    const spill_checks *c = &s->checks;
    size_t first = spill_wants_counterexample(s) ? first_violation(s) : c->count;
    if (first == c->count)
        return false;
    *state = c->nearest + first * s->r->model->words;
    *depth = depth_of_check(s, first, *depth);
    return true;
}
