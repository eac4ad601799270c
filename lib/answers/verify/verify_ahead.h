/*
 * verify_ahead.h - the reference's successors of one state after the other, expanded ahead.
 *
 * States are dealt in portions. Threads that help expand the next portions, each with a worker of
 * its own; the caller expands one itself that none has begun, so it does as well without them.
 */
#ifndef ANSWERS_VERIFY_VERIFY_AHEAD_H
#define ANSWERS_VERIFY_VERIFY_AHEAD_H

#include "answers/verify/verifier.h"

typedef struct verify_ahead verify_ahead;

/* Opens it over the states of v->g, whose marks are derived. WGCQ_EMEMORY. */
int verify_ahead_open(verify_ahead **out, const verification *v);
/* Result of expanding a state: an error of the model, or its successors.  Valid until the next
   call; the states are asked for in ascending order. */
typedef struct reference_moves {
    batch successors;
    int code;
    wgcq_error error;
} reference_moves;
const reference_moves *verify_ahead_at(verify_ahead *a, uint32_t s);
/* Joins the threads.  NULL is fine. */
void verify_ahead_close(verify_ahead *a);

#endif
