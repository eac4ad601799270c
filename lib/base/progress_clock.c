/* progress_clock.c - progress reports a few times a second out of loops of short steps. */
#include "base/progress_clock.h"

#include <assert.h>

#include "base/error.h"

static const double SECONDS_BETWEEN = 0.2;

double seconds_since(const struct timespec *began)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + (double)(now.tv_nsec - began->tv_nsec) * 1e-9;
}

void progress_measure_states(const void *count, wgcq_progress *to)
{
    to->states = *(const uint64_t *)count;
}

void progress_clock_start(progress_clock *c)
{
    assert(c->phase && c->measure && c->interval);
    c->steps = 0;
    c->done = 0;
    c->reported = 0;
    clock_gettime(CLOCK_MONOTONIC, &c->began);
}

int progress_poll(progress_clock *c, const wgcq_monitor *monitor, uint64_t depth, wgcq_error *err)
{
    if (!monitor || !monitor->report || ++c->steps < c->interval)
        return 0;
    c->done += c->steps;
    c->steps = 0;
    double seconds = seconds_since(&c->began);
    if (seconds - c->reported < SECONDS_BETWEEN)
        return 0;
    c->reported = seconds;
    wgcq_progress progress = {.depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
                              .seconds = seconds,
                              .phase = c->phase};
    c->measure(c->self, &progress);
    progress.steps = c->done;
    if (c->total)
        progress.total = c->total;
    return monitor->report(monitor->self, &progress)
               ? error_set(err, WGCQ_EINTERRUPT, "interrupted")
               : 0;
}
