/* subquery.c - journeys run inside of a journey: once, any, none, count, find_all. */
#include "journey/subquery.h"

#include <stdlib.h>

void subquery_inherit(wgcq_journey *j, wgcq_journey *sub)
{
    sub->self = j->self;
    sub->no_checkpoints = j->no_checkpoints;
    sub->checking = j->checking;
    sub->err = j->err;
    sub->limits = j->limits;
    sub->max_depth = j->max_depth;
    sub->outer_depth = j->outer_depth + j->choice_cursor;
    sub->outer = j;
    sub->outermost = j->outermost ? j->outermost : j;
    sub->decides = true;
}

wgcq_journey *subquery_open_untraced(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_running(j) || !journey_has_stack(j))
        return NULL;
    if (!j->subquery && !(j->subquery = calloc(1, sizeof *j->subquery))) {
        journey_error(j, WGCQ_EMEMORY, "out of memory");
        return NULL;
    }
    wgcq_journey *sub = j->subquery;
    subquery_inherit(j, sub);
    sub->trace = NULL;
    if (journey_open(sub, fn, j->state, j->size))
        return sub;
    j->code = sub->code;
    j->failed = true;
    return NULL;
}

wgcq_journey *subquery_open(wgcq_journey *j, wgcq_journey_fn *fn, tree_kind kind)
{
    wgcq_journey *sub = subquery_open_untraced(j, fn);
    if (!sub || !journey_is_traced(j) || tracing_nested(j, sub, kind))
        return sub;
    j->failed = true;
    return NULL;
}

bool subquery_end(wgcq_journey *j, bool decided)
{
    const wgcq_journey *sub = j->subquery;
    j->code = sub->code;
    j->suspended = j->suspended || sub->suspended;
    /* Suspended, it begins anew, and is cut short then. */
    j->cut_short = j->cut_short || (sub->cut_short && !sub->suspended);
    bool ended = !sub->code && !sub->suspended;
    if (ended && journey_is_traced(j) && !tracing_then(j, sub))
        return false;
    if (ended && (decided || !sub->cut_short))
        return true;
    if (journey_is_traced(j))
        tracing_failure(j, TREE_CUT_SHORT);
    j->failed = true;
    return false;
}

bool journey_adopt(wgcq_journey *j, const char *const *moves, size_t count, int64_t cost)
{
    for (size_t i = 0; i < count; i++)
        if (!wgcq_move(j, moves[i], 0))
            return false;
    if (__builtin_add_overflow(j->cost, cost, &j->cost))
        return journey_error(j, WGCQ_ERUN, "the cost grows beyond 64 bits");
    return true;
}

/* Only wgcq_any does not depend on a result that is missing. */
static bool whether_as(wgcq_journey *j, wgcq_journey_fn *fn, bool *yes, tree_kind kind)
{
    wgcq_journey *sub = subquery_open(j, fn, kind);
    if (!sub)
        return false;
    sub->decides = kind != TREE_ANY || j->decides;
    bool found = journey_next_result(sub);
    if (sub->read_unfinished)
        j->read_unfinished = j->any_unfinished = true;
    journey_restore(sub);
    if (!subquery_end(j, found))
        return false;
    *yes = found;
    return true;
}

bool wgcq_whether(wgcq_journey *j, wgcq_journey_fn *fn, bool *yes)
{
    return journey_given(j, fn != NULL, __func__, "fn") &&
           journey_given(j, yes != NULL, __func__, "yes") && whether_as(j, fn, yes, TREE_WHETHER);
}

bool wgcq_once(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_given(j, fn != NULL, __func__, "fn"))
        return false;
    wgcq_journey *sub = subquery_open(j, fn, TREE_ONCE);
    if (!sub)
        return false;
    bool found = journey_next_result(sub);
    return subquery_end(j, false) && journey_fails_unless(j, found) &&
           journey_adopt(j, sub->moves, sub->move_count, sub->cost);
}

bool wgcq_any(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_given(j, fn != NULL, __func__, "fn"))
        return false;
    bool yes = false;
    return whether_as(j, fn, &yes, TREE_ANY) && journey_fails_unless(j, yes);
}

bool wgcq_none(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_given(j, fn != NULL, __func__, "fn"))
        return false;
    bool yes = false;
    return whether_as(j, fn, &yes, TREE_NONE) && journey_fails_unless(j, !yes);
}

bool wgcq_or_else(wgcq_journey *j, wgcq_journey_fn *fn, wgcq_journey_fn *otherwise)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, otherwise != NULL, __func__, "otherwise"))
        return false;
    bool yes = false;
    if (!whether_as(j, fn, &yes, TREE_OR_ELSE))
        return false;
    size_t outer = j->cut_floor;
    j->cut_floor = j->choice_cursor;
    bool arrived = (yes ? fn : otherwise)(j, j->state);
    j->cut_floor = outer;
    if (arrived)
        return journey_running(j);
    j->failed = true;
    return false;
}

bool wgcq_find_all(wgcq_journey *j, wgcq_journey_fn *fn,
                   bool (*collect)(void *bag, const void *state), void *bag)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, collect != NULL, __func__, "collect"))
        return false;
    wgcq_journey *sub = subquery_open(j, fn, TREE_FIND_ALL);
    if (!sub)
        return false;
    while (journey_next_result(sub) && collect(bag, sub->state))
        continue;
    journey_restore(sub);
    return subquery_end(j, false);
}

bool wgcq_count(wgcq_journey *j, wgcq_journey_fn *fn, uint64_t *count)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, count != NULL, __func__, "count"))
        return false;
    wgcq_journey *sub = subquery_open(j, fn, TREE_COUNT);
    if (!sub)
        return false;
    uint64_t found = 0;
    while (journey_next_result(sub))
        found++;
    journey_restore(sub);
    if (!subquery_end(j, false))
        return false;
    *count = found;
    return true;
}
