/* run_progress.c - who waits for a run sees the file grow as well. */
#include "run/solver.h"

static int look(void *self, const wgcq_progress *seen)
{
    const solver *s = self;
    wgcq_progress progress = *seen;
    if (s->writer)
        trace_disk_use(s->writer, &progress.rows, &progress.bytes);
    return s->asked->look(s->asked->self, &progress);
}

const char *solver_full(void *self, uint64_t waiting)
{
    const solver *s = self;
    const solver_cut *until = s->until;
    if (until && s->g && s->g->states == until->states && s->g->edges == until->edges)
        return "where the run was cut short";
    return s->writer ? trace_full(s->writer, waiting) : NULL;
}

void solver_watch(solver *s, const wgcq_watch *watch)
{
    s->asked = watch;
    s->through = (wgcq_watch){s, look};
    s->watch = watch && watch->look ? &s->through : NULL;
}
