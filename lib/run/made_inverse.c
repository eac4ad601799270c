/* made_inverse.c - what leads to the states of a run from both ends. */
#include "run/solver.h"

#include "base/error.h"

int solver_make_inverse(solver *s)
{
    if (s->options->order != WGCQ_BOTH_ENDS)
        return 0;
    phase_watch watch = {.s = s, .phase = "goals"};
    budget limit = {.stop = phase_watch_stops, .self = &watch};
    wgcq_error why = {0};
    int code = s->model->made.invert(&s->inverse, s->model, &limit, &why);
    if (code == WGCQ_EREQUEST)
        return error_set(s->err, WGCQ_EREQUEST, "--order both-ends is not possible: %s", why.text);
    if (code && s->err && !s->err->code)
        *s->err = why;
    return code;
}
