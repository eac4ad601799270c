/* bound.c - branch and bound: what cannot be cheaper than the best result fails. */
#include "journey/journey.h"

#include <assert.h>

/* cost + at_least < best, in numbers of any size. */
static bool is_cheaper(int64_t cost, int64_t at_least, int64_t best)
{
    int64_t sum;
    if (__builtin_add_overflow(cost, at_least, &sum))
        return at_least < 0;
    return sum < best;
}

/* A run that comes by again is not held to what was found since: whether a run fails is decided
   once, so that a cut behind the bound commits the same runs with checkpoints and without. */
bool wgcq_bound(wgcq_journey *j, int64_t at_least)
{
    assert(j);
    if (!journey_running(j))
        return false;
    j->bounded = true;
    bool holds = !j->has_best || !journey_is_first_run(j) || is_cheaper(j->cost, at_least, j->best);
    return wgcq_guard(j, holds, NULL);
}
