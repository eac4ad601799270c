/*
 * both_ends.h - the inside of a search from both ends.
 *
 *   both_ends.c        levels from the starts and from the goals, until they meet
 *   both_ends_plans.c  the shortest plans: counted, and one of them
 */
#ifndef SEARCH_BOTH_ENDS_H
#define SEARCH_BOTH_ENDS_H

#include "search/engine/engine.h"

/* The states found from one end; level d is those of d moves from there, or to there. */
typedef struct search_side {
    visited *set;
    uint32_t levels;
    bigarray first; /* uint32_t [levels], the first number of each */
} search_side;

/* The last level ends with the set's last state. */
static inline uint32_t side_first(const search_side *s, uint32_t level)
{
    return level < s->levels ? ((const uint32_t *)s->first.at)[level] : s->set->count + 1;
}

static inline bool side_has(const search_side *s, uint32_t level, uint32_t number)
{
    return number >= side_first(s, level) && number < side_first(s, level + 1);
}

/* The states at which both sides meet are in the last level of each. */
typedef struct meeting {
    engine *r;
    model_inverse *inverse;
    const search_side *forth, *back;
} meeting;

/* The plan of the result and, with `whole`, the number of shortest plans and of goals that they end
   in: both last levels are there completely.  Else one plan by some state at which they meet.
   *done is false where the run was stopped before, or the layers of the plans do not fit in the
   memory limit, which then stops the run. */
int both_ends_find_plans(const meeting *m, bool whole, bool *done);

#endif
