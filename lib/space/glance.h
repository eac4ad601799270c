/* glance.h - a look at the watch a few times a second, from loops of very short steps. */
#ifndef SPACE_GLANCE_H
#define SPACE_GLANCE_H

#include <time.h>

#include "space/graph.h"

typedef struct glance {
    const char *phase; /* lent */
    const graph *of;   /* what is worked on: its figures are told */
    struct timespec began;
    double looked;
    unsigned skipped;
} glance;

void glance_begin(glance *g, const char *phase, const graph *of);
/* After each step.  0, or WGCQ_EINTERRUPT with *err filled in.  `watch` may be NULL. */
int glance_look(glance *g, const wgcq_watch *watch, uint64_t depth, wgcq_error *err);

#endif
