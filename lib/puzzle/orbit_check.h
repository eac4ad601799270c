/*
 * orbit_check.h - whether what a puzzle declares symmetric holds in the orbits of states.
 *
 * Every map must take the successors of each element, with their costs, to those of its image, and
 * both must have the same marks, broken invariants and final costs.  Otherwise there is an error,
 * WGCQ_EREQUEST, with a counterexample; and where an expression fails in an element only, the map
 * that makes it is refused.
 */
#ifndef PUZZLE_ORBIT_CHECK_H
#define PUZZLE_ORBIT_CHECK_H

#include "model/model.h"
#include "puzzle/found_orbit.h"

typedef struct orbit_check {
    const wgcq_model *model; /* the puzzle itself, not reduced */
    void *worker;            /* its, borrowed */
    unsigned words, costs;
    found_orbit orbit;
    uint8_t *marks; /* [elements + 1] */
    size_t mark_room;
    bool *broken[2];
    /* The expansion of the orbit. */
    batch successors;
    size_t *rows; /* [elements + 1] where the successors of each begin */
    size_t row_room;
    lookup expected; /* successors of one element, with their costs */
    size_t *counts;  /* [expected + 1] how often each is to be met */
    size_t count_room;
    uint64_t *row, *image; /* room for one, and its costs */
    int64_t *final;        /* room for the costs of one */
} orbit_check;

/* To be closed in any case; the puzzle and the worker of its model are borrowed. */
int orbit_check_open(orbit_check *c, const wgcq_puzzle *puzzle, void *worker, wgcq_error *err);
void orbit_check_close(orbit_check *c);

/* Each checks so many states, one behind the other, with their orbits. */
int orbit_check_successors(orbit_check *c, const uint64_t *states, size_t count, wgcq_error *err);
int orbit_check_marks(orbit_check *c, const uint64_t *states, size_t count, uint8_t *marks,
                      wgcq_error *err);
int orbit_check_final_costs(orbit_check *c, const uint64_t *states, size_t count, int64_t *costs,
                            wgcq_error *err);
/* All of one state that a search would check; end states are not expanded. */
int orbit_check_state(orbit_check *c, const uint64_t *state, wgcq_error *err);

#endif
