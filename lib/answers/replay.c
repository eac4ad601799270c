/*
 * replay.c - a plan is made move by move before it is called one.
 *
 * By the model's second evaluator, which shares no code with the one that explored.
 */
#include <string.h>

#include "answers/answers.h"
#include "base/fault.h"

static bool same_state(const uint64_t *a, const uint64_t *b, unsigned words)
{
    return !memcmp(a, b, words * sizeof *a);
}

static bool is_start(const checker *c, const uint64_t *state)
{
    unsigned words = c->model->words;
    for (size_t i = 0; i < c->starts.count; i++)
        if (same_state(c->starts.state + i * words, state, words))
            return true;
    return false;
}

/* Whether the state that is left has this edge, at this cost. */
static bool has_edge(const wgcq_model *model, const batch *told, uint32_t move,
                     const uint64_t *state, const int64_t *cost)
{
    for (size_t i = 0; i < told->count; i++)
        if (told->move[i] == move &&
            same_state(told->state + i * model->words, state, model->words))
            return !model->costs || !cost ||
                   !memcmp(told->cost + i * model->costs, cost, model->costs * sizeof *cost);
    return false;
}

static int check_step(checker *c, const told_plan *plan, uint32_t i, wgcq_error *err)
{
    const wgcq_model *model = c->model;
    const uint64_t *from = plan->states + (size_t)i * model->words;
    int code = model->retell(c->worker, from, WANT_MOVES | WANT_COSTS, &c->told, err);
    if (code)
        return code;
    const int64_t *cost = plan->costs ? plan->costs + (size_t)i * model->costs : NULL;
    if (has_edge(model, &c->told, plan->moves[i], from + model->words, cost))
        return 0;
    return fault(err, WGCQ_ERUN, "the checker does not agree with step %u, '%s'", i + 1,
                 model->move_text(model, plan->moves[i]));
}

int checker_open(checker *out, const wgcq_model *model, void *worker, wgcq_error *err)
{
    batch empty = {.words = model->words, .costs = model->costs};
    *out = (checker){.model = model, .worker = worker, .starts = empty, .told = empty};
    return model->starts(worker, &out->starts, err);
}

int checker_replay(checker *c, const told_plan *plan, wgcq_error *err)
{
    const wgcq_model *model = c->model;
    uint8_t marks = 0;
    int code = 0;
    if (!is_start(c, plan->states))
        return fault(err, WGCQ_ERUN, "the checker does not agree: the plan begins at no start");
    for (uint32_t i = 0; i < plan->length && !code; i++)
        code = check_step(c, plan, i, err);
    if (!code)
        code = model->reclassify(c->worker, plan->states + (size_t)plan->length * model->words,
                                 &marks, err);
    if (!code && !(marks & MARK_GOAL))
        return fault(err, WGCQ_ERUN, "the checker does not agree: the plan ends in no goal");
    return code;
}

void checker_close(checker *c)
{
    batch_free(&c->starts);
    batch_free(&c->told);
}
