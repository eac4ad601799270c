/* graph_progress.h - a look at the monitor a few times a second, from loops of very short steps. */
#ifndef SPACE_GRAPH_PROGRESS_H
#define SPACE_GRAPH_PROGRESS_H

#include <time.h>

#include "space/graph.h"

typedef struct progress_clock {
    const char *phase; /* lent */
    const graph *of;   /* what is worked on: its figures are told */
    struct timespec began;
    double looked;
    unsigned skipped;
} progress_clock;

void progress_begin(progress_clock *g, const char *phase, const graph *of);
/* After each step.  0, or WGCQ_EINTERRUPT with *err filled in.  `monitor` may be NULL. */
int progress_poll(progress_clock *g, const wgcq_monitor *monitor, uint64_t depth, wgcq_error *err);

#endif
