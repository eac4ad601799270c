/* ranked_run.c - what a run of several ranks can do. */
#include "run/ranked_run.h"

#include "base/error.h"

int ranked_run_check(const solver *s, const char *db)
{
    const wgcq_options *o = s->options;
    const wgcq_model *m = s->model;
    const char *wrong =
        db || o->trace_level != WGCQ_TRACE_NONE ? "several ranks go with --trace none, without -o"
        : o->order != WGCQ_BREADTH_FIRST        ? "several ranks go with --order breadth-first"
        : o->stop == WGCQ_STOP_FIRST            ? "several ranks do not go with --stop first"
        : o->spill                              ? "several ranks do not go with --spill"
        : o->threads > 1 ? "a rank has one thread: more ranks use more processors"
        : m->invariant_count || m->forbids_deadlock
            ? "several ranks do not go with invariants or forbidden deadlocks"
        : m->has_goal && m->costs ? "several ranks do not go with costs beside a goal"
                                  : NULL;
    return !o->exchange || !wrong ? 0 : error_set(s->err, WGCQ_EREQUEST, "%s", wrong);
}

void ranked_run_abandon(const solver *s, int code)
{
    const wgcq_exchange *with = s->options->exchange;
    if (code == WGCQ_EMEMORY && with) /* all other errors are all ranks' */
        with->abandon(with->self);
}
