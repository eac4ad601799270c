/*
 * progress_clock.h - progress reports a few times a second out of loops of short steps.
 *
 * The clock is read once in `interval` steps, and the monitor is called when 0.2 s have passed
 * since its last call.
 */
#ifndef BASE_PROGRESS_CLOCK_H
#define BASE_PROGRESS_CLOCK_H

#include <time.h>

#include "wgcq_base.h"

typedef struct progress_clock {
    const char *phase;                                    /* borrowed */
    void (*measure)(const void *self, wgcq_progress *to); /* fills in how many states and edges */
    const void *self;                                     /* borrowed */
    unsigned interval;                                    /* steps between two readings */
    uint64_t total;                                       /* steps in all; 0: not known */
    unsigned steps;                                       /* since the last reading */
    uint64_t done;                                        /* steps before that */
    struct timespec began;
    double reported; /* seconds */
} progress_clock;

/* Starts the time; the first four members are set already, and `total`, which may be set later. */
void progress_clock_start(progress_clock *c);

/* After each step.  0, or WGCQ_EINTERRUPT with *err filled in.  `monitor` may be NULL. */
int progress_poll(progress_clock *c, const wgcq_monitor *monitor, uint64_t depth, wgcq_error *err);

/* A `measure` for a uint64_t that counts states. */
void progress_measure_states(const void *count, wgcq_progress *to);

double seconds_since(const struct timespec *began); /* on the monotonic clock */

#endif
