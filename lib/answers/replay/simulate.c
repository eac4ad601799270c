/* simulate.c - a plan simulated from the texts of its moves alone. */
#include "answers/replay/simulate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void simulation_begin(simulation *sim, const reference_model *reference, bool costs)
{
    const wgcq_model *m = reference->model;
    *sim = (simulation){.reference = reference, .costs = costs ? m->costs : 0};
    sim->current = sim->successors = sim->rejected = (batch){.words = m->words, .costs = m->costs};
}

void simulation_free(simulation *sim)
{
    batch_free(&sim->current);
    batch_free(&sim->successors);
    batch_free(&sim->rejected);
    strbuf_free(&sim->line);
}

int simulation_enter_starts(simulation *sim, wgcq_error *err)
{
    const wgcq_model *m = sim->reference->model;
    batch_free(&sim->current);
    sim->current = (batch){.words = m->words, .costs = m->costs};
    int code = m->initial_states(sim->reference->worker, &sim->current, err);
    sim->current.costs = sim->costs;
    if (!code && sim->costs)
        memset(sim->current.cost, 0,
               sim->current.count * sim->current.costs * sizeof *sim->current.cost);
    return code;
}

/* ---- a step ------------------------------------------------------------------------------- */

static bool batch_has(const batch *b, const uint64_t *state, const int64_t *cost)
{
    for (size_t i = 0; i < b->count; i++)
        if (!memcmp(b->state + i * b->words, state, b->words * sizeof *state) &&
            (!b->costs || !memcmp(b->cost + i * b->costs, cost, b->costs * sizeof *cost)))
            return true;
    return false;
}

typedef struct step_result {
    batch after;
    bool overflow; /* an outcome's cost does not fit 64 bits: no such plan can be stored */
    size_t from;   /* the first such outcome: its state, and its move */
    uint32_t move;
} step_result;

static bool add_step_costs(const simulation *sim, step_result *s, size_t from, size_t at)
{
    unsigned costs = s->after.costs;
    const int64_t *spent = sim->current.cost + from * costs,
                  *more = sim->successors.cost + at * costs;
    int64_t *cost = s->after.cost + s->after.count * costs;
    for (unsigned k = 0; k < costs; k++)
        if (__builtin_add_overflow(spent[k], more[k], &cost[k]))
            return false;
    return true;
}

/* Adds successor number `at` of state number `from`, if it is new. */
static int add_outcome(const simulation *sim, step_result *s, size_t from, size_t at,
                       wgcq_error *err)
{
    batch *after = &s->after;
    if (!batch_reserve(after, 1))
        return error_set_memory(err);
    if (after->costs && !add_step_costs(sim, s, from, at)) {
        if (!s->overflow) {
            s->overflow = true;
            s->from = from;
            s->move = sim->successors.move[at];
        }
        return 0;
    }
    const uint64_t *state = sim->successors.state + at * sim->successors.words;
    const int64_t *cost = after->costs ? after->cost + after->count * after->costs : NULL;
    if (batch_has(after, state, cost))
        return 0;
    memcpy(after->state + after->count * after->words, state, after->words * sizeof *state);
    after->count++;
    return 0;
}

static int collect_rejections(simulation *sim, const char *move, wgcq_error *err)
{
    const wgcq_model *m = sim->reference->model;
    for (size_t i = 0; i < sim->successors.rejected; i++) {
        if (strcmp(m->move_text(m, sim->successors.rejected_move[i]), move) != 0)
            continue;
        if (!batch_reserve_rejections(&sim->rejected, 1))
            return error_set_memory(err);
        sim->rejected.rejected_move[sim->rejected.rejected] = sim->successors.rejected_move[i];
        sim->rejected.rejected_rule[sim->rejected.rejected++] = sim->successors.rejected_rule[i];
    }
    return 0;
}

