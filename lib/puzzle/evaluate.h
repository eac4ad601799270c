/*
 * evaluate.h - the plain evaluator of expressions, for the teller alone.
 *
 * Slots hold the values of names.  Evaluating answers 0 or WGCQ_ERUN (WGCQ_EMEMORY) with *err
 * naming the place; nothing else is said there, since only the teller knows the move and state.
 */
#ifndef PUZZLE_EVALUATE_H
#define PUZZLE_EVALUATE_H

#include "base/fault.h"
#include "puzzle/tree.h"

typedef struct evaluator {
    const tree *of;
    int64_t *slots;
    const uint64_t *state; /* the one that expressions read; may be NULL */
    unsigned depth;
    uint64_t steps; /* taken since evaluate_begin; bounds what hostile defines can cost */
    wgcq_error *err;
} evaluator;

int evaluate(evaluator *v, const expr *e, int64_t *out);

/* Runs over every combination that passes the filters; `body` answers 0 to go on, EVALUATE_ENOUGH
   to stop, or an error. */
enum { EVALUATE_ENOUGH = 1 };
typedef int (*evaluate_body)(void *self);
int evaluate_loop(evaluator *v, const loop *over, evaluate_body body, void *self);

/* The cell of variable[index...]; complains of indices out of range. */
int evaluate_cell(evaluator *v, const variable *of, expr *const *index, place at, size_t *out);
int64_t evaluate_read(const tree *of, const uint64_t *state, size_t cell);
void evaluate_write(const tree *of, uint64_t *state, size_t cell, int64_t value);

/* A run-time mistake at a place. */
int evaluate_fault(evaluator *v, place at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A value by its name: wolf, true, 3, x, "ann, bob". */
void evaluate_spell(text *out, kind of, int64_t value, bool glyph);
/* A type by its name, or as 0..8. */
void evaluate_spell_type(text *out, const type *t);

#endif
