/* made_inverse.c - what leads to the states of a run from both ends, and which runs there are. */
#include "run/solver.h"

#include "base/error.h"

/* Why there is no such run; NULL: there may be. */
static const char *reason_against(const solver *s)
{
    const wgcq_options *o = s->options;
    const wgcq_model *m = s->model;
    return !m->has_goal ? "needs a goal"
           : !m->invert ? "needs moves that can be made backwards, and those of a model in C cannot"
           : o->stop != WGCQ_STOP_SHORTEST ? "goes with --stop shortest only"
           : o->trace_level != WGCQ_TRACE_NONE
               ? "goes with --trace none only: states found from the goals need not be reachable"
           : o->reduce ? "does not go with --reduce symmetry"
           : m->invariant_count || m->forbids_deadlock
               ? "checks no invariants, and this puzzle has some"
           : s->minimize_count != 1 || s->minimize[0] != -1
               ? "finds the fewest moves; --minimize moves asks for that"
               : NULL;
}

int solver_make_inverse(solver *s)
{
    if (s->options->order != WGCQ_BOTH_ENDS)
        return 0;
    phase_watch watch = {.s = s, .phase = "goals"};
    budget limit = {.stop = phase_watch_stops, .self = &watch};
    wgcq_error why = {0};
    const char *against = reason_against(s);
    if (against)
        return error_set(s->err, WGCQ_EREQUEST, "--order both-ends %s", against);
    int code = s->model->invert(&s->inverse, s->model, &limit, &why);
    if (code == WGCQ_EREQUEST)
        return error_set(s->err, WGCQ_EREQUEST, "--order both-ends is not possible: %s", why.text);
    if (code && s->err && !s->err->code)
        *s->err = why;
    return code;
}
