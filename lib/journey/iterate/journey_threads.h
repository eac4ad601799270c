/*
 * journey_threads.h - one tree of choices, searched by several threads; its results in order.
 *
 * The list of parts begins with one, which is the tree.  A thread takes the first part that waits;
 * where none does, one that is searched is split.  The calling thread reads the results of the
 * first part, and drops it when it has ended, with the later ones that it has committed against.
 */
#ifndef JOURNEY_ITERATE_JOURNEY_THREADS_H
#define JOURNEY_ITERATE_JOURNEY_THREADS_H

#include "journey/journey.h"

typedef struct journey_threads journey_threads;

/* Begins with `j`, which is open, and whose bytes are copied; `wanted` is borrowed.  NULL: no
   memory. */
journey_threads *journey_threads_new(const wgcq_iterator_options *wanted, const wgcq_journey *j,
                                     journey_limits *limits);
/* The next result, into `j`; otherwise as journey_next_result.  Suspended: by *limits.  *started is
   false where no thread can be created: nothing has begun. */
bool journey_threads_next(journey_threads *t, wgcq_journey *j, bool *started);
void journey_threads_free(journey_threads *t); /* NULL is allowed */

#endif
