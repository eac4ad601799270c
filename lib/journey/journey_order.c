/*
 * journey_order.c - iterative deepening (Korf 1985, Artificial Intelligence 27).
 *
 * A round is a depth-first search in which a run of more choices than the round allows fails.  A
 * result belongs to the first round that has it.  That is the number of its choices, or a later
 * round where it passes a cut: a cut fails after a run of the round that was cut short, as that one
 * might have come to the cut first.  So a cut is passed from the round on that allows all that was
 * wished for before the cut.
 */
#include "journey/journey_order.h"

#include <stdlib.h>

#include "journey/journey.h"

bool journey_order_new(journey_order **out, const wgcq_iterator_options *wanted)
{
    *out = NULL;
    if (wanted->order != WGCQ_DEEPENING)
        return true;
    journey_order *order = calloc(1, sizeof *order);
    if (!order)
        return false;
    order->round = 1;
    *out = order;
    return true;
}

void journey_order_free(journey_order *order)
{
    if (!order)
        return;
    free(order->marks);
    free(order);
}

/* The mark behind all choices so far.  One that was written behind another alternative of the last
   choice is that of the choice before. */
static round_mark *last_mark(const wgcq_journey *j)
{
    round_mark *marks = j->order->marks;
    size_t at = j->choice_count;
    if (at == 0)
        return &marks[0];
    uint64_t index = j->choices[at - 1].index;
    if (marks[at].index != index)
        marks[at] = (round_mark){marks[at - 1].round, index};
    return &marks[at];
}

/* Marks behind `count` choices; the first one is 0. */
static bool reserve_round_marks(wgcq_journey *j, size_t count)
{
    journey_order *o = j->order;
    bool first = o->mark_room == 0;
    if (!journey_reserve(j, &o->marks, &o->mark_room, count + 1, sizeof *o->marks))
        return false;
    if (first)
        o->marks[0] = (round_mark){0, 0};
    return true;
}

bool journey_order_allows(wgcq_journey *j)
{
    journey_order *o = j->order;
    size_t count = j->choice_count;
    if (count >= o->round) {
        o->round_cut = j->cut_short = j->failed = true;
        return false;
    }
    if (!reserve_round_marks(j, count + 1))
        return false;
    o->marks[count + 1] = (round_mark){last_mark(j)->round, 0};
    if (o->deepest <= count)
        o->deepest = count + 1;
    return true;
}

bool journey_order_cut(wgcq_journey *j)
{
    if (!journey_is_fresh(j)) /* it was passed before */
        return true;
    if (j->order->round_cut) {
        j->failed = true;
        return false;
    }
    if (!reserve_round_marks(j, j->choice_count))
        return false;
    round_mark *mark = last_mark(j);
    if (mark->round < j->order->deepest)
        mark->round = j->order->deepest;
    return true;
}

/* A journey that bounds itself has no result twice: it is no cheaper than before. */
bool journey_order_accepts(wgcq_journey *j)
{
    const journey_order *o = j->order;
    return j->bounded || o->round == 1 || j->choice_count >= o->round ||
           last_mark(j)->round >= o->round;
}

bool journey_order_advance(wgcq_journey *j)
{
    journey_order *o = j->order;
    if (journey_backtrack(j, 0))
        return true;
    if (!o->round_cut)
        return false;
    o->round++;
    o->deepest = 0;
    o->round_cut = j->cut_short = false;
    j->choice_count = j->checkpoint_count = 0;
    if (o->marks)
        o->marks[0].round = 0;
    return true;
}
