/*
 * sweep_parallel.h - the threads of a sweep.
 *
 * A round is one piece of work for all threads, which expand the next states, a batch each.  Where
 * the set is divided, or plans are counted, successors belong to owners: the owners take those that
 * the round before has found, each its own, while this round's are sorted by owners.  So no owner
 * is shared, and threads wait for each other only once in a round.  Where all that there is to do
 * is to add to a set of bits, each thread takes what it has found at once, as an owner; at the end
 * of a round, owners with copies of the set learn of each other's states.  Which states come to an
 * owner, and in which order, depends on the threads then; nothing that is reported does.
 */
#ifndef SEARCH_SWEEP_PARALLEL_H
#define SEARCH_SWEEP_PARALLEL_H

#include "base/thread_pool.h"
#include "search/engine/engine.h"
#include "search/sweep/sweep_level.h"
#include "search/sweep/sweep_owner.h"

/* Who takes the successors of a level's states. */
typedef enum sweep_dealing {
    SWEEP_TO_FIRST,  /* the first owner, and no other thread works */
    SWEEP_TO_OWNERS, /* their owners                               */
    SWEEP_TO_FINDERS /* the owner that goes with the thread        */
} sweep_dealing;

typedef struct sweep_parallel sweep_parallel;

/* Which state of the level each successor of x was found from. */
void sweep_number_sources(const expansion *x, const batch *found, uint32_t *sources);

/* For 1 << owner_bits owners, not fewer than there are threads.  NULL: no memory. */
sweep_parallel *sweep_parallel_new(engine *r, sweep_owner *owner, unsigned owner_bits);
/* One round in the level: of the states that it takes, *expanded are done, the others are left.
   *settled: all found successors were taken.  Where the run is stopped, rounds that only take
   continue until then.  0 or a code. */
int sweep_parallel_round(sweep_parallel *c, sweep_level *level, sweep_dealing dealing,
                         size_t *expanded, bool *settled);
/* States that the last round has left, to be expanded by the main thread.  False: no more. */
bool sweep_parallel_left(sweep_parallel *c, level_range *out);
/* Each owner's next level is settled (sweep_owner_settle), one by each thread. */
int sweep_parallel_settle(sweep_parallel *c, const frontier *level);
/* Calls task(self, k, thread) for each k below `tasks`, by all threads. */
void sweep_parallel_do(sweep_parallel *c, thread_pool_work *task, void *self, size_t tasks);
/* The calling thread hands x's successors, found in the level (NULL: initial states), to the
   owners. */
int sweep_parallel_deal(sweep_parallel *c, const frontier *level, const batch *found,
                        const uint32_t *sources);
/* Adds the deadlocks that the threads have found since the last time. */
void sweep_parallel_join_checks(sweep_parallel *c, checks *into);
void sweep_parallel_free(sweep_parallel *c);
size_t sweep_parallel_memory(const sweep_parallel *c); /* bytes held */

#endif
