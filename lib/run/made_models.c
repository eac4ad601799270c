/*
 * made_models.c - what a run makes of its puzzle's model: one with an estimate, for A* and
 * best-first of a puzzle that declares none; what leads to a state, from both ends; one of narrow
 * states.
 *
 * An estimate depends on the puzzle and --max-memory alone, so that a run that is resumed explores
 * the same.  The time it takes counts against --max-time.
 */
#include "run/solver.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/progress_clock.h"

/* A phase before the search, which the monitor or --max-time may end; the search, which comes next,
   notices both itself. */
typedef struct phase_watch {
    const solver *s;
    const char *phase;
    double reported_at; /* seconds of the run */
} phase_watch;

static bool phase_is_to_stop(void *self)
{
    static const double report_seconds = 0.2;
    phase_watch *w = self;
    const solver *s = w->s;
    const double seconds = seconds_since(&s->started), most = s->options->max_time;
    wgcq_progress progress = {.seconds = seconds, .phase = w->phase};
    if (most > 0 && seconds >= most)
        return true;
    if (!s->monitor || !s->monitor->report || seconds - w->reported_at < report_seconds)
        return false;
    w->reported_at = seconds;
    return s->monitor->report(s->monitor->self, &progress);
}

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
    budget limit = {.stop = phase_is_to_stop, .self = &watch};
    model_guide_wish wish = {.cost_number = s->minimize_count ? s->minimize[0] : -1,
                             .bytes = model_guide_bytes(s->options->max_memory),
                             .limit = &limit};
    int code = m->made.guide(&s->guided, m, &wish, s->err);
    if (code)
        return code;
    s->model = s->guided;
    return note_guidance(s);
}

int solver_make_inverse(solver *s)
{
    if (s->options->order != WGCQ_BOTH_ENDS)
        return 0;
    phase_watch watch = {.s = s, .phase = "goals"};
    budget limit = {.stop = phase_is_to_stop, .self = &watch};
    wgcq_error why = {0};
    int code = s->model->made.invert(&s->inverse, s->model, &limit, &why);
    if (code == WGCQ_EREQUEST)
        return error_set(s->err, WGCQ_EREQUEST, "--order both-ends is not possible: %s", why.text);
    if (code && s->err && !s->err->code)
        *s->err = why;
    return code;
}

/* States that are neither kept nor stored may be narrow: those of the plan are widened. */
int solver_make_narrow(solver *s)
{
    const bool kept = s->g || s->gathers || (s->writer && trace_rows(s->writer));
    if (!s->model->made.narrow || s->shards || s->guided || s->inverse ||
        (!kept && (s->model->invariant_count || s->model->forbids_deadlock)))
        return 0;
    return s->model->made.narrow(&s->narrow, s->model, kept, s->err);
}

int solver_widen_plan(solver *s)
{
    search_result *f = &s->found;
    if (!s->narrow || !s->narrow->plain.widen || !f->plan.states)
        return 0;
    size_t count = f->plan.length + (size_t)1;
    uint64_t *plain = malloc(count * s->model->words * sizeof *plain);
    if (!plain)
        return error_set_memory(s->err);
    for (size_t i = 0; i < count; i++)
        s->narrow->plain.widen(s->narrow, f->plan.states + i * s->narrow->words,
                               plain + i * s->model->words);
    free(f->plan.states);
    f->plan.states = plain;
    return 0;
}
