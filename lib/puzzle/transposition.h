/*
 * transposition.h - exchanges two values of a type declared `symmetric` in states and labels.
 *
 * Adjacent transpositions generate all permutations of a type's values.  One renames the two values
 * wherever a variable holds one of them, and swaps the elements that they index.  It applies to an
 * enumeration and its parts wherever they are used; to a range or `bool` where that very type is.
 */
#ifndef PUZZLE_TRANSPOSITION_H
#define PUZZLE_TRANSPOSITION_H

#include "base/strbuf.h"
#include "wgcq.h"

typedef struct transposition {
    const struct type *type;
    int64_t first, second;
    strbuf name, first_name, second_name; /* of the type, of the two values */
    struct exchanged_cell *cells;         /* that it may change             */
    size_t count;
} transposition;

typedef struct transpositions {
    transposition *all;
    size_t count;
} transpositions;

/* All adjacent transpositions.  WGCQ_EREQUEST: nothing is declared symmetric, or a variable admits
   only one value of two.  To be closed in any case; the puzzle is borrowed. */
int transpositions_open(transpositions *out, const wgcq_puzzle *puzzle, wgcq_error *err);
void transpositions_close(transpositions *x);

/* Whether the puzzle declares anything symmetric. */
bool transpositions_declared(const wgcq_puzzle *puzzle);

/* Sets the bits of a state that the exchange may change in `mask`. */
void transposition_touches(const transposition *x, uint64_t *mask);
/* The state with the two exchanged; both have the puzzle's words, and `out` is not `state`. */
void transpose_state(const transposition *x, const uint64_t *state, unsigned words, uint64_t *out);
/* Appends a move's text with the two names exchanged wherever they are words of their own. */
void transpose_text(const transposition *x, const char *line, strbuf *out);

#endif
