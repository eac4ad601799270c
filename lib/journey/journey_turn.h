/*
 * journey_turn.h - the turn of an alternative of wgcq_interleave: how many runs it may take.
 *
 * A turn that is over suspends the alternative's journey, and the next alternative has its turn.
 * Which one has a result when must not depend on the limits of the iterator, which suspend a turn
 * at any run.  What they suspend is run again from the last checkpoint, so the runs since then are
 * not counted as used, and what leads to the checkpoint again is not counted either.
 */
#ifndef JOURNEY_JOURNEY_TURN_H
#define JOURNEY_JOURNEY_TURN_H

#include "journey/journey.h"

/* From where on a suspended alternative runs again. */
typedef enum turn_point {
    TURN_POINT_START, /* the beginning of its function                                */
    TURN_POINT_LOOP,  /* its last checkpoint                                          */
    TURN_POINT_INSIDE /* its last result of wgcq_interleave, or such a point of that   */
} turn_point;

typedef struct journey_turn {
    wgcq_journey journey;  /* the alternative                                    */
    journey_limits limits; /* of the alternative and of what is nested in it     */
    wgcq_journey *host;    /* borrowed: which interleaves it                     */
    uint64_t budget;       /* runs of a turn                                     */
    uint64_t used;         /* of this turn                                       */
    uint64_t used_before;  /* the point from where a suspended run is made again */
    turn_point point;
    size_t checkpoints; /* of the journey, at that point                      */
    size_t choice;      /* TURN_POINT_INSIDE: of the wgcq_interleave          */
    bool repeating;     /* on the way to the point again                      */
    bool begun;         /* and not yet over                                   */
    bool over;          /* the budget is used                                 */
    bool ended;         /* there are no more results                          */
} journey_turn;

/* Makes it the turn of an alternative `fn` of `host`, from the host's state; NULL in *turn: a new
   one.  False: no memory, which is an error of the host. */
bool journey_turn_open(journey_turn **turn, wgcq_journey *host, wgcq_journey_fn *fn);
/* The next run that arrives, as journey_run; suspended, see over. */
journey_end journey_turn_run(journey_turn *turn);
/* `host` has a result of its wgcq_interleave at the choice with this number. */
void journey_turn_interleaves(const wgcq_journey *host, size_t at);
void journey_turn_free(journey_turn *turn);

#endif
