/*
 * run_steps.c - runs the steps of moves and starts by backtracking.
 *
 * Steps run in order.  A choice runs the steps behind it once for each value of its domain and
 * restores the state in between.
 */
#include "puzzle/interp/interp_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICE_UNITS = 2 }; /* of the stack, beside those of the choice's loop */

static int run_steps_from(interp *in, const step *steps, size_t count, size_t at);

static void save_choice_point(interp *in, size_t level)
{
    const ast *t = in->tree;
    assert(level < in->levels);
    memcpy(in->saved_state + level * t->words, in->state, t->words * sizeof *in->state);
    memcpy(in->saved_costs + level * t->cost_count, in->costs, t->cost_count * sizeof *in->costs);
    in->saved_trail[level] = in->starts ? in->starts->trail_length : 0;
}

static void restore_choice_point(interp *in, size_t level)
{
    const ast *t = in->tree;
    start_builder *s = in->starts;
    memcpy(in->state, in->saved_state + level * t->words, t->words * sizeof *in->state);
    memcpy(in->costs, in->saved_costs + level * t->cost_count, t->cost_count * sizeof *in->costs);
    while (s && s->trail_length > in->saved_trail[level])
        s->assigned[s->trail[--s->trail_length]] = false;
}

typedef struct choice_point {
    interp *in;
    const step *steps;
    size_t count, at, level;
} choice_point;

static int run_after_choice(void *self)
{
    const choice_point *c = self;
    int code = run_steps_from(c->in, c->steps, c->count, c->at + 1);
    if (code)
        return code; /* the state stays as it is, for the error's text */
    restore_choice_point(c->in, c->level);
    c->in->step_index = c->at;
    return 0;
}

/* A filter excludes a value. */
static int explain_filter(void *self, size_t level)
{
    const choice_point *c = self;
    const expr *filter = c->steps[c->at].loop->bindings[level].filter;
    c->in->bindings_done = level + 1;
    int code = interp_report_reason(c->in, NULL, filter, filter->at);
    c->in->bindings_done = 0;
    return code;
}

/* Runs the steps behind the listed ones, unless a condition that is left does not hold. */
static int run_combination(const choice_point *c, const choice_list *l, size_t number)
{
    interp *in = c->in;
    int64_t holds = 1;
    for (size_t k = 0; k < l->slots; k++)
        in->v.slots[l->slot[k]] = l->values[number * l->slots + k];
    int code = eval_step(&in->v, c->steps[c->at].at);
    for (size_t k = l->combinations[number].rest; k < l->condition_count && !code && holds; k++) {
        in->step_index = l->conditions[k].step;
        code = eval_expr(&in->v, l->conditions[k].holds, &holds);
    }
    if (!code && holds)
        code = run_steps_from(in, c->steps, c->count, l->next);
    if (code)
        return code;
    if (holds)
        restore_choice_point(in, c->level);
    in->step_index = c->at;
    return 0;
}

static int run_listed(const choice_point *c, const choice_list *l)
{
    int code = 0;
    for (size_t i = 0; i < l->count && !code; i++)
        if (choice_list_passes(l, i, c->in->state))
            code = run_combination(c, l, i);
    return code;
}

/* An explanation names what excludes each combination. */
static int run_choose(interp *in, const step *steps, size_t count, size_t at)
{
    choice_point c = {in, steps, count, at, in->level};
    const choice_list *listed = NULL;
    int code = in->move && !in->starts && !in->explain && !in->unlisted
                   ? choice_list_find(&listed, in, at)
                   : 0;
    code = code ? code : eval_enter(&in->v, steps[at].at, CHOICE_UNITS);
    if (code)
        return code;
    save_choice_point(in, in->level++);
    if (listed)
        code = run_listed(&c, listed);
    else
        code = eval_loop_filtered(&in->v, steps[at].loop, run_after_choice,
                                  in->explain ? explain_filter : NULL, &c);
    in->level--;
    eval_leave(&in->v, CHOICE_UNITS);
    return code;
}

/* Runs the rest for every combination of values of the cells that the step set to `any`. */
static int run_each_any(interp *in, const step *steps, size_t count, size_t at, size_t from)
{
    const start_builder *s = in->starts;
    choice_point c = {in, steps, count, at, in->level};
    uint64_t *places = calloc(s->any_count - from + 1, sizeof *places);
    int code = places ? 0 : error_set_memory(in->v.err);
    save_choice_point(in, in->level++);
    do {
        in->v.steps += s->any_count - from; /* setting a cell counts as a step */
        code = code ? code : run_after_choice(&c);
    } while (!code && assign_next_any(in, from, places));
    in->level--;
    free(places);
    return code;
}

static int run_set_any(interp *in, const step *steps, size_t count, size_t at)
{
    size_t from = in->starts->any_count;
    int code = eval_enter(&in->v, steps[at].at, CHOICE_UNITS);
    if (code)
        return code;
    code = assign_all(in, &steps[at]);
    code = code ? code : run_each_any(in, steps, count, at, from);
    in->starts->any_count = from;
    eval_leave(&in->v, CHOICE_UNITS);
    return code;
}

static int run_cost(interp *in, const step *s, int64_t value)
{
    const declared_cost *c = &in->tree->costs[s->cost];
    int64_t *sum = &in->costs[s->cost];
    if (value < 0)
        return interp_negative_cost(in, c, s->value->at, value);
    return __builtin_add_overflow(*sum, value, sum) ? interp_cost_overflow(in, c, s->value->at) : 0;
}

/* A step that is no choice; *goes_on: whether the next step runs. */
static int run_step(interp *in, const step *s, bool *goes_on)
{
    int64_t value;
    if (s->form == STEP_SET)
        return assign_all(in, s);
    int code = eval_expr(&in->v, s->value, &value);
    if (code)
        return code;
    if (s->form == STEP_LET)
        in->v.slots[s->slot] = value;
    if (s->form == STEP_COST)
        return run_cost(in, s, value);
    if (in->v.cover && s->form == STEP_GUARD)
        cover_note(in->v.cover, s, value != 0);
    *goes_on = s->form != STEP_GUARD || value;
    if (*goes_on)
        return 0;
    code = interp_report_reason(in, s->rule < 0 ? NULL : in->tree->rules[s->rule].name, s->value,
                                s->value->at);
    return code ? code : interp_record_rejection(in, s->rule);
}

static int run_steps_from(interp *in, const step *steps, size_t count, size_t at)
{
    for (; at < count; at++) {
        bool goes_on = true;
        in->step_index = at;
        int code = eval_step(&in->v, steps[at].at);
        if (!code && steps[at].form == STEP_CHOOSE)
            return run_choose(in, steps, count, at);
        if (!code && in->starts && step_sets_any(&steps[at]))
            return run_set_any(in, steps, count, at);
        code = code ? code : run_step(in, &steps[at], &goes_on);
        if (code || !goes_on)
            return code;
    }
    in->step_index = count;
    return interp_end_run(in);
}

int interp_run_steps(interp *in, const step *steps, size_t count)
{
    return run_steps_from(in, steps, count, 0);
}
