/* extract_plan.h - writing the plan of a result. */
#ifndef SEARCH_EXTRACT_PLAN_H
#define SEARCH_EXTRACT_PLAN_H

#include "search/engine/engine.h"

/* Room for a plan of `length` moves in the result.  0 or WGCQ_EMEMORY. */
int extract_plan_begin(engine *r, uint32_t length);
/* The plan becomes the counterexample, and the counterexample the plan. */
void extract_plan_exchange(engine *r);
/* The state after `step` moves. */
void extract_plan_state(engine *r, uint32_t step, uint32_t number);

/* The moves of the plan, whose states are known: of several between two of them the cheapest by the
   `width` costs `by` (-1 for moves), then the one whose label comes first.  0 or a negative code.
 */
int extract_plan_moves(engine *r, const int *by, size_t width);

/* The plan to `goal` by parent[number - 1], which is 0 for an initial state, its moves
   as above.  0 or a negative code. */
int extract_plan_by_parents(engine *r, const uint32_t *parent, uint32_t goal, const int *by,
                            size_t width);

#endif
