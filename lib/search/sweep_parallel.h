/*
 * sweep_parallel.h - the threads of a sweep.
 *
 * A round is one piece of work for all threads: the owners take the successors that the round
 * before has found, each its own, while the next states are expanded and their successors sorted by
 * owners.  So no owner is shared, and threads wait for each other only once in a round.  The order
 * in which states come to an owner depends on the threads; nothing that is reported does.
 */
#ifndef SEARCH_SWEEP_PARALLEL_H
#define SEARCH_SWEEP_PARALLEL_H

#include "search/engine.h"
#include "search/sweep_owner.h"

enum { SWEEP_PARALLEL_LEAST = 4 * MODEL_BATCH }; /* fewer states are not worth waking threads for */

typedef struct sweep_parallel sweep_parallel;

/* Fills in *x with those of the level's states first..first + count - 1 (MODEL_BATCH at most) that
   are to be expanded.  Any thread.  False: no memory. */
bool sweep_gather(const frontier *level, source_buffer *into, size_t first, size_t count,
                  expansion *x);

/* For 1 << owner_bits owners.  NULL: no memory. */
sweep_parallel *sweep_parallel_new(engine *r, sweep_owner *owner, unsigned owner_bits);
/* One round in the level, from state *at on, which becomes the next to be expanded.  *settled: all
   found successors were taken.  Where the run is stopped, rounds that only take go on until then.
   *alone: that many states from *at on are to be expanded by the main thread.  0 or a code. */
int sweep_parallel_round(sweep_parallel *c, const frontier *level, size_t *at, size_t *alone,
                         bool *settled);
/* The calling thread hands x's successors, found in the level (NULL: initial states), to the
   owners. */
int sweep_parallel_deal(sweep_parallel *c, const frontier *level, const batch *found,
                        const uint32_t *sources);
void sweep_parallel_free(sweep_parallel *c);
size_t sweep_parallel_memory(const sweep_parallel *c); /* bytes held */

#endif
