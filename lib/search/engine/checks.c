/* checks.c - counting states that violate something, and choosing the least of them. */
#include "search/engine/checks.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"

size_t violations_of(const wgcq_model *model)
{
    return model->invariant_count + (model->forbids_deadlock ? 1 : 0);
}

size_t checks_of(const wgcq_model *model)
{
    return violations_of(model) + (model->bounds ? 1 : 0);
}

bool is_deadlock_check(const wgcq_model *model, size_t check)
{
    return model->forbids_deadlock && check == model->invariant_count;
}

size_t nearest_violation(const wgcq_model *model, const uint64_t *found)
{
    const size_t none = violations_of(model), deadlock = model->invariant_count;
    size_t i = 0;
    if (!found)
        return none;
    if (model->forbids_deadlock && found[deadlock])
        return deadlock;
    while (i < none && !found[i])
        i++;
    return i;
}

bool checks_open(checks *c, const wgcq_model *model)
{
    *c = (checks){.count = checks_of(model)};
    if (!c->count)
        return true;
    c->found = calloc(c->count, sizeof *c->found);
    c->least = calloc(c->count * model->words, sizeof *c->least);
    c->broken = calloc(c->count, sizeof *c->broken);
    return c->found && c->least && c->broken;
}

void checks_close(checks *c)
{
    free(c->found);
    free(c->least);
    free(c->broken);
    *c = (checks){0};
}

void checks_clear(checks *c)
{
    for (size_t i = 0; i < c->count; i++)
        c->found[i] = 0;
}

/* ---- of a state ------------------------------------------------------------------------------ */

static int each_invariant(const wgcq_model *model, void *worker, const uint64_t *state,
                          bool *broken, violation_action *act, void *self, wgcq_error *err)
{
    bool any = false;
    int code = model->reference.broken_invariants(worker, state, broken, err);
    for (size_t i = 0; !code && i < model->invariant_count; i++) {
        any = any || broken[i];
        if (broken[i])
            act(self, i, state);
    }
    return code || any ? code
                       : error_set(err, WGCQ_ERUN,
                                   "the checker finds no invariant that a state violates, as the "
                                   "search says");
}

int each_check(const wgcq_model *model, void *worker, const uint64_t *state, uint8_t marks,
               bool *broken, violation_action *act, void *self, wgcq_error *err)
{
    if (marks & MARK_BOUNDED)
        act(self, violations_of(model), state);
    return marks & MARK_VIOLATES ? each_invariant(model, worker, state, broken, act, self, err) : 0;
}

int each_deadlock(const wgcq_model *model, void *worker, const expansion *x, const batch *found,
                  violation_action *act, void *self, wgcq_error *err)
{
    bool has_successor[MODEL_BATCH] = {false};
    int code = 0;
    if (!model->forbids_deadlock)
        return 0;
    assert(x->count <= MODEL_BATCH);
    for (size_t i = 0; i < found->count; i++)
        has_successor[found->lane[i]] = true;
    for (size_t lane = 0; !code && lane < x->count; lane++) {
        const uint64_t *state = x->states + lane * model->words;
        uint8_t marks = 0;
        if (has_successor[lane])
            continue;
        if (model->has_goal)
            code = model->classify(worker, state, 1, &marks, err);
        if (!code && !(marks & MARK_GOAL))
            act(self, model->invariant_count, state);
    }
    return code;
}

/* ---- figures --------------------------------------------------------------------------------- */

typedef struct figures_of_model {
    checks *c;
    const wgcq_model *model;
} figures_of_model;

static void add_to_check(checks *c, size_t check, const wgcq_model *model, const uint64_t *state,
                         uint64_t count)
{
    bool any = c->found[check];
    model_keep_least(model, state, c->least + check * model->words, &any);
    c->found[check] += count;
}

static void add_own_state(void *self, size_t check, const uint64_t *state)
{
    const figures_of_model *f = self;
    add_to_check(f->c, check, f->model, state, 1);
}

int checks_add_state(checks *c, const wgcq_model *model, void *worker, const uint64_t *state,
                     uint8_t marks, wgcq_error *err)
{
    figures_of_model into = {c, model};
    return each_check(model, worker, state, marks, c->broken, add_own_state, &into, err);
}

int checks_add_deadlocks(checks *c, const wgcq_model *model, void *worker, const expansion *x,
                         const batch *found, wgcq_error *err)
{
    figures_of_model into = {c, model};
    return !c->count ? 0 : each_deadlock(model, worker, x, found, add_own_state, &into, err);
}

void checks_add(checks *c, const checks *from, const wgcq_model *model)
{
    for (size_t i = 0; i < from->count; i++)
        if (from->found[i])
            add_to_check(c, i, model, from->least + i * model->words, from->found[i]);
}

void checks_join(checks *c, checks *from, const wgcq_model *model)
{
    checks_add(c, from, model);
    checks_clear(from);
}
