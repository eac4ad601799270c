/*
 * reduced_model.h - a puzzle as a model of which one state stands for each orbit.
 *
 * The group is the one that `symmetric` declares (declared_group.h).  An edge leads from such a
 * state to those that stand for its successors: one edge for each of these, also where several are
 * of one orbit and have the same label.
 *
 * Nothing is believed.  Initial states are compared with their images.  Where the group is not
 * proved by the moves, with a state its whole orbit is expanded, and every generator must map the
 * successors of each element, with their costs, to those of its image; marks, broken invariants and
 * final costs must be the same.  Otherwise there is an error, WGCQ_EREQUEST, with a counterexample.
 */
#ifndef PUZZLE_REDUCED_MODEL_H
#define PUZZLE_REDUCED_MODEL_H

#include "model/model.h"

/* It borrows the puzzle; the caller frees it.  WGCQ_EREQUEST: nothing is declared, or it cannot be
   a symmetry. */
int reduced_model_new(wgcq_model **out, const wgcq_puzzle *puzzle, wgcq_error *err);
void reduced_model_free(wgcq_model *reduced);
/* Whether the moves prove the symmetry, so that no orbit is expanded. */
bool reduced_model_is_proved(const wgcq_model *reduced);

/* Proves it for a puzzle, with its initial states: *proved, or not known.  WGCQ_EREQUEST: it does
   not hold, or nothing is declared; the text says why. */
int reduced_model_proves(bool *proved, const wgcq_puzzle *puzzle, wgcq_error *err);

/* Bytes of the tables by which states that stand for orbits are found. */
size_t reduced_model_memory(const wgcq_model *reduced);

/* How many states the orbit has for which this state stands; `worker` is one of the reduced
   model's. */
int reduced_model_orbit_size(uint64_t *out, void *worker, const uint64_t *state, wgcq_error *err);
/* The next step of a plan of the puzzle itself: from `from`, to a state of the orbit for which `to`
   stands, at the same costs (declared ones; NULL: there are none).  Sets *next and *label. */
int reduced_model_follow(uint64_t *next, uint32_t *label, void *worker, const uint64_t *from,
                         const uint64_t *to, const int64_t *costs, wgcq_error *err);

#endif
