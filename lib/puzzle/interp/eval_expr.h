/*
 * eval_expr.h - the plain evaluator, for the teller alone.
 *
 *   evaluate.c   expressions, one case a form
 *   domain.c     what names run over, value by value
 *   cells.c      elements of arrays and tables, and their bits in a packed state
 *   spell.c      values and mistakes in words
 *
 * Slots hold the values of names.  Evaluating answers 0, WGCQ_ERUN with *err naming the place and
 * the values, or WGCQ_EMEMORY; the move and the state are for the teller to add.
 */
#ifndef PUZZLE_INTERP_EVAL_EXPR_H
#define PUZZLE_INTERP_EVAL_EXPR_H

#include "base/budget.h"
#include "base/error.h"
#include "puzzle/ast/ast.h"

typedef struct evaluator {
    const ast *tree;
    int64_t *slots;
    const uint64_t *state; /* the one that expressions read; may be NULL where they read none */
    const bool *assigned;  /* [cells] which have a value already; NULL: all of them           */
    unsigned depth;        /* how deep evaluating nests, in units of EVAL_DEPTH_MOST      */
    uint64_t steps, steps_most; /* taken, and how many may be: what hostile defines can cost */
    unsigned steps_unchecked; /* steps since the budget was asked                                */
    budget *budget;           /* of the work that this is a part of; NULL: anything              */
    int64_t *pending;         /* arguments that are evaluated and not bound yet                  */
    size_t pending_count, pending_room;
    wgcq_error *err; /* never NULL */
} evaluator;

/* A unit takes 256 bytes of stack at most where the compiler optimizes. */
enum { EVAL_DEPTH_MOST = 1000 };
/* Answers 0, or the mistake of nesting too deep; what went in must come out. */
int eval_enter(evaluator *v, source_span at, unsigned units);
static inline void eval_leave(evaluator *v, unsigned units)
{
    v->depth -= units;
}
/* One more step; 0, or the mistake of taking too many, or WGCQ_EMEMORY where the budget ends it. */
int eval_step(evaluator *v, source_span at);

int eval_expr(evaluator *v, const expr *e, int64_t *out);

/* Runs over every combination that passes the filters; `body` answers 0 to go on, EVAL_ENOUGH
   to stop (which is then the answer), or an error. */
enum { EVAL_STOP = 1 };
typedef int (*eval_body)(void *self);
int eval_loop(evaluator *v, const loop *over, eval_body body, void *self);
/* The same; `filtered` is called where the filter of a binding, by its place, does not hold. */
typedef int (*eval_filtered)(void *self, size_t binding);
int eval_loop_filtered(evaluator *v, const loop *over, eval_body body, eval_filtered filtered,
                       void *self);

/* The number of the element name[index...] within an array over these types, row by row; an index
   that is none of its type's values is a mistake. */
int eval_position(size_t *out, evaluator *v, const char *name, const type *const *types,
                  expr *const *index, size_t count);
int64_t eval_read(const ast *of, const uint64_t *state, size_t cell);
void eval_write(const ast *of, uint64_t *state, size_t cell, int64_t value);

/* A mistake at a place; one of another text than the puzzle's (a --set) has no line.  The text is
   kept as one line of whole characters. */
int eval_error(evaluator *v, source_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* More words behind a mistake. */
void eval_error_add(wgcq_error *err, const char *words);
/* A value by its name or its glyph: wolf, true, 3, x, "ann, bob". */
void eval_format_value(strbuf *out, kind of, int64_t value, bool glyph);
/* A type by its name, else as "0..8" or "the values 1, 2, 5". */
void eval_format_type(strbuf *out, const type *t);

#endif
