/* simulate.c - a plan followed by the texts of its moves alone. */
#include "answers/replay/simulate.h"

#include <string.h>

#include "base/error.h"

void simulation_begin(simulation *f, const reference_model *by, bool costs)
{
    const wgcq_model *m = by->model;
    *f = (simulation){.reference = by, .costs = costs ? m->costs : 0};
    f->current = f->successors = f->rejected = (batch){.words = m->words, .costs = m->costs};
}

void simulation_free(simulation *f)
{
    batch_free(&f->current);
    batch_free(&f->successors);
    batch_free(&f->rejected);
    strbuf_free(&f->line);
}

int simulation_enter_starts(simulation *f, wgcq_error *err)
{
    const wgcq_model *m = f->reference->model;
    batch_free(&f->current);
    f->current = (batch){.words = m->words, .costs = m->costs};
    int code = m->starts(f->reference->worker, &f->current, err);
    f->current.costs = f->costs;
    if (!code && f->costs)
        memset(f->current.cost, 0, f->current.count * f->current.costs * sizeof *f->current.cost);
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

/* What the outcomes of one step came to. */
typedef struct step_result {
    batch after;
    bool overflow; /* an outcome's cost does not fit 64 bits: it is in no plan that could be stored
                    */
    size_t from;   /* of the first such: its state, and its move */
    uint32_t move;
} step_result;

static bool add_step_costs(const simulation *f, step_result *s, size_t from, size_t at)
{
    unsigned costs = s->after.costs;
    const int64_t *spent = f->current.cost + from * costs, *more = f->successors.cost + at * costs;
    int64_t *cost = s->after.cost + s->after.count * costs;
    for (unsigned k = 0; k < costs; k++)
        if (__builtin_add_overflow(spent[k], more[k], &cost[k]))
            return false;
    return true;
}

/* The outcome number `at` of state number `from`, if it is a new one. */
static int add_outcome(const simulation *f, step_result *s, size_t from, size_t at, wgcq_error *err)
{
    batch *after = &s->after;
    if (!batch_reserve(after, 1))
        return error_set_memory(err);
    if (after->costs && !add_step_costs(f, s, from, at)) {
        if (!s->overflow) {
            s->overflow = true;
            s->from = from;
            s->move = f->successors.move[at];
        }
        return 0;
    }
    const uint64_t *state = f->successors.state + at * f->successors.words;
    const int64_t *cost = after->costs ? after->cost + after->count * after->costs : NULL;
    if (batch_has(after, state, cost))
        return 0;
    memcpy(after->state + after->count * after->words, state, after->words * sizeof *state);
    after->count++;
    return 0;
}

static int collect_rejections(simulation *f, const char *move, wgcq_error *err)
{
    const wgcq_model *m = f->reference->model;
    for (size_t i = 0; i < f->successors.rejected; i++) {
        if (strcmp(m->move_text(m, f->successors.rejected_move[i]), move) != 0)
            continue;
        if (!batch_reserve_rejections(&f->rejected, 1))
            return error_set_memory(err);
        f->rejected.rejected_move[f->rejected.rejected] = f->successors.rejected_move[i];
        f->rejected.rejected_rule[f->rejected.rejected++] = f->successors.rejected_rule[i];
    }
    return 0;
}

int simulation_step(simulation *f, const char *move, wgcq_error *err)
{
    const wgcq_model *m = f->reference->model;
    step_result s = {.after = {.words = m->words, .costs = f->costs}};
    int code = 0;
    batch_clear(&f->rejected);
    for (size_t i = 0; i < f->current.count && !code; i++) {
        uint8_t marks = 0;
        const uint64_t *state = f->current.state + i * m->words;
        code = m->reclassify(f->reference->worker, state, &marks, err);
        if (!code && marks & MARK_END)
            continue;
        if (!code)
            code = m->retell(f->reference->worker, state, WANT_MOVES | WANT_COSTS | WANT_REJECTIONS,
                             &f->successors, err);
        for (size_t k = 0; k < f->successors.count && !code; k++)
            if (!strcmp(m->move_text(m, f->successors.move[k]), move))
                code = add_outcome(f, &s, i, k, err);
        if (!code)
            code = collect_rejections(f, move, err);
    }
    if (!code && s.overflow && !s.after.count)
        code = model_overflow_at(m, f->reference->worker, f->current.state + s.from * m->words,
                                 s.move, err);
    batch_free(&f->current);
    f->current = s.after;
    return code;
}

/* ---- narrowing down ------------------------------------------------------------------------- */

static void retain_state(batch *b, size_t *kept, size_t i)
{
    if (*kept != i) {
        memcpy(b->state + *kept * b->words, b->state + i * b->words, b->words * sizeof *b->state);
        if (b->costs)
            memcpy(b->cost + *kept * b->costs, b->cost + i * b->costs, b->costs * sizeof *b->cost);
    }
    ++*kept;
}

int simulation_keep_shown(simulation *f, const char *shown, wgcq_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->current.count; i++) {
        strbuf_clear(&f->line);
        int code = reference_model_show(f->reference, f->current.state + i * f->current.words,
                                        &f->line, err);
        if (code)
            return code;
        if (!strcmp(strbuf_string(&f->line), shown))
            retain_state(&f->current, &kept, i);
    }
    f->current.count = kept;
    return 0;
}

void simulation_keep_spent(simulation *f, const int64_t *spent)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->current.count && f->current.costs; i++)
        if (!memcmp(f->current.cost + i * f->current.costs, spent,
                    f->current.costs * sizeof *spent))
            retain_state(&f->current, &kept, i);
    if (f->current.costs)
        f->current.count = kept;
}

void simulation_keep_state(simulation *f, const uint64_t *state)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->current.count; i++)
        if (!memcmp(f->current.state + i * f->current.words, state,
                    f->current.words * sizeof *state))
            retain_state(&f->current, &kept, i);
    f->current.count = kept;
}

int simulation_keep_goals(simulation *f, wgcq_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->current.count; i++) {
        uint8_t marks = 0;
        int code = f->reference->model->reclassify(
            f->reference->worker, f->current.state + i * f->current.words, &marks, err);
        if (code)
            return code;
        if (marks & MARK_GOAL)
            retain_state(&f->current, &kept, i);
    }
    f->current.count = kept;
    return 0;
}
