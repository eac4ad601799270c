/*
 * preimages.h - what leads to a state by one move: operators, found by what they write.
 *
 * An operator says what some cells are before and after it.  A state that is, in these cells, what
 * the operator leaves there comes from one state by it: the one with the values before.  Operators
 * are in a decision tree over the cells of the state that is left (the successor generator of
 * Helmert, The Fast Downward planning system, 2006, backwards), so that those which do not fit are
 * not looked at one by one.
 */
#ifndef PUZZLE_BACKWARD_PREIMAGES_H
#define PUZZLE_BACKWARD_PREIMAGES_H

#include "model/model.h"
#include "puzzle/patterns/operators.h"

typedef struct preimages preimages;

/* Preimages by operators of which none is lost, without those that change nothing.  Borrows both.
   NULL: no memory. */
preimages *preimages_new(const packing *p, const operators *o);
/* Appends a row (lane and state) for each operator that leads to one of `count` states: to `sure`
   where it is exact, else to `unsure`.  False: no memory, or no more in their budget. */
bool preimages_find(const preimages *p, const uint64_t *states, size_t count, batch *sure,
                    batch *unsure);
size_t preimages_memory(const preimages *p); /* bytes */
void preimages_free(preimages *p);

#endif
