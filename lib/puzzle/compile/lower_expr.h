/*
 * lower_expr.h - lowers expressions to nodes over the source state.
 *
 *   lower_expr.c           expressions
 *   expand_quantifiers.c   domains: aggregates here, choices for ground.c
 *   remembered.c           calls and aggregates that were lowered before
 *   abstract_state.c       the symbolic values of cells, with undo
 *
 * An expression is lowered to a value and to the condition under which evaluating it is undefined
 * (overflow, division by zero, an index out of range, the least of nothing).  Evaluation is lazy:
 * `a and b` is undefined where a is, or where a holds and b is.  Where `undefined` holds, the value
 * means nothing.
 */
#ifndef PUZZLE_COMPILE_LOWER_EXPR_H
#define PUZZLE_COMPILE_LOWER_EXPR_H

#include "puzzle/ast/ast.h"
#include "puzzle/compile/packing.h"
#include "puzzle/dag/dag.h"

typedef struct lowered {
    ref value, undefined;
} lowered;

/* Facts that guards imply of a cell's field in the source state. */
typedef struct field_facts {
    bool fixed;    /* it has these bits                           */
    bool apart;    /* it is an element without its single value   */
    uint64_t bits; /* if fixed                                    */
} field_facts;

typedef struct undo_entry { /* a cell as it was */
    size_t cell;
    ref value;
    field_facts facts;
    size_t assumed; /* dag.assumed_count */
    uint64_t version;
} undo_entry;

/* A write of the element of an array that `index` names, where `when` holds.  The array is what it
   was before, but for that element. */
typedef struct array_store {
    const state_variable *variable;
    ref index, when, value;
    uint32_t before; /* the store before it, by its number + 1; 0: there is none */
} array_store;

/* A look-up table made for a type (positions of scattered values by value - low; -1: none) or a
   constant (1 where an element is missing). */
typedef struct derived_table {
    const void *owner; /* the type or the constant */
    size_t table;
} derived_table;

typedef struct lowering {
    dag *dag;
    const ast *tree;
    const packing *packing;
    arena *memory;
    ref *source;        /* [cells] the value in the source state                        */
    ref *cell;          /* [cells] the value after the steps so far, but for stores; then
                           [costs] sums, [singles], and [cells] of an array's first cell its last
                           store + 1 */
    ref *bits;          /* [cells] the field in the source state                        */
    ref *apart;         /* [cells] the value that it stands for; see packing_value      */
    ref *place;         /* [singles] the place in the source state                      */
    field_facts *facts; /* [cells], [costs] unused, [singles] of their places, [cells] unused */
    size_t store_count, store_room;
    array_store *stores;
    ref *slot;   /* [slots] the value bound                                      */
    bool *bound; /* [slots] of choose and let: bound by a step so far            */
    size_t undo_count, undo_room;
    undo_entry *undo;
    uint64_t version;  /* numbers the cells and facts as they are now */
    uint64_t versions; /* the last number given; a rollback goes back to an earlier version */
    bool remembers;    /* results may be used again: each change of cells or facts has a version */
    struct remembered *remembered;
    size_t derived_count, derived_room;
    derived_table *derived;
    /* Cells in word w, ascending: in_word[word_starts[w]] .. in_word[word_starts[w + 1] - 1]. */
    uint32_t *word_starts, *in_word;
    size_t memory_most;     /* bytes of `memory`                                 */
    size_t work, work_most; /* expressions lowered, values expanded              */
    bool over_limit;        /* one of them is exceeded: results mean nothing     */
    unsigned depth;
    struct lowering *before; /* of two states the one before the move: see lowering_two_states  */
    bool ignore_guards; /* `facts` are not used: rules (dag_assume) are about nodes without them */
} lowering;

void lowering_start(lowering *s, dag *d, const packing *p, arena *memory);
/* From here on `old` is of a state whose words come behind those of this one: of a plain packing.
 */
void lowering_two_states(lowering *s);
/* Counts a step of work; false: over a limit. */
static inline bool lowering_continue(lowering *s)
{
    if (++s->work > s->work_most || s->memory->total > s->memory_most || s->dag->full)
        s->over_limit = true;
    return !s->over_limit;
}

