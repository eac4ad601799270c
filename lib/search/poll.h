/* poll.h - looking at the monitor from time to time, for work that keeps no states. */
#ifndef SEARCH_POLL_H
#define SEARCH_POLL_H

#include <time.h>

#include "wgcq.h"

typedef struct poll {
    struct timespec began;
    double looked;
    uint64_t states; /* expanded */
    unsigned skipped;
} poll;

void poll_begin(poll *s);
/* After each expansion.  0, or WGCQ_EINTERRUPT with *err filled in. */
int poll_clock(poll *s, const wgcq_monitor *monitor, uint64_t depth, wgcq_error *err);

#endif
