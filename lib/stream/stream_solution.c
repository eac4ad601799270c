/* stream_solution.c - the yielded solution: made from edges, replayed, read step by step. */
#include <assert.h>
#include <string.h>

#include "base/cost.h"
#include "base/error.h"
#include "stream/stream.h"
#include "wgcq_model.h"

/* ---- from a path -------------------------------------------------------------------------- */

static void fill_from_edges(const wgcq_search *w, pending_solution *out, const graph *g,
                            uint32_t start, const uint64_t *edges)
{
    unsigned words = w->s.model->words, costs = w->s.model->costs;
    out->numbers[0] = start;
    for (uint32_t i = 0; i < out->length; i++) {
        out->moves[i] = graph_move(g, edges[i]);
        out->numbers[i + 1] = g->dst[edges[i]];
        if (costs)
            memcpy(out->costs + (size_t)i * costs, g->cost + edges[i] * costs,
                   costs * sizeof *out->costs);
    }
    for (unsigned k = 0; k < costs; k++)
        out->final[k] = graph_final(g, out->numbers[out->length], (int)k);
    for (uint32_t i = 0; i <= out->length; i++)
        memcpy(out->states + (size_t)i * words, solver_state(&w->s, out->numbers[i]),
               words * sizeof *out->states);
}

int stream_yield(wgcq_search *w, const graph *g, uint32_t start, uint32_t length,
                 const uint64_t *edges, bool proved, wgcq_error *err)
{
    solver *s = &w->s;
    pending_solution *plan = &w->current.plan;
    pending_solution_close(plan);
    if (!pending_solution_open(plan, length, s->model->words, s->model->costs))
        return error_set_memory(err);
    fill_from_edges(w, plan, g, start, edges);
    plan_view view = {length, plan->states, plan->moves, s->model->costs ? plan->costs : NULL,
                      plan->final};
    int code = s->checker.model ? 0 : plan_checker_open(&s->checker, s->model, s->worker, err);
    code = code ? code : plan_checker_replay(&s->checker, &view, err);
    code = code ? code : pending_solution_finish(plan, s->model, s->worker, err);
    w->current.proved = proved;
    w->solutions += !code;
    return code;
}

/* ---- reading ------------------------------------------------------------------------------ */

const uint64_t *solution_state(const wgcq_solution *s, size_t step)
{
    assert(step <= s->plan.length);
    return s->plan.states + step * s->model->words;
}

size_t wgcq_solution_length(const wgcq_solution *s)
{
    assert(s);
    return s->plan.length;
}

bool wgcq_solution_proved(const wgcq_solution *s)
{
    assert(s);
    return s->proved;
}

const char *wgcq_solution_move(const wgcq_solution *s, size_t i)
{
    assert(s && i < s->plan.length);
    return s->model->move_text(s->model, s->plan.moves[i]);
}

const char *wgcq_solution_shown(const wgcq_solution *s, size_t step)
{
    assert(s && step <= s->plan.length);
    return s->plan.shown[step];
}

int64_t wgcq_solution_cost(const wgcq_solution *s, size_t step, size_t cost)
{
    assert(s && step <= s->plan.length && cost <= s->model->costs);
    const wgcq_model *m = s->model;
    return cost ? cost_shown(m->maximized, (int)cost - 1, s->plan.spent[step * m->costs + cost - 1])
                : (int64_t)step;
}

int64_t wgcq_solution_value(const wgcq_solution *s, size_t step, size_t variable)
{
    assert(s && variable < s->model->field_count);
    const model_field *f = &s->model->fields[variable];
    uint64_t bits = f->width ? solution_state(s, step)[f->word] >> f->shift : 0;
    if (f->width < 64)
        bits &= (UINT64_C(1) << f->width) - 1;
    return (int64_t)((uint64_t)f->low + bits);
}

const char *wgcq_solution_value_name(const wgcq_solution *s, size_t step, size_t variable)
{
    assert(s);
    int64_t value = wgcq_solution_value(s, step, variable);
    const model_field *f = &s->model->fields[variable];
    uint64_t at = (uint64_t)value - (uint64_t)f->low;
    if (model_field_is_none(f, at))
        return "none";
    return f->values && at < f->value_count ? f->values[at] : NULL;
}

void wgcq_solution_state(const wgcq_solution *s, size_t step, void *state)
{
    assert(s && state && s->model->texts.unpack);
    s->model->texts.unpack(s->model, solution_state(s, step), state);
}

/* ---- names -------------------------------------------------------------------------------- */

size_t wgcq_model_variable_count(const wgcq_model *model)
{
    assert(model);
    return model->field_count;
}

const char *wgcq_model_variable_name(const wgcq_model *model, size_t i)
{
    assert(model && i < model->field_count);
    return model->fields[i].name;
}

size_t wgcq_model_cost_count(const wgcq_model *model)
{
    assert(model);
    return (size_t)model->costs + 1;
}

const char *wgcq_model_cost_name(const wgcq_model *model, size_t i)
{
    assert(model && i <= model->costs);
    return i ? model->cost_names[i - 1] : "moves";
}