int simulation_step(simulation *sim, const char *move, wgcq_error *err)
{
    const wgcq_model *m = sim->reference->model;
    step_result s = {.after = {.words = m->words, .costs = sim->costs}};
    int code = 0;
    batch_clear(&sim->rejected);
    for (size_t i = 0; i < sim->current.count && !code; i++) {
        uint8_t marks = 0;
        const uint64_t *state = sim->current.state + i * m->words;
        code = m->reference.classify(sim->reference->worker, state, &marks, err);
        if (!code && marks & MARK_END)
            continue;
        if (!code)
            code = m->reference.expand(sim->reference->worker, state,
                                       WANT_MOVES | WANT_COSTS | WANT_REJECTIONS, &sim->successors,
                                       err);
        for (size_t k = 0; k < sim->successors.count && !code; k++)
            if (!strcmp(m->move_text(m, sim->successors.move[k]), move))
                code = add_outcome(sim, &s, i, k, err);
        code = code ? code : collect_rejections(sim, move, err);
    }
    if (!code && s.overflow && !s.after.count)
        code = model_overflow_error_at(m, sim->reference->worker,
                                       sim->current.state + s.from * m->words, s.move, err);
    batch_free(&sim->current);
    sim->current = s.after;
    return code;
}

/* A cost that does not fit 64 bits is WGCQ_ERUN. */
int simulation_end(simulation *sim, wgcq_error *err)
{
    const wgcq_model *m = sim->reference->model;
    batch *at = &sim->current;
    int64_t *final = calloc(m->costs + (size_t)1, sizeof *final);
    int code = final ? 0 : error_set_memory(err);
    for (size_t i = 0; i < at->count && at->costs && !code; i++) {
        code = model_end_costs(m, sim->reference->worker, at->state + i * at->words, final, err);
        for (unsigned k = 0; k < at->costs && !code; k++)
            if (__builtin_add_overflow(at->cost[i * at->costs + k], final[k],
                                       &at->cost[i * at->costs + k]))
                code = error_set(err, WGCQ_ERUN, "what the plan's end costs does not fit 64 bits");
    }
    free(final);
    return code;
}

/* ---- filtering ------------------------------------------------------------------------------ */

static void retain_state(batch *b, size_t *kept, size_t i)
{
    assert(*kept <= i && i < b->count);
    if (*kept != i) {
        memcpy(b->state + *kept * b->words, b->state + i * b->words, b->words * sizeof *b->state);
        if (b->costs)
            memcpy(b->cost + *kept * b->costs, b->cost + i * b->costs, b->costs * sizeof *b->cost);
    }
    ++*kept;
}

int simulation_keep_shown(simulation *sim, const char *shown, wgcq_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < sim->current.count; i++) {
        strbuf_clear(&sim->line);
        int code = reference_model_show(sim->reference, sim->current.state + i * sim->current.words,
                                        &sim->line, err);
        if (code)
            return code;
        if (!strcmp(strbuf_string(&sim->line), shown))
            retain_state(&sim->current, &kept, i);
    }
    sim->current.count = kept;
    return 0;
}

void simulation_keep_spent(simulation *sim, const int64_t *spent)
{
    size_t kept = 0;
    for (size_t i = 0; i < sim->current.count && sim->current.costs; i++)
        if (!memcmp(sim->current.cost + i * sim->current.costs, spent,
                    sim->current.costs * sizeof *spent))
            retain_state(&sim->current, &kept, i);
    if (sim->current.costs)
        sim->current.count = kept;
}

void simulation_keep_state(simulation *sim, const uint64_t *state)
{
    size_t kept = 0;
    for (size_t i = 0; i < sim->current.count; i++)
        if (!memcmp(sim->current.state + i * sim->current.words, state,
                    sim->current.words * sizeof *state))
            retain_state(&sim->current, &kept, i);
    sim->current.count = kept;
}

int simulation_keep_goals(simulation *sim, wgcq_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < sim->current.count; i++) {
        uint8_t marks = 0;
        int code = sim->reference->model->reference.classify(
            sim->reference->worker, sim->current.state + i * sim->current.words, &marks, err);
        if (code)
            return code;
        if (marks & MARK_GOAL)
            retain_state(&sim->current, &kept, i);
    }
    sim->current.count = kept;
    return 0;
}
