/* crew.h - the threads of a search, and for each of them a worker of the model. */
#ifndef SEARCH_CREW_H
#define SEARCH_CREW_H

#include "search/pool.h"
#include "search/run.h"

typedef struct crew {
    run *r;
    pool *pool;
    helpers helpers; /* the pool, for the set of states seen */
    void **worker;   /* one a thread; the first is the run's own */
} crew;

/* False: no memory; safe to close all the same.  The crew must not move until then. */
bool crew_open(crew *c, run *r);
/* Before work is shared: many a run has none.  0 or the model's code. */
int crew_hire(crew *c);
void crew_close(crew *c);

#endif
