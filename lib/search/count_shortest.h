/*
 * count_shortest.h - the shortest plans of a breadth-first run, counted while it explores.
 *
 * The number of shortest paths to a state is the sum over its predecessors one level up; two moves
 * of different labels between the same two states count twice.  Only two levels' counts are held:
 * those of the level being expanded, and of the next.  Counting ends at the first goals' level.
 *
 * The least predecessor of each state, that of the least packed state one level up, leads back from
 * a goal.  So the plan depends only on what was explored, and is that of all others
 * (levels/level_plan.h).
 */
#ifndef SEARCH_COUNT_SHORTEST_H
#define SEARCH_COUNT_SHORTEST_H

#include "base/containers/bigarray.h"
#include "base/containers/bigcount.h"
#include "search/engine/engine.h"

typedef struct path_counts {
    bool counting;
    uint32_t first_current,
        first_next;               /* first numbers of the level being expanded, and of the next */
    bigcount current, next_level; /* their counts */
    bigarray parents;             /* uint32_t [number - 1], 0: an initial state */
} path_counts;

/* Starts with the initial states as the next level.  While `counting`, the engine's expansions must
   be in order and its `numbers` filled in.  False: no memory. */
bool path_counts_start(path_counts *p, uint32_t starts);
/* The next level becomes the current one. */
void path_counts_next_level(path_counts *p);
/* Adds the edges of the engine's last slice.  False: no memory. */
bool path_counts_add(path_counts *p, engine *r, const expansion *x);
/* The next level is complete and has goals: the sum of their counts becomes the result's. */
int path_counts_sum_goals(path_counts *p, engine *r);
/* The plan of the result: to `goal`, by the least predecessors and the first move from each in the
   puzzle's order. */
int path_counts_extract_plan(path_counts *p, engine *r, uint32_t goal);
void path_counts_free(path_counts *p);
size_t path_counts_memory(const path_counts *p); /* bytes held */

#endif
