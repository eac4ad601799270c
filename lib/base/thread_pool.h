/*
 * thread_pool.h - threads that share the tasks 0..n-1 of one piece of work after the other.
 *
 * The calling thread takes part.  The threads start with the first work, and wait in between.
 */
#ifndef BASE_THREAD_POOL_H
#define BASE_THREAD_POOL_H

#include <pthread.h>
#include <stddef.h>

typedef struct thread_pool thread_pool;

/* `thread` is 0 for the calling thread, and less than the number of threads. */
typedef void thread_pool_work(void *self, size_t task, unsigned thread);

thread_pool *thread_pool_new(unsigned threads); /* NULL: no memory */
/* Does all tasks; what they wrote is visible to the caller.  A thread that comes late takes none.
   Where threads cannot be created, those
   that exist do the work. */
void thread_pool_run(thread_pool *p, thread_pool_work *work, void *self, size_t tasks);
/* While the calling thread waits for the others, it calls `idle` a few times a second. */
void thread_pool_idle(thread_pool *p, void (*idle)(void *self), void *self);
void thread_pool_free(thread_pool *p);

#endif
