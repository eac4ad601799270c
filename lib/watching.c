/* watching.c - who waits for a run sees the file grow as well. */
#include "solve.h"

static int look(void *self, const wgcq_progress *seen)
{
    const solving *s = self;
    wgcq_progress progress = *seen;
    if (s->writer)
        trace_volume(s->writer, &progress.rows, &progress.bytes);
    return s->asked->look(s->asked->self, &progress);
}

const char *solving_full(void *self, uint64_t waiting)
{
    const solving *s = self;
    const solving_cut *until = s->until;
    if (until && s->g && s->g->states == until->states && s->g->edges == until->edges)
        return "where the run was cut short";
    return s->writer ? trace_full(s->writer, waiting) : NULL;
}

void solving_watch(solving *s, const wgcq_watch *watch)
{
    s->asked = watch;
    s->through = (wgcq_watch){s, look};
    s->watch = watch && watch->look ? &s->through : NULL;
}
