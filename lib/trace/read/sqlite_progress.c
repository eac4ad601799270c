/* sqlite_progress.c - reports progress while SQLite works on a trace; the monitor may stop it. */
#include <assert.h>

#include "trace/read/reader.h"
#include "wgcq_trace.h"

enum { STEPS = 20000 }; /* of SQLite's VM between two reads of the clock: about a millisecond */

static const double WATCH_SECONDS = 0.1;

static int report_sql_progress(void *self)
{
    wgcq_trace *t = self;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - t->watch_start.tv_sec) +
                     (double)(now.tv_nsec - t->watch_start.tv_nsec) * 1e-9;
    if (seconds - t->last_progress < WATCH_SECONDS)
        return 0;
    t->last_progress = seconds;
    wgcq_progress progress = {.phase = "asking", .seconds = seconds};
    return t->sql_watch.report(t->sql_watch.self, &progress);
}

void wgcq_trace_set_monitor(wgcq_trace *t, const wgcq_monitor *monitor)
{
    assert(t);
    bool polls = monitor && monitor->report;
    t->sql_watch = polls ? *monitor : (wgcq_monitor){0};
    t->last_progress = 0;
    clock_gettime(CLOCK_MONOTONIC, &t->watch_start);
    if (t->db) /* NULL: opening failed */
        sqlite3_progress_handler(t->db, polls ? STEPS : 0, polls ? report_sql_progress : NULL, t);
    for (int i = 0; i < 2; i++)
        if (t->stand_in[i])
            wgcq_trace_set_monitor(t->stand_in[i], monitor);
}

bool trace_sql_stops(void *trace)
{
    const wgcq_trace *t = trace;
    return t->sql_watch.report && report_sql_progress(trace);
}

const wgcq_monitor *trace_sql_watch(const wgcq_trace *t)
{
    return t->sql_watch.report ? &t->sql_watch : NULL;
}
