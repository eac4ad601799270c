/*
 * thread_pool.h - a few threads that share the tasks 0..n-1 of one piece of work after the other.
 *
 * The calling thread takes part.  The threads start with the first work and sleep between two.
 */
#ifndef SEARCH_THREAD_POOL_H
#define SEARCH_THREAD_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct thread_pool thread_pool;

/* `who` is 0 for the calling thread, below the number of threads for every one. */
typedef void thread_pool_work(void *self, size_t task, unsigned who);

thread_pool *thread_pool_new(unsigned threads); /* NULL: no memory */
/* Does all tasks; what one of them wrote is seen by whoever comes after this call.  Where the
   system gives no more threads, those that are there do it. */
void thread_pool_run(thread_pool *p, thread_pool_work *work, void *self, size_t tasks);
/* While the calling thread has nothing to do but wait, `idle` is called a few times a second. */
void thread_pool_idle(thread_pool *p, void (*idle)(void *self), void *self);
void thread_pool_free(thread_pool *p);

/* A condition that can be waited for by thread_pool_cond_wait, which gives up after a moment: then
 * false.
 */
void thread_pool_cond_init(pthread_cond_t *cond);
bool thread_pool_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock);

#endif
