/*
 * transposition.h - values that a puzzle declares `symmetric`, exchanged in a packed state.
 *
 * All permutations of a type's values come from exchanging two that are neighbours in its order, so
 * these are the exchanges there are.  One renames the two wherever a variable holds one of them,
 * and swaps what variables indexed by the type hold for the two.  An enumeration is meant wherever
 * it, or a part of it, is used; a range or `bool` where that very type stands.
 */
#ifndef PUZZLE_TRANSPOSITION_H
#define PUZZLE_TRANSPOSITION_H

#include "base/strbuf.h"
#include "wgcq.h"

typedef struct transposition {
    const struct type *type;
    int64_t one, other;
    strbuf name, one_name, other_name; /* of the type, of the two values */
    struct exchanged_cell *cells;      /* the others stay as they are    */
    size_t count;
} transposition;

typedef struct transpositions {
    transposition *all;
    size_t count;
} transpositions;

/* WGCQ_EREQUEST: nothing is declared symmetric, or a variable has room for one value of two alone.
   To be closed whatever the answer; the puzzle is lent. */
int transpositions_open(transpositions *out, const wgcq_puzzle *puzzle, wgcq_error *err);
void transpositions_close(transpositions *x);

/* Whether the puzzle declares anything symmetric. */
bool transpositions_declared(const wgcq_puzzle *puzzle);

/* Adds the bits of a state that the exchange may change to `mask`. */
void transposition_touches(const transposition *x, uint64_t *mask);
/* The state with the two exchanged; both have the puzzle's words, `out` is not `state`. */
void transpose_state(const transposition *x, const uint64_t *state, unsigned words, uint64_t *out);
/* A move's text with the two names exchanged wherever they stand as words of their own, appended.
 */
void transpose_text(const transposition *x, const char *line, strbuf *out);

#endif
