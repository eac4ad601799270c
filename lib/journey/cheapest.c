/* cheapest.c - the cheapest result of a nested journey. */
#include "journey/subquery.h"

#include <stdlib.h>

/* Whether there is a result; then it is kept.  False, too, where the journey has an error, or is
   suspended. */
static bool find_cheapest(wgcq_journey *sub)
{
    bool found = false;
    if (!sub->kept && !(sub->kept = calloc(1, sizeof *sub->kept)))
        return journey_error(sub, WGCQ_EMEMORY, "out of memory");
    while (journey_next_result(sub)) {
        if (found && sub->cost >= sub->kept->cost)
            continue;
        if (!kept_result_store(sub->kept, sub))
            return false;
        found = true;
    }
    return found;
}

bool wgcq_cheapest(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_given(j, fn != NULL, __func__, "fn"))
        return false;
    wgcq_journey *sub = subquery_open(j, fn, TREE_CHEAPEST);
    if (!sub)
        return false;
    bool found = find_cheapest(sub);
    return subquery_end(j, false) && journey_fails_unless(j, found) &&
           kept_result_adopt(sub->kept, j);
}
