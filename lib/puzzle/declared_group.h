/*
 * declared_group.h - the group that `symmetric` declares: whether it is proved, and its orbits.
 *
 * Constant once made, and shared by threads.
 */
#ifndef PUZZLE_DECLARED_GROUP_H
#define PUZZLE_DECLARED_GROUP_H

#include "puzzle/state_map.h"
#include "puzzle/symmetry/orbit_form.h"

typedef struct declared_group {
    /* Every map is a symmetry of the puzzle's moves, goal, end, rules, invariants and costs, in all
       states; of the initial states it is not known. */
    bool proved;
    orbit_form *form; /* NULL: its orbits have to be searched */
} declared_group;

/* Opens the group of maps that were opened; to be closed in any case. */
int declared_group_open(declared_group *out, const wgcq_puzzle *puzzle, const state_maps *maps,
                        wgcq_error *err);
void declared_group_close(declared_group *g);

#endif
