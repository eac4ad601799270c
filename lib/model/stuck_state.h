/* stuck_state.h - why a state has no successor, in words. */
#ifndef MODEL_STUCK_STATE_H
#define MODEL_STUCK_STATE_H

#include "base/strbuf.h"
#include "model/model.h"

/* Appends "every move is rejected: 3 by 'bounded'", or "no move is possible" where none is; by the
   second evaluator.  Nothing where the model has none. */
int stuck_state_describe(strbuf *out, const wgcq_model *model, void *worker, const uint64_t *state,
                         wgcq_error *err);

#endif
