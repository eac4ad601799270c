/*
 * journey_order.h - in which order a journey makes its choices: iterative deepening.
 *
 * Depth-first, a journey has no order.  Deepening is depth-first, too, in rounds that allow one
 * choice more each.
 */
#ifndef JOURNEY_JOURNEY_ORDER_H
#define JOURNEY_JOURNEY_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wgcq_journey.h"

/* The first round in which a run comes as far as its n-th choice, by its cuts. */
typedef struct round_mark {
    size_t round;
    uint64_t index; /* of the choice before it, when this was written */
} round_mark;

typedef struct journey_order {
    size_t round;   /* choices of a run, at most                    */
    size_t deepest; /* choices wished for in this round, so far     */
    bool round_cut; /* a run of this round wished for more          */
    round_mark *marks;
    size_t mark_room;
} journey_order;

/* The order that the options ask for, into *out, NULL for depth-first; false: no memory. */
bool journey_order_new(journey_order **out, const wgcq_iterator_options *wanted);
void journey_order_free(journey_order *order);

/* These are called where the journey has an order. */

/* Before a choice that no run has come to; false: the run fails. */
bool journey_order_allows(wgcq_journey *j);
/* Before a cut commits; false: the run fails. */
bool journey_order_cut(wgcq_journey *j);
/* Whether a run that has arrived is a result: it is none where it was one before. */
bool journey_order_accepts(wgcq_journey *j);
/* After a run: on to the choices of the next one; false: there is none. */
bool journey_order_advance(wgcq_journey *j);

#endif
