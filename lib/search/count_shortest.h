/*
 * count_shortest.h - the shortest plans of a breadth-first run, counted while it explores.
 *
 * As many shortest paths lead to a state as lead to its predecessors one level up, together; two
 * moves of different text between the same two states make two.  Only two levels' counts are held:
 * those of the level that is expanded, and of the next.  The level of the first goals ends it.
 *
 * No state's predecessor is kept either.  Where successors are numbered in order, the state that
 * each was first come to from can only go up with its number, so it is enough to know how many
 * states there were before every few sources: those few are expanded again to find the one.
 */
#ifndef SEARCH_COUNT_SHORTEST_H
#define SEARCH_COUNT_SHORTEST_H

#include "base/containers/bigarray.h"
#include "base/containers/bigcount.h"
#include "search/engine.h"

typedef struct path_counts {
    bool counting;
    uint32_t first_current,
        first_next; /* numbers: of the level that is expanded, and of the one below it */
    bigcount current, next_level; /* their counts */
    bigarray states_before; /* [source / group]: states before that group of sources           */
    uint32_t groups, highest;
} path_counts;

/* Begins with the starts as the level below.  The run's expansions must be in order, and numbers
   filled in, for as long as `counting`. */
bool path_counts_start(path_counts *p, uint32_t starts);
/* The level below is to be expanded now. */
void path_counts_next_level(path_counts *p);
/* What is in the run's batch.  False: no memory. */
bool path_counts_add(path_counts *p, engine *r, const expansion *x);
/* All of the level below is known, and goals are in it: sums up theirs as the result's count. */
int path_counts_sum_goals(path_counts *p, engine *r);
/* The plan of the result: to the first goal, from the start of the lowest number, and at each step
   by the first move in the puzzle's order that stays on a shortest plan. */
int path_counts_extract_plan(const path_counts *p, engine *r, gather_sources_fn *gather,
                             const void *self, source_buffer *into);
void path_counts_free(path_counts *p);
size_t path_counts_memory(const path_counts *p); /* bytes held */

#endif
