/*
 * named_form.h - the state that stands for its orbit where names are interchangeable.
 *
 * Names are told apart by what a state says of them, then by what it says of them and of names that
 * are told apart, and so on (colour refinement).  Where some are alike in the end, one of them is
 * set apart, each in turn, and the rest follows: a search tree, whose leaves give every name
 * another place.  The least of the leaves' states stands for the orbit.  Of names that lead to the
 * same states one is a branch: of those that can be exchanged without changing the state, and of
 * those that an automorphism maps to each other, which is guessed from what set them apart (as in
 * McKay and Piperno, Practical graph isomorphism II, 2014).
 *
 * The tree is the same for all states of an orbit but for the names, so the form is, too; and how
 * many of the leaves have it is the number of automorphisms.
 */
#ifndef PUZZLE_SYMMETRY_NAMED_FORM_H
#define PUZZLE_SYMMETRY_NAMED_FORM_H

#include "puzzle/symmetry/name_mentions.h"

typedef struct naming_room naming_room; /* a thread's */

/* Room for as many names, cells and words as a part has.  NULL: no memory. */
naming_room *naming_room_new(size_t names, size_t cells, size_t words);
void naming_room_free(naming_room *r);

/* Replaces the part of the state; returns how many ways to give the names make that of it. */
naming_count named_form_find(const name_mentions *n, naming_room *r, uint64_t *state);

#endif
