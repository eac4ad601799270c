/* extract_plan.h - writing down the plan of a result, a move at a time. */
#ifndef SEARCH_EXTRACT_PLAN_H
#define SEARCH_EXTRACT_PLAN_H

#include "search/engine.h"

/* Room for a plan of `length` moves in the result.  0 or WGCQ_EMEMORY. */
int extract_plan_begin(engine *r, uint32_t length);
/* The state after `step` moves. */
void extract_plan_state(engine *r, uint32_t step, uint32_t number);

/* The plan that leads to `goal` when parent[number - 1] is where each state was come to from, 0 for
   a start.  Of several moves between two states the cheapest by the `width` costs `by` (-1 for
   moves) is taken, then the first. */
int extract_plan_by_parents(engine *r, const uint32_t *parent, uint32_t goal, const int *by,
                            size_t width);

#endif