/* ---- lower_expr.c ---- */
lowered lower_expr(lowering *s, const expr *e);
/* The position of a value in a type's order; undefined where the type does not have it. */
lowered lower_position(lowering *s, const type *t, ref value);
/* The row-major offset of an element of an array or table. */
lowered lower_index(lowering *s, const type *const *types, expr *const *args, size_t count);

/* ---- expand_quantifiers.c ---- */

/* Called for each combination with its slots set; `passes`: it exists and passes the filters. */
typedef void expand_visit(lowering *s, void *self, ref passes);

/* A condition and the stage of a choice in which it is evaluated: see early_guards.c. */
typedef struct early_guard {
    const expr *holds;
    int stage;
} early_guard;

typedef struct early_guards {
    bool made;
    size_t count, room;
    early_guard *all;
    size_t ahead;  /* the step that refuses before this set is made, or 0: guard_ahead_of */
    bool failed;   /* one may fail, with the values of ... */
    int failed_in; /* ... that stage */
} early_guards;

/* Whether a condition of the stage, with the names bound now, refuses what follows from them. */
bool early_guards_refuse(lowering *s, early_guards *e, int stage);

typedef struct quantifier_expansion {
    const loop *loop;
    expand_visit *visit;
    void *self;
    early_guards *early; /* NULL: none */
    ref alive;           /* no earlier combination has ended the loop */
    ref undefined;       /* a domain or a filter is undefined         */
} quantifier_expansion;

void expand_quantifier(lowering *s, quantifier_expansion *u);
lowered expand_aggregate(lowering *s, const expr *e);

/* ---- remembered.c ---- */
/* The expression as `anew` lowers it, or did when all that it reads was the same. */
lowered lower_remembered(lowering *s, const expr *e, lowered (*anew)(lowering *, const expr *));

/* ---- abstract_state.c ---- */
/* Cells and facts are others from here on. */
static inline void abstract_new_version(lowering *s)
{
    s->version = ++s->versions;
}
ref abstract_read(lowering *s, size_t cell);
ref abstract_read_at(lowering *s, const state_variable *v, ref index);
void abstract_write(lowering *s, size_t cell, ref value);
/* The cell is not written, but for stores. */
void abstract_unwrite(lowering *s, size_t cell);
/* Writes the element that an index names, where `when` holds; an index outside names none. */
void abstract_store(lowering *s, const state_variable *v, ref index, ref when, ref value);
/* The last store to the array, by its number + 1; 0: there is none. */
uint32_t abstract_last_store(const lowering *s, const state_variable *v);
/* Whether an entry of `undo` is of an array's last store; then the array. */
bool abstract_is_store_entry(const lowering *s, const undo_entry *u, const state_variable **out);
/* The elements that an index can name by its bounds: from..to-1. */
void abstract_named_elements(const lowering *s, const state_variable *v, ref index, size_t *from,
                             size_t *to);
/* The number of the variable's array in the DAG. */
size_t abstract_array(lowering *s, const state_variable *v);
/* A guard has passed: it is a fact (dag_assume), and the cells of the source state whose value it
   implies are fixed. */
void abstract_assume(lowering *s, ref holds);
/* The cell whose field a BITS node reads; false: the node reads none. */
bool abstract_cell_of_bits(const lowering *s, ref bits, size_t *out);
/* The number of the single whose place a node reads; false: it reads none. */
bool abstract_single_of_place(const lowering *s, ref bits, size_t *out);
/* Facts that guards imply of the source state: the place of a single, that a cell is elsewhere, a
   cell's field.  False: none. */
bool abstract_known_place(const lowering *s, size_t number, size_t *cell);
bool abstract_known_apart(const lowering *s, size_t cell);
bool abstract_known_bits(const lowering *s, size_t cell, uint64_t *bits);
/* Whether the cell is known to have that value in the source state. */
bool abstract_had(const lowering *s, size_t cell, ref value);
/* Rolls writes and facts back to a mark. */
size_t abstract_mark(const lowering *s);
void abstract_rollback(lowering *s, size_t mark);

#endif
