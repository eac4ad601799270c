/* stopwatch.h - looking at the watch from time to time, for work that keeps no states. */
#ifndef SEARCH_STOPWATCH_H
#define SEARCH_STOPWATCH_H

#include <time.h>

#include "wgcq.h"

typedef struct stopwatch {
    struct timespec began;
    double looked;
    uint64_t states; /* expanded */
    unsigned skipped;
} stopwatch;

void stopwatch_begin(stopwatch *s);
/* After each expansion.  0, or WGCQ_EINTERRUPT with *err filled in. */
int stopwatch_look(stopwatch *s, const wgcq_watch *watch, uint64_t depth, wgcq_error *err);

#endif
