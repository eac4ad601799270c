/* journey_replay.h - single runs of a journey function by given choices. */
#ifndef JOURNEY_ITERATE_JOURNEY_REPLAY_H
#define JOURNEY_ITERATE_JOURNEY_REPLAY_H

#include "journey/iterate/determinism_check.h"
#include "journey/journey.h"

typedef struct journey_replay {
    wgcq_journey journey;
    determinism_check check; /* where options.check is set */
    journey_limits limits;
    choice_source source;
    wgcq_error error; /* of the present run */
    bool checked;
} journey_replay;

/* `state` and `wanted` (NULL: all zero) are borrowed until closed; WGCQ_EMEMORY, WGCQ_EREQUEST. */
int journey_replay_open(journey_replay *r, wgcq_journey_fn *fn, void *state, size_t size,
                        const wgcq_iterator_options *wanted, wgcq_error *err);
/* 0: a result, in the state; WGCQ_DONE: the run fails; WGCQ_LIMIT or an error.  The choices that a
   result has made are those of the journey.  Can be called again after 0 and WGCQ_DONE. */
int journey_replay_run(journey_replay *r, const uint64_t *choices, size_t count, wgcq_error *err);
void journey_replay_close(journey_replay *r);

#endif
