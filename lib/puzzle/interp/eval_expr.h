/*
 * eval_expr.h - the interpreter's evaluator of expressions.
 *
 *   eval_expr.c      expressions, one case for each form
 *   domain_iter.c    the domains of quantifiers and choices
 *   state_access.c   elements of arrays and tables, and their bits in a packed state
 *   format_value.c   values, types and errors as text
 *
 * Slots hold the values of bound names.  Evaluating returns 0, WGCQ_ERUN with *err naming the place
 * and the values, or WGCQ_EMEMORY; the interpreter (interp_end) adds the move and the state.
 */
#ifndef PUZZLE_INTERP_EVAL_EXPR_H
#define PUZZLE_INTERP_EVAL_EXPR_H

#include <assert.h>

#include "base/budget.h"
#include "base/error.h"
#include "puzzle/ast/ast.h"

/* The cells that an evaluation reads, in this order, each once. */
enum { CELL_READS_MOST = 12 };
typedef struct cell_reads {
    uint32_t cell[CELL_READS_MOST];
    unsigned count;
    bool overflows; /* there were more */
} cell_reads;

typedef struct evaluator {
    const ast *tree;
    int64_t *slots;
    const uint64_t *state;      /* that expressions read; NULL where they read none        */
    const uint64_t *before;     /* that `old` reads; NULL: there is none                   */
    const bool *assigned;       /* [cells] which have a value; NULL: all of them           */
    unsigned depth;             /* of nesting; at most EVAL_DEPTH_MOST                     */
    uint64_t steps, steps_most; /* taken, and the limit, which bounds what defines can cost */
    unsigned steps_unchecked;   /* since the budget was last checked                      */
    cell_reads *reads;          /* NULL: they are not listed                              */
    budget *budget;             /* memory and cancellation; NULL: no limit                */
    struct cover *cover;        /* what is evaluated is counted (cover.h); NULL: nothing is */
    int64_t *pending;           /* evaluated arguments that are not bound yet             */
    size_t pending_count, pending_room;
    wgcq_error *err; /* never NULL */
} evaluator;

/* A unit stands for at most 256 bytes of stack in an optimized build. */
enum { EVAL_DEPTH_MOST = 1000 };
/* 0, or WGCQ_ERUN where this nests too deep.  Each that succeeds is paired with eval_leave. */
int eval_enter(evaluator *v, source_span at, unsigned units);
static inline void eval_leave(evaluator *v, unsigned units)
{
    assert(v->depth >= units);
    v->depth -= units;
}
/* Counts a step: 0, WGCQ_ERUN where there are too many, WGCQ_EMEMORY where the budget ends. */
int eval_step(evaluator *v, source_span at);

enum { STEPS_A_CHECK = 1 << 14 }; /* of the budget: less than a millisecond apart */

int eval_form(evaluator *v, const expr *e, int64_t *out);
/* Most expressions are values and names: without a call, unless a limit is reached. */
static inline int eval_expr(evaluator *v, const expr *e, int64_t *out)
{
    if (e->form > EXPR_LOCAL || v->steps >= v->steps_most || v->depth >= EVAL_DEPTH_MOST ||
        v->steps_unchecked + 1 >= STEPS_A_CHECK)
        return eval_form(v, e, out);
    v->steps++;
    v->steps_unchecked++;
    *out = e->form == EXPR_VALUE ? e->value : v->slots[e->slot];
    return 0;
}

/* Calls `body` for every combination that passes the filters.  It returns 0 to continue, or
   EVAL_STOP or an error, which ends the loop and is returned. */
enum { EVAL_STOP = 1 };
typedef int (*eval_body)(void *self);
int eval_loop(evaluator *v, const loop *over, eval_body body, void *self);
/* As eval_visit; `filtered` is called where the filter of binding number `binding` does not hold.
 */
typedef int (*eval_filtered)(void *self, size_t binding);
int eval_loop_filtered(evaluator *v, const loop *over, eval_body body, eval_filtered filtered,
                       void *self);

/* The row-major offset of name[index...] in an array over `count` index types; WGCQ_ERUN where an
   index is no value of its type. */
int eval_position(size_t *out, evaluator *v, const char *name, const type *const *types,
                  expr *const *index, size_t count);
/* A cell of a packed state.  A value that is written must fit the cell. */
int64_t eval_read(const ast *t, const uint64_t *state, size_t cell);
/* Likewise, and the read is listed. */
int64_t eval_read_listed(evaluator *v, const uint64_t *state, size_t cell);
void eval_write(const ast *t, uint64_t *state, size_t cell, int64_t value);

/* Sets *v->err, unless it is set, and returns WGCQ_ERUN.  A place outside of the puzzle's own text
   (in a --set) gives no line.  The text is cut to one line of whole characters. */
int eval_error(evaluator *v, source_span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Appends to an error's text. */
void eval_error_add(wgcq_error *err, const char *words);
/* Appends a value by its name or its glyph: wolf, true, 3, x, "ann, bob". */
void eval_format_value(strbuf *out, kind k, int64_t value, bool glyph);
/* Appends a list or set of a state: [wolf, goat]. */
void eval_format_list(strbuf *out, const ast *t, const state_list *l, const uint64_t *state,
                      bool glyph);
/* Appends a type by its name, else as "0..8", "the values 1, 2, 5" or "list(3) of animal". */
void eval_format_type(strbuf *out, const type *t);

#endif
