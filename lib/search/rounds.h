/*
 * rounds.h - a level of a breadth-first run explored by several threads.
 *
 * Batches of sources are expanded side by side, a round of them at a time, and what comes of them
 * is added to the states seen by all threads (space/arrivals.h).  Then the calling thread tells the
 * observer, batch after batch, so that nobody can see from outside how many threads there were.
 */
#ifndef SEARCH_ROUNDS_H
#define SEARCH_ROUNDS_H

#include "search/run.h"

enum { ROUNDS_LEAST = 4 * MODEL_BATCH }; /* for fewer sources nobody is woken up */

typedef struct rounds rounds;

rounds *rounds_new(run *r); /* NULL: no memory */
/* Explores *count of the states first..end - 1 of one depth, from the first on; the run may be over
   before they are all done. */
int rounds_explore(rounds *all, const level_use *use, uint32_t first, uint32_t end, uint32_t depth,
                   uint32_t *count);
void rounds_free(rounds *all);
size_t rounds_memory(const rounds *all); /* bytes held, after the newest round */

#endif
