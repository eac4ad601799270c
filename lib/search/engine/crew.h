/*
 * crew.h - the threads of a run that numbers its states.
 *
 * They expand the states of a batch together, in pieces, and spell the texts of new states.  One
 * thread inserts and makes rows, in order, as if it had done all of that alone: numbers, rows,
 * labels and errors do not depend on the number of threads.  What cannot be done together (too much
 * for its budget, a label without a number, an error) is left to that thread.
 */
#ifndef SEARCH_CREW_H
#define SEARCH_CREW_H

#include "search/engine/engine.h"

/* Of a run with several threads: works for r, which must not move, from now on.  NULL: no memory.
 */
typedef struct crew crew;
crew *crew_new(engine *r);
void crew_free(crew *c); /* before the engine is closed */

#endif
