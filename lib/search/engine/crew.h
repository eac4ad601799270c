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

/* The threads of a run work for r, which must not move, from now on.  0 or WGCQ_EMEMORY. */
int crew_open(engine *r);
/* For a search in files; none where it has too little memory for more than one thread. */
int crew_open_in_files(engine *r);
void crew_close(engine *r); /* before the engine is closed */

#endif
