/*
 * plan_checker.c - replays a plan move by move before it is reported as one.
 *
 * With the model's second evaluator, which shares no code with the one that explored.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "graph/algorithms/graph_answers.h"
#include "space/visited.h"

static bool states_equal(const uint64_t *a, const uint64_t *b, unsigned words)
{
    return !memcmp(a, b, words * sizeof *a);
}

static bool is_initial_state(const plan_checker *c, const uint64_t *state)
{
    unsigned words = c->model->words;
    for (size_t i = 0; i < c->starts.count; i++)
        if (states_equal(c->starts.state + i * words, state, words))
            return true;
    return false;
}

static bool batch_has_edge(const wgcq_model *model, const batch *successors, const model_edge *edge)
{
    for (size_t i = 0; i < successors->count; i++)
        if (successors->move[i] == edge->move &&
            states_equal(successors->state + i * model->words, edge->to, model->words))
            return !model->costs || !edge->cost ||
                   !memcmp(successors->cost + i * model->costs, edge->cost,
                           model->costs * sizeof *edge->cost);
    return false;
}

/* Encodes the step as a key of `confirmed`; a step without costs differs from one with costs. */
static void encode_step(plan_checker *c, const plan_view *plan, uint32_t i)
{
    const wgcq_model *model = c->model;
    const size_t words = 2 * (size_t)model->words, costs = model->costs;
    memcpy(c->step, plan->states + (size_t)i * model->words, words * sizeof *c->step);
    c->step[words] = (uint64_t)plan->moves[i] << 1 | (plan->costs != NULL);
    memset(c->step + words + 1, 0, costs * sizeof *c->step);
    if (plan->costs)
        memcpy(c->step + words + 1, plan->costs + i * costs, costs * sizeof *c->step);
}

/* Enumerates all successors where the model cannot confirm a single edge. */
static int evaluate_step(plan_checker *c, const model_edge *edge, bool *found, wgcq_error *err)
{
    const wgcq_model *model = c->model;
    if (model->reference.has_edge)
        return model->reference.has_edge(c->worker, edge, found, err);
    int code = model->reference.expand(c->worker, edge->from, WANT_MOVES | WANT_COSTS,
                                       &c->successors, err);
    *found = !code && batch_has_edge(model, &c->successors, edge);
    return code;
}

int plan_checker_replay_step(plan_checker *c, const plan_view *plan, uint32_t i, wgcq_error *err)
{
    const wgcq_model *model = c->model;
    const uint64_t *from = plan->states + (size_t)i * model->words;
    const int64_t *cost = plan->costs ? plan->costs + (size_t)i * model->costs : NULL;
    const model_edge edge = {from, from + model->words, plan->moves[i], cost};
    bool found = false;
    int code = evaluate_step(c, &edge, &found, err);
    if (code || found)
        return code;
    return error_set(err, WGCQ_ERUN, "the checker rejects step %u, '%s'", i + 1,
                     model->move_text(model, plan->moves[i]));
}

static int check_step(plan_checker *c, const plan_view *plan, uint32_t i, wgcq_error *err)
{
    uint32_t number;
    size_t taken;
    encode_step(c, plan, i);
    visited_find(c->confirmed, c->step, 1, &number);
    if (number)
        return 0;
    int code = plan_checker_replay_step(c, plan, i, err);
    return code ? code : visited_add(c->confirmed, c->step, 1, NULL, &taken, err);
}

int plan_checker_open(plan_checker *out, const wgcq_model *model, void *worker, wgcq_error *err)
{
    batch empty = {.words = model->words, .costs = model->costs};
    unsigned width = 2 * model->words + 1 + model->costs;
    *out = (plan_checker){.model = model, .worker = worker, .starts = empty, .successors = empty};
    out->confirmed = malloc(sizeof *out->confirmed);
    out->step = malloc(width * sizeof *out->step);
    out->final = calloc(model->costs + (size_t)1, sizeof *out->final);
    if (out->confirmed)
        *out->confirmed = visited_make(width, VISITED_MAX);
    if (!out->confirmed || !out->step || !out->final)
        return error_set_memory(err);
    return model_add_starts(model, worker, &out->starts, err);
}

int plan_checker_replay_start(plan_checker *c, const plan_view *plan, wgcq_error *err)
{
    return is_initial_state(c, plan->states)
               ? 0
               : error_set(err, WGCQ_ERUN,
                           "the checker rejects the plan: it does not begin at a start");
}

static int confirm_goal(plan_checker *c, const plan_view *plan, wgcq_error *err)
{
    const wgcq_model *model = c->model;
    const uint64_t *last = plan->states + (size_t)plan->length * model->words;
    uint8_t marks = 0;
    int code = model->reference.classify(c->worker, last, &marks, err);
    if (!code && !(marks & MARK_GOAL))
        return error_set(err, WGCQ_ERUN, "the checker rejects the plan: it does not end in a goal");
    if (!code && plan->final)
        code = model_end_costs(model, c->worker, last, c->final, err);
    if (!code && plan->final && memcmp(c->final, plan->final, model->costs * sizeof *c->final) != 0)
        code = error_set(err, WGCQ_ERUN, "the checker rejects the plan: its end costs otherwise");
    return code;
}

int plan_checker_replay_ends(plan_checker *c, const plan_view *plan, wgcq_error *err)
{
    int code = plan_checker_replay_start(c, plan, err);
    return code ? code : confirm_goal(c, plan, err);
}

int plan_checker_replay(plan_checker *c, const plan_view *plan, wgcq_error *err)
{
    assert(c->step && c->confirmed); /* it is open */
    int code = plan_checker_replay_start(c, plan, err);
    for (uint32_t i = 0; i < plan->length && !code; i++)
        code = check_step(c, plan, i, err);
    return code ? code : confirm_goal(c, plan, err);
}

void plan_checker_close(plan_checker *c)
{
    batch_free(&c->starts);
    batch_free(&c->successors);
    if (c->confirmed)
        visited_free(c->confirmed);
    FREE_EACH(c->confirmed, c->step, c->final);
}
