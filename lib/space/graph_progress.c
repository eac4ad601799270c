/* graph_progress.c - the clock is read once in many steps, the monitor looked at a few times a
 * second. */
#include "space/graph_progress.h"

#include "base/error.h"

enum { STEPS_BETWEEN = 4096 };
static const double SECONDS_BETWEEN = 0.2;

void progress_begin(progress_clock *g, const char *phase, const graph *of)
{
    *g = (progress_clock){.phase = phase, .of = of};
    clock_gettime(CLOCK_MONOTONIC, &g->began);
}

int progress_poll(progress_clock *g, const wgcq_monitor *monitor, uint64_t depth, wgcq_error *err)
{
    if (!monitor || !monitor->report || ++g->skipped < STEPS_BETWEEN)
        return 0;
    g->skipped = 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(now.tv_sec - g->began.tv_sec) + (double)(now.tv_nsec - g->began.tv_nsec) * 1e-9;
    if (seconds - g->looked < SECONDS_BETWEEN)
        return 0;
    g->looked = seconds;
    wgcq_progress progress = {.states = g->of->states,
                              .edges = g->of->edges,
                              .depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
                              .seconds = seconds,
                              .phase = g->phase};
    return monitor->report(monitor->self, &progress)
               ? error_set(err, WGCQ_EINTERRUPT, "interrupted")
               : 0;
}
