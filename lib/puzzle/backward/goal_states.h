/*
 * goal_states.h - all states that satisfy a goal.
 *
 * Cells get their values one by one, those first that the goal still depends on, and what cannot
 * satisfy it any more is left.  What no operator changes is as in the starts; and where each
 * operator keeps how many elements of an array have some value, there are as many of them as in the
 * starts.  So there are some states that the starts do not lead to, but no state that they lead to
 * is missing.
 */
#ifndef PUZZLE_BACKWARD_GOAL_STATES_H
#define PUZZLE_BACKWARD_GOAL_STATES_H

#include "model/model.h"
#include "puzzle/patterns/operators.h"

enum { GOAL_STATES_MOST = 1 << 20 };

typedef struct goal_wish { /* all borrowed */
    const packing *packing;
    const dag *dag;
    const grounded *grounded; /* its goal is not interpreted */
    const operators *operators;
    const batch *starts;
    budget *limit;
} goal_wish;

/* Appends them to `out` (state alone).  WGCQ_EREQUEST, with the reason: there are too many, or
   finding them takes too long.  Where the budget is spent, they are not all there. */
int goal_states_find(batch *out, const goal_wish *wish, wgcq_error *err);

#endif
