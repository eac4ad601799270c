/* subquery.c - stories told inside of a story: once, any, none, count, find_all. */
#include "journey/journey.h"

#include <stdlib.h>

/* The journey that tells `story` over the same state from here; NULL: ended, or no memory. */
static wgcq_journey *take_up(wgcq_journey *j, wgcq_journey_fn *story)
{
    if (!journey_alive(j))
        return NULL;
    if (!j->inner && !(j->inner = calloc(1, sizeof *j->inner))) {
        journey_error(j, WGCQ_EMEMORY, "out of memory");
        return NULL;
    }
    wgcq_journey *inner = j->inner;
    inner->self = j->self;
    inner->plain = j->plain;
    inner->strict = j->strict;
    inner->err = j->err;
    if (journey_open(inner, story, j->state, j->size))
        return inner;
    j->code = inner->code;
    j->dead = true;
    return NULL;
}

/* Trouble inside is trouble outside. */
static bool settle(wgcq_journey *j)
{
    if (j->inner->code == 0)
        return true;
    j->code = j->inner->code;
    j->dead = true;
    return false;
}

bool wgcq_whether(wgcq_journey *j, wgcq_journey_fn *story, bool *yes)
{
    wgcq_journey *inner = take_up(j, story);
    if (!inner)
        return false;
    bool found = journey_next(inner);
    journey_restore(inner);
    if (!settle(j))
        return false;
    *yes = found;
    return true;
}

/* The moves of the story inside are the outer one's too. */
static bool take_over_moves(wgcq_journey *j, const wgcq_journey *inner)
{
    for (size_t i = 0; i < inner->move_count; i++)
        if (!wgcq_move(j, inner->moves[i], 0))
            return false;
    if (__builtin_add_overflow(j->cost, inner->cost, &j->cost))
        return journey_error(j, WGCQ_ERUN, "the cost grows beyond 64 bits");
    return true;
}

bool wgcq_once(wgcq_journey *j, wgcq_journey_fn *story)
{
    wgcq_journey *inner = take_up(j, story);
    if (!inner)
        return false;
    bool found = journey_next(inner);
    return settle(j) && wgcq_guard(j, found, NULL) && take_over_moves(j, inner);
}

bool wgcq_any(wgcq_journey *j, wgcq_journey_fn *story)
{
    bool yes = false;
    return wgcq_whether(j, story, &yes) && wgcq_guard(j, yes, NULL);
}

bool wgcq_none(wgcq_journey *j, wgcq_journey_fn *story)
{
    bool yes = false;
    return wgcq_whether(j, story, &yes) && wgcq_guard(j, !yes, NULL);
}

bool wgcq_or_else(wgcq_journey *j, wgcq_journey_fn *story, wgcq_journey_fn *otherwise)
{
    bool yes = false;
    if (!wgcq_whether(j, story, &yes))
        return false;
    size_t outer = j->story_base;
    j->story_base = j->cursor;
    bool arrived = (yes ? story : otherwise)(j, j->state);
    j->story_base = outer;
    if (arrived)
        return journey_alive(j);
    j->dead = true;
    return false;
}

bool wgcq_find_all(wgcq_journey *j, wgcq_journey_fn *story,
                   bool (*collect)(void *bag, const void *state), void *bag)
{
    wgcq_journey *inner = take_up(j, story);
    if (!inner)
        return false;
    while (journey_next(inner) && collect(bag, inner->state))
        continue;
    journey_restore(inner);
    return settle(j);
}

bool wgcq_count(wgcq_journey *j, wgcq_journey_fn *story, uint64_t *count)
{
    wgcq_journey *inner = take_up(j, story);
    if (!inner)
        return false;
    uint64_t found = 0;
    while (journey_next(inner))
        found++;
    journey_restore(inner);
    if (!settle(j))
        return false;
    *count = found;
    return true;
}
