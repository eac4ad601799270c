/*
 * pool.h - a few threads that share the tasks 0..n-1 of one piece of work after the other.
 *
 * The calling thread takes part.  The threads start with the first work and sleep between two.
 */
#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct pool pool;

/* `who` is 0 for the calling thread, below the number of threads for every one. */
typedef void pool_work(void *self, size_t task, unsigned who);

pool *pool_new(unsigned threads); /* NULL: no memory */
/* Does all tasks; what one of them wrote is seen by whoever comes after this call.  Where the
   system gives no more threads, those that are there do it. */
void pool_run(pool *p, pool_work *work, void *self, size_t tasks);
/* While the calling thread has nothing to do but wait, `idle` is called a few times a second. */
void pool_idle(pool *p, void (*idle)(void *self), void *self);
void pool_free(pool *p);

/* A condition that can be waited for by pool_cond_wait, which gives up after a moment: then false.
 */
void pool_cond_init(pthread_cond_t *cond);
bool pool_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock);

#endif
