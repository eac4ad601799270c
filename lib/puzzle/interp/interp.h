/*
 * interp.h - the reference interpreter: evaluates the checked AST directly.
 *
 * Obvious on purpose, and slow.  It makes the initial states and the texts of states, explains
 * rejections, and is what the compiled program (vm/program.h) is checked against: the two share
 * nothing but the AST.
 */
#ifndef PUZZLE_INTERP_INTERP_H
#define PUZZLE_INTERP_INTERP_H

#include "puzzle/ast/ast.h"

typedef struct interp interp;

interp *interp_new(const ast *t); /* NULL: no memory.  Borrows the AST; for one thread. */
void interp_free(interp *in);
/* Its choices run one combination after the other, without lists of those that can pass
   (choice_list.h): slower, and the same.  For tests. */
void interp_list_no_choices(interp *in);

/* Evaluates an expression in a state; NULL where it reads none.  0, WGCQ_EMEMORY, or WGCQ_ERUN
   (overflow, division by zero, an index out of range, min of nothing) with *err naming the place
   and the values; *out is set on success alone. */
int interp_value(int64_t *out, interp *in, const expr *e, const uint64_t *state, wgcq_error *err);
/* Likewise for an expression that reads no state, within `steps_most` evaluator steps. */
int interp_constant(int64_t *out, interp *in, const expr *e, uint64_t steps_most, wgcq_error *err);

/* The initial states, appended to *out: each once, none that breaks a rule.  WGCQ_ERUN at
   ast.start_at where none is left, naming the first rule that each broke. */
int interp_initial_states(interp *in, batch *out, wgcq_error *err);
/* Hands the starts over: each once, in this order.  A mapping's, of which there can be 50,000,000,
   come MODEL_BATCH at a time, so that they take no memory. */
typedef int (*interp_take_starts)(void *self, const batch *starts);
int interp_hand_over_starts(interp *in, interp_take_starts take, void *self, wgcq_error *err);
/* Interns a move's label: its number.  0, or not 0 where memory runs out. */
typedef int (*interp_intern_label)(void *self, const char *text, size_t length, uint32_t *number);
/* As model_reference.expand: all successors and rejections, in the order of the moves. */
int interp_successors(interp *in, const uint64_t *state, unsigned wants, batch *out,
                      interp_intern_label intern_label, void *intern_self, wgcq_error *err);
/* Likewise by one move alone. */
int interp_move_successors(interp *in, size_t number, const uint64_t *state, unsigned wants,
                           batch *out, interp_intern_label intern_label, void *intern_self,
                           wgcq_error *err);
/* As has_edge, classify, broken_invariants, explain_invariants,
   broken_rules, explain and show in model.h. */
int interp_has_edge(interp *in, const model_edge *edge, bool *found, batch *scratch,
                    interp_intern_label intern_label, void *intern_self, wgcq_error *err);
int interp_classify(interp *in, const uint64_t *state, uint8_t *marks, wgcq_error *err);
int interp_explain_invariants(interp *in, const uint64_t *state, model_explain_fn each, void *self,
                              wgcq_error *err);
int interp_broken_invariants(interp *in, const uint64_t *state, bool *broken, wgcq_error *err);
/* Called for each property and each combination of its names, in order, with its own name. */
typedef int (*interp_each_property)(void *self, const property *p, const char *name);
int interp_name_properties(interp *in, interp_each_property each, void *self, wgcq_error *err);
/* As property_truths in model.h. */
int interp_property_truths(interp *in, const uint64_t *before, const uint64_t *state,
                           uint8_t *truths, wgcq_error *err);
/* As final_costs in model.h, of one state. */
int interp_final_costs(interp *in, const uint64_t *state, int64_t *out, wgcq_error *err);
int interp_broken_rules(interp *in, const uint64_t *state, bool *broken, wgcq_error *err);
int interp_explain(interp *in, const uint64_t *state, bool itself, model_explain_fn each,
                   void *self, interp_intern_label intern_label, void *intern_self,
                   wgcq_error *err);
/* The state that a `set` step makes of a state, even if it breaks rules. */
int interp_set(interp *in, const step *set, const uint64_t *state, uint64_t *out, wgcq_error *err);
int interp_show(interp *in, const uint64_t *state, strbuf *out, wgcq_error *err);

#endif
