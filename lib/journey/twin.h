/*
 * twin.h - the checking mode: the same story told a second time, in step, as differently as can be.
 *
 * The twin is told from its beginning every time, over a copy of the state between guard bytes,
 * with other rubbish on the stack.  A story that is a function of its state and its choices does
 * not notice.
 */
#ifndef JOURNEY_TWIN_H
#define JOURNEY_TWIN_H

#include "journey/journey.h"

typedef struct twin {
    wgcq_journey journey;
    unsigned char *field; /* guard bytes, the state, guard bytes */
} twin;

/* False: no memory; `err` is lent for the twin's life. */
bool twin_open(twin *t, wgcq_story *story, const void *state, size_t size, wgcq_error *err);
/* Tells `j` and the twin on to their next result, and compares; as journey_next.  A difference is
   j's trouble. */
bool twin_next(twin *t, wgcq_journey *j);
void twin_close(twin *t);

#endif
