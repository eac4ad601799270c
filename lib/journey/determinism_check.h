/*
 * determinism_check.h - the checking mode: the same story told a second time, in step, as
 * differently as can be.
 *
 * The twin is told from its beginning every time, over a copy of the state between guard bytes,
 * with other rubbish on the stack.  A story that is a function of its state and its choices does
 * not notice.
 */
#ifndef JOURNEY_DETERMINISM_CHECK_H
#define JOURNEY_DETERMINISM_CHECK_H

#include "journey/journey.h"

typedef struct determinism_check {
    wgcq_journey journey;
    unsigned char *guarded; /* guard bytes, the state, guard bytes */
} determinism_check;

/* False: no memory; `err` is lent for the twin's life. */
bool determinism_check_open(determinism_check *t, wgcq_journey_fn *fn, const void *state,
                            size_t size, wgcq_error *err);
/* Tells `j` and the twin on to their next result, and compares; as journey_next.  A difference is
   j's trouble. */
bool determinism_check_next(determinism_check *t, wgcq_journey *j);
void determinism_check_close(determinism_check *t);

#endif
