/* journey_turn.c - the turn of an alternative of wgcq_interleave. */
#include "journey/journey_turn.h"

#include <stdlib.h>

#include "journey/subquery.h"

enum { FIRST_BUDGET = 1024 };

bool journey_turn_open(journey_turn **out, wgcq_journey *host, wgcq_journey_fn *fn)
{
    journey_turn *t = *out;
    if (!t && !(t = *out = calloc(1, sizeof *t)))
        return journey_error(host, WGCQ_EMEMORY, "out of memory");
    wgcq_journey *own = &t->journey;
    subquery_inherit(host, own);
    own->no_checkpoints = host->no_checkpoints && !host->size;
    own->limits = &t->limits;
    t->limits.turn = t;
    t->host = host;
    t->budget = FIRST_BUDGET;
    t->begun = t->ended = false;
    if (journey_open(own, fn, host->state, host->size))
        return true;
    host->code = own->code;
    host->failed = true;
    return false;
}

void journey_turn_free(journey_turn *t)
{
    if (!t)
        return;
    journey_close(&t->journey);
    free(t);
}

static void begin_turn(journey_turn *t)
{
    t->used = t->used_before = 0;
    t->point = TURN_POINT_START;
    t->repeating = t->over = false;
    t->begun = true;
}

journey_end journey_turn_run(journey_turn *t)
{
    journey_end end;
    t->journey.err = t->host->err;
    if (!t->begun)
        begin_turn(t);
    do
        end = journey_run(&t->journey);
    while (end == JOURNEY_FAILED);
    if (end != JOURNEY_SUSPENDED || t->over)
        t->begun = false;
    if (end == JOURNEY_ARRIVED)
        t->budget = FIRST_BUDGET;
    else if (t->over && t->budget <= UINT64_MAX / 2)
        t->budget *= 2;
    t->ended = end == JOURNEY_EXHAUSTED;
    return end;
}

static bool pass_point(journey_turn *t, turn_point point)
{
    t->point = point;
    t->checkpoints = t->journey.checkpoint_count;
    t->used_before = t->used;
    t->repeating = false;
    return true;
}

/* Whether the run of `who` that is to come is the first one behind a point. */
static bool is_at_point(journey_turn *t, const wgcq_journey *who)
{
    const wgcq_journey *own = &t->journey;
    bool reached = own->checkpoint_cursor > 0 && own->checkpoint_cursor == own->checkpoint_count;
    if (who == own && own->checkpoint_cursor == 0) /* its function, from the beginning */
        return !t->repeating && pass_point(t, TURN_POINT_START);
    if (who == own)
        return reached && (!t->repeating || t->point == TURN_POINT_LOOP) &&
               pass_point(t, TURN_POINT_LOOP);
    if (t->repeating)
        return reached && t->point == TURN_POINT_LOOP && pass_point(t, TURN_POINT_LOOP);
    bool is_new = t->point == TURN_POINT_START || t->checkpoints != own->checkpoint_count;
    return reached && is_new && pass_point(t, TURN_POINT_LOOP);
}

void journey_turn_interleaves(const wgcq_journey *host, size_t at)
{
    journey_turn *t = host->limits ? host->limits->turn : NULL;
    if (!t || &t->journey != host)
        return;
    if (t->repeating && (t->point != TURN_POINT_INSIDE || t->choice != at))
        return;
    t->choice = at;
    pass_point(t, TURN_POINT_INSIDE);
}

/* inside: an alternative that the journey itself interleaves is at a point. */
static bool use_run(journey_turn *t, const wgcq_journey *who, bool inside)
{
    bool at_point = inside ? pass_point(t, TURN_POINT_INSIDE) : is_at_point(t, who);
    if (!t->repeating && t->used >= t->budget) {
        t->over = true;
        return false;
    }
    journey_limits *around = t->host->limits;
    bool allowed = true;
    if (inside)
        t->choice = t->journey.choice_count - 1;
    if (around && around->turn)
        allowed = use_run(around->turn, who, at_point && t->host == &around->turn->journey);
    else if (around)
        allowed = journey_limits_allow(around, who->outer_depth + who->choice_count);
    if (!allowed) {
        t->used = t->used_before;
        t->repeating = t->point != TURN_POINT_START;
        return false;
    }
    if (!t->repeating)
        t->used++;
    return true;
}

bool journey_turn_allows(journey_turn *t, const wgcq_journey *who)
{
    return use_run(t, who, false);
}
