/* workers.h - the threads of a search, and for each of them a worker of the model. */
#ifndef SEARCH_WORKERS_H
#define SEARCH_WORKERS_H

#include "search/engine.h"
#include "search/thread_pool.h"

typedef struct workers {
    engine *r;
    thread_pool *pool;
    task_runner helpers; /* the pool, for the set of states seen */
    void **worker;       /* one a thread; the first is the run's own */
} workers;

/* False: no memory; safe to close all the same.  The crew must not move until then. */
bool workers_open(workers *c, engine *r);
/* Before work is shared: many a run has none.  0 or the model's code. */
int workers_start(workers *c);
void workers_close(workers *c);

#endif
