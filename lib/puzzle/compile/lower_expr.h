/*
 * lower_expr.h - what expressions of a puzzle mean, as nodes over the state that a move leaves.
 *
 *   symbolic.c   expressions
 *   unfold.c     whatever runs over a domain: aggregates here, choices for ground.c
 *   assume.c     what cells hold: reading them, changing them, going back
 *
 * A meaning is a value, and whether evaluating it fails (overflow, division by zero, an index out
 * of range, the least of nothing).  What is not looked at cannot fail: `a and b` fails where a
 * does, or where a holds and b fails.  Where `fails` holds, the value is of no account.
 */
#ifndef PUZZLE_COMPILE_LOWER_EXPR_H
#define PUZZLE_COMPILE_LOWER_EXPR_H

#include "puzzle/ast/ast.h"
#include "puzzle/compile/dag.h"

typedef struct lowered {
    ref value, undefined;
} lowered;

typedef struct undo_entry { /* a cell as it was */
    size_t cell;
    ref value;
    bool fixed;
    int64_t fixed_value;
} undo_entry;

/* A table made of something else: positions in a scattered type, by value - low (-1: none); whether
   elements of a constant are missing. */
typedef struct derived_table {
    const void *of; /* the type; the constant */
    size_t table;
} derived_table;

typedef struct lowering {
    dag *dag;
    const ast *tree;
    arena *memory;
    ref *source; /* per cell: its value in the state that is left       */
    ref *cell;   /* its value at this point of the journey; behind the cells, what each declared
                    cost has come to */
    bool *fixed; /* guards passed say what it is in the state left ...  */
    int64_t *fixed_value; /* ... this                                         */
    ref *slot;
    bool *bound; /* per slot, of choose and let: chosen by now */
    size_t undo_count, undo_room;
    undo_entry *undo;
    size_t derived_count, derived_room;
    derived_table *derived;
    /* The cells that have bits in word w: in_word[word_starts[w]] to those of the next, ascending.
     */
    uint32_t *word_starts, *in_word;
    size_t memory_most;     /* bytes of `memory`; beyond them, or ...                          */
    size_t work, work_most; /* ... so many nodes of the tree visited, too_much is set ...      */
    bool over_limit;        /* ... and what comes out is of no account                         */
    unsigned depth;
    bool
        ignore_guards; /* what guards say of cells is left aside: facts are of the state as it is */
} lowering;

void lowering_start(lowering *s, dag *d, const ast *t, arena *memory);
/* Counts a step of work; false: too much. */
bool lowering_continue(lowering *s);

/* ---- symbolic.c ---- */
lowered lower_expr(lowering *s, const expr *e);
/* The position of a value in a type's order; fails where it is none of the type's. */
lowered lower_position(lowering *s, const type *t, ref value);
/* The place of an element in an array or table, row by row. */
lowered lower_index(lowering *s, const type *const *types, expr *const *args, size_t count);

/* ---- unfold.c ---- */

/* Called for each combination, its names' slots set; `passes`: it exists and passes the filters. */
typedef void expand_visit(lowering *s, void *self, ref passes);

typedef struct quantifier_expansion {
    const loop *loop;
    expand_visit *visit;
    void *self;
    ref alive;     /* the loop has not been left yet: what comes after is not looked at */
    ref undefined; /* evaluating domains and filters fails                              */
} quantifier_expansion;

void expand_quantifier(lowering *s, quantifier_expansion *u);
lowered expand_aggregate(lowering *s, const expr *e);

/* ---- assume.c ---- */
ref abstract_read(lowering *s, size_t cell);
ref abstract_read_at(lowering *s, const state_variable *v, ref index);
void abstract_write(lowering *s, size_t cell, ref value);
/* A guard has passed: what it says of cells of the state that is left. */
void abstract_assume(lowering *s, ref holds);
/* The cell whose bits the node reads. */
bool abstract_cell_of_bits(const lowering *s, ref bits, size_t *out);
/* Is the cell as the state that is left has it? */
bool abstract_is_unchanged(const lowering *s, size_t cell);
size_t abstract_mark(const lowering *s);
void abstract_rollback(lowering *s, size_t mark);

#endif
