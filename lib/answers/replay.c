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

static bool is_start(const wgcq_model *model, batch *told, const uint64_t *state)
{
    for (size_t i = 0; i < told->count; i++)
        if (same_state(told->state + i * model->words, state, model->words))
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

static int check(const wgcq_model *model, void *worker, const told_plan *plan, batch *told,
                 wgcq_error *err)
{
    uint8_t marks = 0;
    int code = model->starts(worker, told, err);
    if (code)
        return code;
    if (!is_start(model, told, plan->states))
        return fault(err, WGCQ_ERUN, "the checker does not agree: the plan begins at no start");
    for (uint32_t i = 0; i < plan->length; i++) {
        const uint64_t *from = plan->states + (size_t)i * model->words;
        code = model->retell(worker, from, WANT_MOVES | WANT_COSTS, told, err);
        if (code)
            return code;
        if (!has_edge(model, told, plan->moves[i], from + model->words,
                      plan->costs ? plan->costs + (size_t)i * model->costs : NULL))
            return fault(err, WGCQ_ERUN, "the checker does not agree with step %u, '%s'", i + 1,
                         model->move_text(model, plan->moves[i]));
    }
    code =
        model->reclassify(worker, plan->states + (size_t)plan->length * model->words, &marks, err);
    if (!code && !(marks & MARK_GOAL))
        return fault(err, WGCQ_ERUN, "the checker does not agree: the plan ends in no goal");
    return code;
}

int replay(const wgcq_model *model, void *worker, const told_plan *plan, wgcq_error *err)
{
    batch told = {.words = model->words, .costs = model->costs};
    int code = check(model, worker, plan, &told, err);
    batch_free(&told);
    return code;
}
