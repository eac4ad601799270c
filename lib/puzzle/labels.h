/*
 * labels.h - the moves of a puzzle as they are written, and which texts they can have.
 *
 * The text of a move that depends on choices alone is numbered when the puzzle is grounded
 * (texts.h).  One that depends on the state is known only by its form: the plain stretches of it.
 */
#ifndef PUZZLE_LABELS_H
#define PUZZLE_LABELS_H

#include "wgcq.h"

size_t labels_count(const wgcq_puzzle *puzzle);
/* "take {c}" */
const char *labels_template(const wgcq_puzzle *puzzle, size_t number);
/* Whether a text has the form of the move's, with anything in the place of the braces. */
bool labels_fit(const wgcq_puzzle *puzzle, size_t number, const char *text);
/* Whether its texts depend on the state, so that none of them may be numbered. */
bool labels_vary(const wgcq_puzzle *puzzle, size_t number);
/* A text with "?" for what was not chosen yet, against a whole one. */
bool labels_agree(const char *open, const char *text);

#endif
