/*
 * determinism_check.h - the checking mode: every journey is run a second time, and compared.
 *
 * The second run never uses checkpoints, works on a copy of the state between guard bytes, and
 * finds other values on the stack.  A function that depends on its state and its choices alone
 * gives the same result.
 */
#ifndef JOURNEY_ITERATE_DETERMINISM_CHECK_H
#define JOURNEY_ITERATE_DETERMINISM_CHECK_H

#include "journey/journey.h"

typedef struct determinism_check {
    wgcq_journey journey;
    choice_source source;   /* a copy of the first journey's, where that has one */
    unsigned char *guarded; /* guard bytes, the state, guard bytes */
} determinism_check;

/* False: no memory.  `err` is borrowed until closed. */
bool determinism_check_open(determinism_check *t, wgcq_journey_fn *fn, const void *state,
                            size_t size);
/* Advances `j` and the second journey to their next results, and compares them; otherwise as
   journey_next_result.  A difference is an error of j. */
bool determinism_check_next(determinism_check *t, wgcq_journey *j);
/* The second journey makes choices as the first one does, which is at its beginning, with its
   source if it has one. */
void determinism_check_follow(determinism_check *t, const wgcq_journey *j);
void determinism_check_close(determinism_check *t);

#endif
