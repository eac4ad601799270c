/*
 * teller.h - tells a puzzle's journeys one by one, straight from the checked tree.
 *
 * The plain evaluator: slow and obvious on purpose.  It makes the starts, the texts and pictures of
 * states, explains, and checks what the grounded programs (program.h) say: it shares no code with
 * them.
 */
#ifndef PUZZLE_TELLER_H
#define PUZZLE_TELLER_H

#include "puzzle/tree.h"

typedef struct teller teller;

teller *teller_new(const tree *t); /* NULL: no memory.  One thread each. */
void teller_free(teller *by);

/* An expression in a state; `state` may be NULL where it reads none.  0, or WGCQ_ERUN (overflow,
   division by zero, an index out of range, min of nothing) with *err naming place and values. */
int teller_value(int64_t *out, teller *by, const expr *e, const uint64_t *state, wgcq_error *err);
/* The same of one that reads no state, within so many steps of the evaluator. */
int teller_constant(int64_t *out, teller *by, const expr *e, uint64_t steps_most, wgcq_error *err);

/* As the functions of the same names in model.h.  Starts: broken rules leave a start out; that none
   is left is WGCQ_ERUN at tree.start_at, naming the rule that each broke (the first of them). */
int teller_starts(teller *by, batch *out, wgcq_error *err);
/* move numbers: `number` gives the number of a text (interning it). */
typedef int (*teller_number)(void *self, const char *text, size_t length, uint32_t *number);
int teller_tell(teller *by, const uint64_t *state, unsigned wants, batch *out, teller_number number,
                void *self, wgcq_error *err);
int teller_confirm(teller *by, const model_edge *edge, bool *there, batch *scratch,
                   teller_number number, void *self, wgcq_error *err);
int teller_marks(teller *by, const uint64_t *state, uint8_t *marks, wgcq_error *err);
int teller_broken(teller *by, const uint64_t *state, bool *broken, wgcq_error *err);
/* As the functions of the same names in model.h. */
int teller_explain(teller *by, const uint64_t *state, bool itself, model_reason each, void *self,
                   teller_number number, void *numbering, wgcq_error *err);
int teller_show(teller *by, const uint64_t *state, text *out, wgcq_error *err);

#endif
