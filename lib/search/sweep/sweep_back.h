/*
 * sweep_back.h - shortest plans counted from the goals back, where moves can be undone.
 *
 * Few states lie on a shortest plan, and which they are is known when there are goals.  So from
 * some level on a sweep counts and keeps nothing, but that a direct set says each state's depth
 * modulo three (space/sets/direct_set.h).  As an edge leads there and back, the depths of its ends
 * differ by one at most: expanding a state that lies on a shortest plan gives its predecessors,
 * which do so, too, and its successors in the level behind, by which its plans are counted.
 */
#ifndef SEARCH_SWEEP_SWEEP_BACK_H
#define SEARCH_SWEEP_SWEEP_BACK_H

#include "search/levels/level_trail.h"
#include "space/sets/state_set.h"

typedef struct sweep_back {
    frontier first; /* the last level that was traced and counted */
    uint32_t depth; /* the depth of its states */
} sweep_back;

/* The first goals that were found, all in the level of that depth, which is the set's current one.
 */
typedef struct goals_found {
    frontier states;
    size_t least;   /* number of the least goal, to which the plan leads */
    uint32_t depth; /* the depth of all goals */
    bool all;       /* no goal of that depth is missing, so that plans are counted */
} goals_found;

/* The level is copied.  False: no memory. */
bool sweep_back_begin(sweep_back *b, const frontier *level, uint32_t depth);
void sweep_back_free(sweep_back *b);
/* The number of plans, where all goals are there and no limit ends the run meanwhile, and the least
   plan unless `trail` is NULL, into the result.  The goals are lost. */
int sweep_back_find_plans(const sweep_back *b, engine *r, state_set *set, goals_found *goals,
                          const level_trail *trail);

#endif
