/*
 * labels.h - the labels of a puzzle's moves as they are written, and the texts they can have.
 *
 * A label that depends on choices alone is interned when the puzzle is grounded.  Of a label that
 * depends on the state only its template is available: the plain text around the braces.
 */
#ifndef PUZZLE_LABELS_H
#define PUZZLE_LABELS_H

#include "wgcq_base.h"

size_t labels_count(const wgcq_puzzle *puzzle);
/* "take {c}"; borrowed from the puzzle, as all strings here */
const char *labels_template(const wgcq_puzzle *puzzle, size_t number);
/* Whether a text matches the move's template, with values of its kind in place of each brace. */
bool labels_fit(const wgcq_puzzle *puzzle, size_t number, const char *text);
/* Whether its label depends on the state, so that not every text of it is interned. */
bool labels_vary(const wgcq_puzzle *puzzle, size_t number);
/* Whether a text matches `open`, which has "?" for what was not chosen yet. */
bool labels_agree(const char *open, const char *text);

#endif
