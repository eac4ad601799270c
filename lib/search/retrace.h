/*
 * retrace.h - the shortest plans of a breadth-first run that kept nothing but its states.
 *
 * From the goals of the first level that has any, backwards: the states of the level above are
 * expanded again, and those with a successor that lies on a shortest plan lie on one themselves,
 * with the sum of the successors' counts.  Two moves of different text between the same two states
 * make two plans.
 */
#ifndef SEARCH_RETRACE_H
#define SEARCH_RETRACE_H

#include "search/breadth_first.h"

typedef struct retraced_states {
    const levels *levels;
    const uint8_t *marks; /* [number - 1]; NULL: no state is an end */
} retraced_states;

/* Fills in the plan of the result, whose `shortest` is known: from the start of the lowest number,
   and at each step by the first move in the puzzle's order that stays on a shortest plan.  With
   `count` also how many there are; without, only plans to first_goal are looked at.  An interrupt
   leaves both out. */
int retrace(run *r, const retraced_states *states, bool count);

#endif
