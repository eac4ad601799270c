/*
 * spelling.h - states as text, many of them: what was spelled is remembered.
 *
 * `show` is taken apart into pieces, as one element of an array, or one round of a loop over
 * constants.  The interpreter is a function of the cells that it reads, in an order that depends on
 * the cells read before.  So each piece remembers, as a tree of the cells that it read and their
 * values, the text that it came to.  What is not remembered, fails or comes near a limit is left to
 * interp_show, whose text is always that of spelling_show.
 */
#ifndef PUZZLE_INTERP_SPELLING_H
#define PUZZLE_INTERP_SPELLING_H

#include "puzzle/interp/interp.h"

typedef struct spelling spelling;

/* One thread uses it.  Arrays double: it remembers nothing more at half of these bytes.  NULL: no
   memory. */
enum { SPELLING_BYTES_MOST = 1 << 20 };
spelling *spelling_new(const ast *tree);
void spelling_free(spelling *s);
/* As interp_show. */
int spelling_show(spelling *s, interp *in, const uint64_t *state, strbuf *out, wgcq_error *err);

#endif
