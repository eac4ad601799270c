/*
 * spill_check.c - states that violate an invariant or a bound, and forbidden deadlocks: how many,
 * and the nearest.
 *
 * A finding amid a level counts when the level is left.  The nearest of all is, among those of
 * the first invariant of the least depth, the least as states are packed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/spill/spill_run.h"

int spill_open_checks(spill_run *s)
{
    const wgcq_model *model = s->r->model;
    spill_checks *c = &s->checks;
    c->count = checks_of(model);
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

void spill_add_violation(void *self, size_t check, const uint64_t *state)
{
    const spill_run *s = self;
    const wgcq_model *model = s->r->model;
    bool any = s->checks.added[check]++;
    model_keep_least(model, state, s->checks.nearest + check * model->words, &any);
}

void spill_drop_violation(void *self, size_t check, const uint64_t *state)
{
    const spill_run *s = self;
    (void)state;
    s->checks.own[check]--;
}

int spill_check_state(spill_run *s, const uint64_t *state, uint8_t marks, violation_action *act)
{
    return each_check(s->r->model, s->r->worker, state, marks, s->checks.broken, act, s, s->r->err);
}

int spill_check_successors(spill_run *s, const expansion *x, violation_action *act)
{
    return each_deadlock(s->r->model, s->r->worker, x, &s->r->successors, act, s, s->r->err);
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Deadlocks are found a level later, when their states are expanded. */
static uint32_t depth_of_found(const spill_run *s, size_t check, uint32_t depth)
{
    return is_deadlock_check(s->r->model, check) ? depth - 1 : depth;
}

int spill_sum_found_checks(spill_run *s)
{
    spill_checks *c = &s->checks;
    int code = 0;
    if (c->count)
        memcpy(c->added_all, c->added, c->count * sizeof *c->added);
    if (c->count)
        code = rank_sum(&s->swap.packets, c->added_all, c->count, s->r->err);
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
    int code = rank_sum(&s->swap.packets, c->added_all, c->count, s->r->err);
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
            c->all[i].depth = depth_of_found(s, i, depth);
        c->own[i] += c->added[i];
        c->added[i] = c->added_all[i] = 0;
    }
}

bool spill_wants_counterexample(const spill_run *s)
{
    return violations_of(s->r->model) && !s->r->result->counterexample.states;
}

bool spill_find_violation(const uint64_t **state, uint32_t *depth, const spill_run *s)
{
    const spill_checks *c = &s->checks;
    const wgcq_model *model = s->r->model;
    const size_t first = spill_wants_counterexample(s) ? nearest_violation(model, c->added_all)
                                                       : violations_of(model);
    if (first == violations_of(model))
        return false;
    *state = c->nearest + first * s->r->model->words;
    *depth = depth_of_found(s, first, *depth);
    return true;
}
