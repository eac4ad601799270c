/* explain_expr.h - an expression as written, then with the values of its operands. */
#ifndef PUZZLE_INTERP_EXPLAIN_EXPR_H
#define PUZZLE_INTERP_EXPLAIN_EXPR_H

#include "puzzle/interp/eval_expr.h"

/* Appends "at[wolf] == at[goat] != farmer: west == west != east"; only one half where both are the
   same.  An operand that cannot be evaluated stays as written.  The first all or any that is
   decided by one combination of names is followed by it: " (p = bob: at[p] == 3: 1 == 3)". */
void explain_expr(strbuf *out, evaluator *v, const expr *e);
/* Appends what is written there, on one line. */
void explain_source(strbuf *out, source_span at);
/* Appends "family.yaml:24:3". */
void explain_place(strbuf *out, source_span at);

#endif
