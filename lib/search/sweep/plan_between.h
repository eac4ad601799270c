/*
 * plan_between.h - the states of a plan between two that are known.
 *
 * The result's plan is one of least moves, and each of its states is the least packed one of the
 * level above that leads to the next.
 */
#ifndef SEARCH_SWEEP_PLAN_BETWEEN_H
#define SEARCH_SWEEP_PLAN_BETWEEN_H

#include "search/engine/engine.h"

/* The state after `step` moves. */
void extract_plan_put(engine *r, uint32_t step, const uint64_t *state);
/* The states between the plan's steps `from` and `to`, which are known.  0 or a negative code. */
int extract_plan_between(engine *r, uint32_t from, uint32_t to);

#endif
