/*
 * symmetry_proof.h - proves that maps of states map a puzzle onto itself, without any state.
 *
 * Moves are grounded into actions: a condition, the cells that change, costs.  A map makes another
 * action of each, that which does to the images what the action does to the states.  Where all of
 * these are actions of the puzzle too, and goal, end, rules, invariants and final costs are of an
 * image what they are of the state, the map is a symmetry, of all states that there are.
 *
 * Initial states are not looked at.  That there is no proof says nothing: conditions are compared
 * by normal forms (normal_form.h).
 */
#ifndef PUZZLE_SYMMETRY_SYMMETRY_PROOF_H
#define PUZZLE_SYMMETRY_SYMMETRY_PROOF_H

#include "puzzle/compile/ground.h"
#include "puzzle/symmetry/cell_map.h"

/* A map to be proved: the one of cells, or what it sets, of which `cells` is then made. */
typedef struct declared_map {
    const step *set; /* NULL: `cells` is given */
    cell_map cells;
} declared_map;

typedef struct symmetry_proof {
    bool by_cells; /* each is a map of cells onto cells */
    bool proved;
} symmetry_proof;

/* Borrowed: all but `out`.  `labels` is empty, `memory` is kept by the caller as long as the maps.
   0 or WGCQ_EMEMORY. */
int symmetry_prove(symmetry_proof *out, declared_map *maps, size_t count, const ast *t,
                   interner *labels, strbuf *scratch, arena *memory);

#endif
