/* subquery.c - journeys run inside of a journey: once, any, none, count, find_all. */
#include "journey/journey.h"

#include <stdlib.h>

/* A journey of `fn` over the same state, from here; NULL: failed, or no memory. */
static wgcq_journey *open_subquery(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_running(j))
        return NULL;
    if (!j->subquery && !(j->subquery = calloc(1, sizeof *j->subquery))) {
        journey_error(j, WGCQ_EMEMORY, "out of memory");
        return NULL;
    }
    wgcq_journey *sub = j->subquery;
    sub->self = j->self;
    sub->no_checkpoints = j->no_checkpoints;
    sub->checking = j->checking;
    sub->err = j->err;
    if (journey_open(sub, fn, j->state, j->size))
        return sub;
    j->code = sub->code;
    j->failed = true;
    return NULL;
}

/* An error inside is one outside. */
static bool propagate_error(wgcq_journey *j)
{
    if (j->subquery->code == 0)
        return true;
    j->code = j->subquery->code;
    j->failed = true;
    return false;
}

bool wgcq_whether(wgcq_journey *j, wgcq_journey_fn *fn, bool *yes)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, yes != NULL, __func__, "yes"))
        return false;
    wgcq_journey *sub = open_subquery(j, fn);
    if (!sub)
        return false;
    bool found = journey_next_result(sub);
    journey_restore(sub);
    if (!propagate_error(j))
        return false;
    *yes = found;
    return true;
}

/* The moves of the inner journey become the outer one's. */
static bool adopt_moves(wgcq_journey *j, const wgcq_journey *sub)
{
    for (size_t i = 0; i < sub->move_count; i++)
        if (!wgcq_move(j, sub->moves[i], 0))
            return false;
    if (__builtin_add_overflow(j->cost, sub->cost, &j->cost))
        return journey_error(j, WGCQ_ERUN, "the cost grows beyond 64 bits");
    return true;
}

bool wgcq_once(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_given(j, fn != NULL, __func__, "fn"))
        return false;
    wgcq_journey *sub = open_subquery(j, fn);
    if (!sub)
        return false;
    bool found = journey_next_result(sub);
    return propagate_error(j) && wgcq_guard(j, found, NULL) && adopt_moves(j, sub);
}

bool wgcq_any(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_given(j, fn != NULL, __func__, "fn"))
        return false;
    bool yes = false;
    return wgcq_whether(j, fn, &yes) && wgcq_guard(j, yes, NULL);
}

bool wgcq_none(wgcq_journey *j, wgcq_journey_fn *fn)
{
    if (!journey_given(j, fn != NULL, __func__, "fn"))
        return false;
    bool yes = false;
    return wgcq_whether(j, fn, &yes) && wgcq_guard(j, !yes, NULL);
}

bool wgcq_or_else(wgcq_journey *j, wgcq_journey_fn *fn, wgcq_journey_fn *otherwise)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, otherwise != NULL, __func__, "otherwise"))
        return false;
    bool yes = false;
    if (!wgcq_whether(j, fn, &yes))
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
    wgcq_journey *sub = open_subquery(j, fn);
    if (!sub)
        return false;
    while (journey_next_result(sub) && collect(bag, sub->state))
        continue;
    journey_restore(sub);
    return propagate_error(j);
}

bool wgcq_count(wgcq_journey *j, wgcq_journey_fn *fn, uint64_t *count)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, count != NULL, __func__, "count"))
        return false;
    wgcq_journey *sub = open_subquery(j, fn);
    if (!sub)
        return false;
    uint64_t found = 0;
    while (journey_next_result(sub))
        found++;
    journey_restore(sub);
    if (!propagate_error(j))
        return false;
    *count = found;
    return true;
}
