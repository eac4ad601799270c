/*
 * pool.h - a few threads that share the tasks 0..n-1 of one piece of work after the other.
 *
 * The calling thread takes part.  The threads start with the first work and sleep between two.
 */
#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H

#include <stddef.h>

typedef struct pool pool;

/* `who` is 0 for the calling thread, below the number of threads for every one. */
typedef void pool_work(void *self, size_t task, unsigned who);

pool *pool_new(unsigned threads); /* NULL: no memory */
/* Does all tasks; what one of them wrote is seen by whoever comes after this call.  Where the
   system gives no more threads, those that are there do it. */
void pool_run(pool *p, pool_work *work, void *self, size_t tasks);
void pool_free(pool *p);

#endif
