/*
 * made_estimate.c - makes the estimate of a run by A* or best-first of a puzzle that declares none.
 *
 * It depends on the puzzle and --max-memory alone, so that a run that is resumed explores the same.
 * The time it takes counts against --max-time.
 */
#include "run/solver.h"

#include <string.h>

#include "base/error.h"

static int note_guidance(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    s->result->guidance = strdup(s->guided->guidance.text);
    if (!s->result->guidance)
        return error_set_memory(s->err);
    out->estimate = s->result->guidance;
    out->estimate_states = s->guided->guidance.states;
    return 0;
}

bool solver_makes_estimate(const solver *s)
{
    const order_traits *order = search_order_traits(s->options->order);
    return order && order->needs_estimate && !s->model->has_estimate && s->model->made.guide;
}

int solver_make_estimate(solver *s)
{
    const wgcq_model *m = s->model;
    if (!solver_makes_estimate(s))
        return 0;
    phase_watch watch = {.s = s, .phase = "estimate"};
    budget limit = {.stop = phase_watch_stops, .self = &watch};
    model_guide_wish wish = {.cost_number = s->minimize_count ? s->minimize[0] : -1,
                             .bytes = model_guide_bytes(s->options->max_memory),
                             .limit = &limit};
    int code = m->made.guide(&s->guided, m, &wish, s->err);
    if (code)
        return code;
    s->model = s->guided;
    return note_guidance(s);
}
