/* explain_expr.h - an expression as it is written, and once more with the values that it had. */
#ifndef PUZZLE_INTERP_EXPLAIN_EXPR_H
#define PUZZLE_INTERP_EXPLAIN_EXPR_H

#include "puzzle/interp/eval_expr.h"

/* "at[wolf] == at[goat] != farmer: west == west != east", appended; once where both are the same.
   What cannot be evaluated stays as it is written. */
void explain_expr(strbuf *out, evaluator *v, const expr *e);
/* "family.yaml:24:3" */
void explain_place(strbuf *out, source_span at);

#endif
