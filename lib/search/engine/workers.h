/* workers.h - the threads of a run, and a worker of the model for each. */
#ifndef SEARCH_WORKERS_H
#define SEARCH_WORKERS_H

#include <stdatomic.h>

#include "base/thread_pool.h"
#include "search/engine/engine.h"

typedef struct workers {
    engine *r;
    thread_pool *pool;
    void **worker;    /* one a thread; the first is the run's own */
    unsigned wants;   /* of every expansion */
    budget budget;    /* of each expansion */
    atomic_bool halt; /* the run is stopped: running expansions end, and are discarded */
} workers;

/* Where share i of `count` things begins that are divided evenly into `shares`. */
static inline size_t share_begin(size_t count, size_t shares, size_t i)
{
    return count * i / shares;
}

/* False: no memory; safe to close all the same.  *w must not move until then. */
bool workers_open(workers *w, engine *r);

/* Creates the model's workers, unless they are there already.  0 or the model's code. */
int workers_start(workers *w, wgcq_error *err);

/* Around pieces of work whose expansions share the run's memory budget by `shares`.  In between,
   while it waits for the others, the main thread polls the limits. */
void workers_begin(workers *w, unsigned shares);
void workers_end(workers *w);

/* Expands x's states into *out.  *too_large: the budget did not suffice or the run was halted; the
   expansion is left to the main thread, alone.  0 or a negative code. */
int workers_expand(workers *w, unsigned thread, const expansion *x, batch *out, bool *too_large,
                   wgcq_error *err);

void workers_close(workers *w);

#endif
