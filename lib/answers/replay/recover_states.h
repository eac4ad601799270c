/* recover_states.h - the packed states of a stored solution. */
#ifndef ANSWERS_REPLAY_RECOVER_STATES_H
#define ANSWERS_REPLAY_RECOVER_STATES_H

#include "answers/replay/stored_plan.h"

/* The states of all steps, [count][words]; the caller frees them, also after an error.  From the
   file where states are stored, else recomputed from the moves' texts, their costs and how the
   states are shown.  WGCQ_ESTORE where the puzzle has no such plan. */
int recover_states(uint64_t **out, const stored_plan *s, wgcq_error *err);

#endif
