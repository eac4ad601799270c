/*
 * likeness.h - in which ways two stored solutions are equal.
 *
 * As classes.c has it of many plans in a graph; here of two, which need no graph.
 */
#ifndef ANSWERS_LIKENESS_H
#define ANSWERS_LIKENESS_H

#include "answers/side.h"

typedef enum likely { UNLIKE, ALIKE, NOT_KNOWN } likely;

typedef struct likeness {
    likely same;      /* move by move, state by state                                      */
    likely symmetry;  /* with values exchanged that the puzzle declares `symmetric`        */
    text exchange;    /* ... which: "ann <-> bob"; empty: none is needed                   */
    bool by_states;   /* ... where texts of moves do not say which move becomes which      */
    likely commuting; /* with neighbouring moves made in the other order, again and again,
                         each time a plan that visits no state twice and ends at its first goal */
    likely multiset;  /* by how often each move is made                                    */
    const char *why;  /* what is NOT_KNOWN, is so because; or NULL                         */
} likeness;

/* Free its text. */
int likeness_of(likeness *out, const side *a, const side *b, const wgcq_watch *watch,
                wgcq_error *err);

/* Parts of it, where both sides are told and of one puzzle. */
int likeness_renamed(likeness *out, const side *a, const side *b, const wgcq_watch *watch,
                     wgcq_error *err); /* renaming.c */
int likeness_reordered(likeness *out, const side *a, const side *b, const wgcq_watch *watch,
                       wgcq_error *err); /* reordering.c */

#endif
