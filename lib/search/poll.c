/* poll.c - a few looks a second, whatever an expansion costs. */
#include "search/poll.h"

#include "base/error.h"

static const double WATCH_SECONDS = 0.2;

void poll_begin(poll *s)
{
    *s = (poll){0};
    clock_gettime(CLOCK_MONOTONIC, &s->began);
}

int poll_clock(poll *s, const wgcq_monitor *monitor, uint64_t depth, wgcq_error *err)
{
    s->states++;
    if (!monitor || !monitor->report || ++s->skipped < 16)
        return 0;
    s->skipped = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(now.tv_sec - s->began.tv_sec) + (double)(now.tv_nsec - s->began.tv_nsec) * 1e-9;
    if (seconds - s->looked < WATCH_SECONDS)
        return 0;
    s->looked = seconds;
    wgcq_progress progress = {.states = s->states,
                              .depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
                              .seconds = seconds,
                              .phase = "plans"};
    if (monitor->report(monitor->self, &progress))
        return error_set(err, WGCQ_EINTERRUPT, "interrupted");
    return 0;
}
