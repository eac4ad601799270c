/* journey_limits.h - how long the runs of a journey and of those nested in it may go on. */
#ifndef JOURNEY_JOURNEY_LIMITS_H
#define JOURNEY_JOURNEY_LIMITS_H

#include <time.h>

#include "wgcq_journey.h"

typedef struct journey_limits {
    uint64_t max_runs; /* until the journey is suspended; 0: no limit */
    double max_seconds;
    const wgcq_monitor *monitor; /* borrowed; or NULL */
    uint64_t runs;               /* made so far, but for those since the last look at the clock */
    uint64_t runs_since_limit;   /* of these, made since a limit last suspended the journey */
    uint32_t steps, interval;    /* runs since the last look, and from one to the next */
    struct timespec began;       /* when the iterator was made */
    double since, reported;      /* seconds from then to the last limit, and report */
    int code;          /* WGCQ_LIMIT or WGCQ_EINTERRUPT: what suspended the journey; 0: nothing */
    const char *limit; /* the name of the limit, as in the options */
    /* One of several that share a limit: asked instead, sets steps and interval; or NULL. */
    bool (*look)(void *self);
    void *self;
    struct journey_turn *turn; /* these are the limits of a turn, which counts; or NULL */
} journey_limits;

/* False: there is none, so that no run has to be counted. */
bool journey_limits_begin(journey_limits *limits, const wgcq_iterator_options *wanted);
/* Before the next call: whatever suspended the last one is allowed once more. */
void journey_limits_renew(journey_limits *limits);
/* Looks at the clock; false: the journey is to be suspended.  `depth`: choices of the run. */
bool journey_limits_look(journey_limits *limits, uint64_t depth);

/* Before each run of a function or of a step. */
static inline bool journey_limits_allow(journey_limits *limits, uint64_t depth)
{
    return ++limits->steps < limits->interval || journey_limits_look(limits, depth);
}

#endif
