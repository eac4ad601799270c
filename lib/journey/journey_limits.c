/* journey_limits.c - how long the runs of a journey and of those nested in it may go on. */
#include "journey/journey_limits.h"

#include "base/progress_clock.h"

static const double SECONDS_BETWEEN = 0.2;

/* A run of a few nanoseconds is not to pay for a reading of the clock. */
enum { RUNS_BETWEEN = 64 };

/* A limit of runs is met exactly. */
static void set_interval(journey_limits *l)
{
    uint64_t left = l->max_runs ? l->max_runs - l->runs_since_limit : RUNS_BETWEEN;
    l->interval = left < RUNS_BETWEEN ? (uint32_t)left + 1 : RUNS_BETWEEN;
}

bool journey_limits_begin(journey_limits *l, const wgcq_iterator_options *wanted)
{
    bool watched = wanted->monitor && wanted->monitor->report;
    if (!wanted->max_runs && wanted->max_seconds <= 0 && !wanted->max_table_bytes && !watched)
        return false;
    *l = (journey_limits){.max_runs = wanted->max_runs,
                          .max_seconds = wanted->max_seconds,
                          .monitor = watched ? wanted->monitor : NULL};
    clock_gettime(CLOCK_MONOTONIC, &l->began);
    set_interval(l);
    return true;
}

void journey_limits_renew(journey_limits *l)
{
    if (!l->code)
        return;
    l->code = 0;
    l->limit = NULL;
    l->runs_since_limit = 0;
    l->since = seconds_since(&l->began);
    set_interval(l);
}

static bool suspend(journey_limits *l, int code, const char *limit)
{
    l->code = code;
    l->limit = limit;
    return false;
}

static bool is_interrupted(journey_limits *l, uint64_t depth, double seconds)
{
    if (!l->monitor || seconds - l->reported < SECONDS_BETWEEN)
        return false;
    l->reported = seconds;
    const wgcq_progress progress = {.depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
                                    .seconds = seconds,
                                    .phase = "running",
                                    .steps = l->runs};
    return l->monitor->report(l->monitor->self, &progress) != 0;
}

bool journey_limits_look(journey_limits *l, uint64_t depth)
{
    if (l->code)
        return false;
    if (l->look)
        return l->look(l->self) || suspend(l, WGCQ_LIMIT, NULL);
    bool exceeds = l->max_runs && l->runs_since_limit + l->steps > l->max_runs;
    uint64_t counted = l->steps - (exceeds ? 1 : 0);
    l->runs += counted;
    l->runs_since_limit += counted;
    l->steps = 0;
    if (exceeds)
        return suspend(l, WGCQ_LIMIT, "max_runs");
    set_interval(l);
    double seconds = seconds_since(&l->began);
    if (l->max_seconds > 0 && seconds - l->since >= l->max_seconds)
        return suspend(l, WGCQ_LIMIT, "max_seconds");
    return !is_interrupted(l, depth, seconds) || suspend(l, WGCQ_EINTERRUPT, NULL);
}
