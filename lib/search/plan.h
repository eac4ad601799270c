/* plan.h - writing down the plan of a result, a move at a time. */
#ifndef SEARCH_PLAN_H
#define SEARCH_PLAN_H

#include "search/run.h"

/* Room for a plan of `length` moves in the result.  0 or WGCQ_EMEMORY. */
int plan_begin(run *r, uint32_t length);
/* The state after `step` moves. */
void plan_state(run *r, uint32_t step, uint32_t number);

/* The plan that leads to `goal` when parent[number - 1] is where each state was come to from, 0 for
   a start.  Of several moves between two states the cheapest by the `width` costs `by` (-1 for
   moves) is taken, then the first. */
int plan_by_parents(run *r, const uint32_t *parent, uint32_t goal, const int *by, size_t width);

#endif
