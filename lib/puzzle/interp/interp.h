/*
 * interp.h - tells a puzzle's journeys one by one, straight from the checked tree.
 *
 * The plain evaluator: slow and obvious on purpose.  It makes the starts, the texts and pictures of
 * states, explains, and checks what the grounded programs (program.h) say: it shares no code with
 * them.
 */
#ifndef PUZZLE_INTERP_INTERP_H
#define PUZZLE_INTERP_INTERP_H

#include "puzzle/ast/ast.h"

typedef struct interp interp;

interp *interp_new(const ast *t); /* NULL: no memory.  One thread each. */
void interp_free(interp *in);

/* An expression in a state; `state` may be NULL where it reads none.  0, or WGCQ_ERUN (overflow,
   division by zero, an index out of range, min of nothing) with *err naming place and values. */
int interp_value(int64_t *out, interp *in, const expr *e, const uint64_t *state, wgcq_error *err);
/* The same of one that reads no state, within so many steps of the evaluator. */
int interp_constant(int64_t *out, interp *in, const expr *e, uint64_t steps_most, wgcq_error *err);

/* As the functions of the same names in model.h.  Starts: broken rules leave a start out; that none
   is left is WGCQ_ERUN at tree.start_at, naming the rule that each broke (the first of them). */
int interp_initial_states(interp *in, batch *out, wgcq_error *err);
/* move numbers: `number` gives the number of a text (interning it). */
typedef int (*interp_intern_label)(void *self, const char *text, size_t length, uint32_t *number);
int interp_successors(interp *in, const uint64_t *state, unsigned wants, batch *out,
                      interp_intern_label intern_label, void *intern_self, wgcq_error *err);
int interp_has_edge(interp *in, const model_edge *edge, bool *found, batch *scratch,
                    interp_intern_label intern_label, void *intern_self, wgcq_error *err);
int interp_classify(interp *in, const uint64_t *state, uint8_t *marks, wgcq_error *err);
int interp_broken_rules(interp *in, const uint64_t *state, bool *broken, wgcq_error *err);
/* As the functions of the same names in model.h. */
int interp_explain(interp *in, const uint64_t *state, bool itself, model_explain_fn each,
                   void *self, interp_intern_label intern_label, void *intern_self,
                   wgcq_error *err);
int interp_show(interp *in, const uint64_t *state, strbuf *out, wgcq_error *err);

#endif
