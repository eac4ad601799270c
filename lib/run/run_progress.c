/*
 * run_progress.c - what a run reports while it lasts, and when it stops: the phases after the
 * search, and with the search's figures the size of the file.
 */
#include "run/solver.h"

#include "base/error.h"
#include "base/progress_clock.h"
#include "run/spilled_run.h"

double solver_seconds(const solver *s)
{
    return (s->resume_from ? s->resume_from->seconds : 0) + seconds_since(&s->started);
}

/* The phases after the exploration take long too, and may be interrupted in between. */
int solver_poll_phase(solver *s, const char *phase)
{
    wgcq_progress progress = {.states = s->found.states,
                              .edges = s->found.edges,
                              .depth = s->found.depth,
                              .seconds = solver_seconds(s),
                              .memory = s->found.memory,
                              .phase = phase};
    bool stop = s->monitor && s->monitor->report && s->monitor->report(s->monitor->self, &progress);
    return stop ? error_set(s->err, WGCQ_EINTERRUPT, "interrupted") : 0;
}

static int poll_with_disk_use(void *self, const wgcq_progress *progress_of_search)
{
    solver *s = self;
    wgcq_progress progress = *progress_of_search;
    if (s->writer) {
        progress.rows = row_sink_measure(&s->sink).rows;
        progress.bytes = trace_file_size(s->writer);
    }
    if (s->caller_monitor && s->caller_monitor->report &&
        s->caller_monitor->report(s->caller_monitor->self, &progress))
        return 1;
    return solver_becomes_late(s);
}

const char *solver_stop_reason(void *self, uint64_t waiting)
{
    solver *s = self;
    const cut_point *until = s->stop_at;
    if (until && s->g && s->taken.states == until->states && s->taken.edges == until->edges)
        return "where the run was cut short";
    const char *late = solver_time_limit(s);
    if (late)
        return late;
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
    s->monitor = (monitor && monitor->report) || solver_max_time(s) > 0 ? &s->own_monitor : NULL;
}
