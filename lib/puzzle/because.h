/* because.h - an expression as it is written, and once more with the values that it had. */
#ifndef PUZZLE_BECAUSE_H
#define PUZZLE_BECAUSE_H

#include "puzzle/evaluate.h"

/* "at[wolf] == at[goat] != farmer: west == west != east", appended; once where both are the same.
   What cannot be evaluated stays as it is written. */
void because_put(text *out, evaluator *v, const expr *e);
/* "family.yaml:24:3" */
void because_place(text *out, place at);

#endif
