/* rank_plan.h - the shortest plans of a search by ranks: how many there are, and one of them; the
   path to any state. */
#ifndef SEARCH_RANKS_PLAN_H
#define SEARCH_RANKS_PLAN_H

#include "search/ranks/rank_run.h"

/* All ranks together, about the goals in the next level, which are the first: the number of plans
   that end in them; and one plan, into the result of rank 0.  0 or a negative code, of any rank
   alone; an exchange that fails. */
int rank_count_plans(rank_run *s);
int rank_find_plan(rank_run *s);

/* The end of a path: of this rank's states of the level or the next one, as all ranks know, if it
   has one that may be it. */
typedef struct rank_end {
    bool in_level, here;
    size_t index;
} rank_end;

/* Likewise the path of so many moves to the least packed of these ends. */
int rank_find_path(rank_run *s, search_path *path, uint32_t length, const rank_end *end);
/* The next level, which is complete, becomes the one behind which states are found: it is kept
   where that takes no more than a byte for each state found so far, so that the gaps between kept
   levels stay as short as memory allows. */
int rank_note_level(rank_run *s);

#endif
