/*
 * reduced_model.h - a puzzle as a model of which one state stands for each orbit.
 *
 * The group is the one that `symmetric` declares (declared_group.h).  An edge leads from such a
 * state to those that stand for its successors: one edge for each of these, also where several are
 * of one orbit and have the same label.
 *
 * Nothing is believed.  Where the group is not proved by the moves, with a state its whole orbit is
 * expanded, and every generator must map the successors of each element, with their costs, to those
 * of its image; marks, broken invariants and final costs must be the same.  Otherwise there is an
 * error, WGCQ_EREQUEST, with a counterexample.
 *
 * Initial states need not be mapped to initial states.  From each element of an orbit as many paths
 * lead through the same orbits, so that lengths, costs and numbers of plans are those of any start
 * in it; how many of the elements are reachable is known only where all of the first are starts.
 */
#ifndef PUZZLE_REDUCED_MODEL_H
#define PUZZLE_REDUCED_MODEL_H

#include "base/containers/lookup.h"
#include "model/model.h"

/* It borrows the puzzle; the caller frees it.  WGCQ_EREQUEST: nothing is declared, or it cannot be
   a symmetry. */
int reduced_model_new(wgcq_model **out, const wgcq_puzzle *puzzle, wgcq_error *err);
void reduced_model_free(wgcq_model *reduced);
/* Whether the moves prove the symmetry, so that no orbit is expanded. */
bool reduced_model_is_proved(const wgcq_model *reduced);

/* Whether what was declared holds in each of so many states, one behind the other: where the moves
   do not prove it, in their whole orbits, of which an earlier call saw none.  `worker` is one of
   the reduced model's.  WGCQ_EREQUEST: it does not. */
int reduced_model_hold(void *worker, const uint64_t *states, size_t count, wgcq_error *err);

/* The initial states of the puzzle, by their orbits. */
typedef struct reduced_starts {
    lookup orbits;   /* the states that stand for them */
    uint64_t *first; /* [orbits + 1][words] the first start in each */
    uint64_t *count; /* [orbits + 1] starts in each */
    uint64_t total;  /* starts */
    bool closed;     /* they are all states of these orbits */
    size_t first_room, count_room;
} reduced_starts;

/* `worker` is one of the reduced model's; `limit` may be NULL.  To be freed in any case. */
int reduced_model_starts(reduced_starts *out, void *worker, budget *limit, wgcq_error *err);
void reduced_starts_free(reduced_starts *s);

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
