/* run_progress.c - progress of a run: the search's figures and the size of the file; its end. */
#include "run/solver.h"
#include "run/spilled_run.h"

static int poll_with_disk_use(void *self, const wgcq_progress *progress_of_search)
{
    const solver *s = self;
    wgcq_progress progress = *progress_of_search;
    if (s->writer) {
        progress.rows = row_sink_measure(&s->sink).rows;
        progress.bytes = trace_file_size(s->writer);
    }
    return s->caller_monitor->report(s->caller_monitor->self, &progress);
}

const char *solver_stop_reason(void *self, uint64_t waiting)
{
    solver *s = self;
    const cut_point *until = s->stop_at;
    if (until && s->g && s->taken.states == until->states && s->taken.edges == until->edges)
        return "where the run was cut short";
    const char *full = s->home && s->g ? spilled_run_disk_full(s, solver_home_need(s)) : NULL;
    if (full)
        return full;
    if (s->sink.thread)
        return writing_thread_disk_full(s->sink.thread, waiting);
    return s->writer ? trace_disk_full(s->writer, &(rows_due){.waiting = waiting}) : NULL;
}

void solver_set_monitor(solver *s, const wgcq_monitor *monitor)
{
    s->caller_monitor = monitor;
    s->own_monitor = (wgcq_monitor){s, poll_with_disk_use};
    s->monitor = monitor && monitor->report ? &s->own_monitor : NULL;
}
