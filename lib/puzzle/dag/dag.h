/*
 * dag.h - values as functions of the source state: a hash-consed graph of operations.
 *
 * Operations are total: arithmetic wraps, an index out of range reads 0.  Whether the puzzle's
 * operation is undefined there is a truth value and a node of its own (lower_expr.h), so that
 * short-circuit evaluation is plain logic.  Making a node folds constants, and uses bounds and
 * facts.
 *
 * An operand has a smaller ref than its user.  dag.c holds the nodes, simplify.c the
 * operations, image.c makes one again on other operands.
 */
#ifndef PUZZLE_DAG_DAG_H
#define PUZZLE_DAG_DAG_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t ref; /* a node */

enum { REF_FALSE = 0, REF_TRUE = 1 }; /* the constants 0 and 1; see also dag_constant */

typedef enum dag_op {
    DAG_CONSTANT, /* imm                                                         */
    DAG_WORD,     /* word number imm of the packed state                         */
    DAG_BITS,     /* a >> shift & ones(width): a field of a word; see dag_bits   */
    DAG_CELL_AT,  /* the field of cell number a of array imm, of the source state */
    DAG_LOOKUP,   /* row a of table imm                                          */
    DAG_ADD,
    DAG_SUBTRACT,
    DAG_MULTIPLY,
    DAG_DIVIDE, /* rounds down; by 0: 0 */
    DAG_MODULO,
    DAG_MIN,
    DAG_MAX,
    DAG_ABS,
    DAG_ADD_OVERFLOWS, /* whether the sum overflows; and so on */
    DAG_SUBTRACT_OVERFLOWS,
    DAG_MULTIPLY_OVERFLOWS,
    DAG_EQUAL,
    DAG_LESS,
    DAG_NOT, /* of truth values, as AND and OR */
    DAG_AND,
    DAG_OR,
    DAG_IF, /* b if a else c */
    DAG_BIT_AND,
    DAG_BIT_OR,
    DAG_BIT_XOR,
    DAG_SHIFT_LEFT,  /* a << (b & 63) */
    DAG_SHIFT_RIGHT, /* logical       */
    DAG_ONES         /* the number of bits set */
} dag_op;

typedef struct dag_node {
    dag_op op;
    ref a, b, c;
    int64_t imm;       /* BITS: shift + 64 * width */
    int64_t low, high; /* the value is within      */
} dag_node;

/* Values by row number; two tables of the same content are one. */
typedef struct dag_table {
    size_t count;
    const int64_t *values;
    int64_t low, high; /* of the values; 0 where there are none */
} dag_table;

/* An array of equal cells: where each is in the packed state. */
typedef struct dag_array {
    const void *variable; /* the variable */
    size_t count;
    unsigned width;
    int64_t high; /* greatest value of the bits; see dag_bits */
    const uint16_t *word;
    const uint8_t *shift;
    bool even; /* one word, equally spaced: shift[i] = shift[0] + i * (shift[1] - shift[0]) */
} dag_array;

enum { DAG_SMALL = 512 }; /* constants from -256 on are found without the table */

typedef struct dag {
    arena *memory;
    ref small[DAG_SMALL];     /* + 1; 0: not known */
    size_t count, room, most; /* beyond `most` nodes `full` is set and node 0 returned */
    bool full;
    dag_node *nodes;
    size_t slots;
    ref *slot; /* hash table of nodes, a power of two; 0: free (node 0 is not in it) */
    size_t table_count, table_room;
    dag_table *tables;
    size_t array_count, array_room;
    dag_array *arrays;
    size_t fact_room;
    uint8_t *fact; /* [nodes] 0: unknown, 1: false, 2: true */
    size_t assumed_count, assumed_room;
    ref *assumed; /* those that are known, in the order of their facts */
    bool use_facts;
} dag;

/* Everything is allocated in `memory`, which is borrowed. */
void dag_start(dag *d, arena *memory, size_t most);
/* Back to the copy *was; the arena is rewound to that point behind it. */
void dag_rollback(dag *d, const dag *was);

ref dag_word(dag *d, unsigned word);
/* A field with values 0..high; where `high` is negative it is an unsigned number of 64 bits, and
   the field is read as signed. */
ref dag_bits(dag *d, ref word, unsigned shift, unsigned width, int64_t high);
ref dag_cell_at(dag *d, size_t array, ref index);
ref dag_lookup(dag *d, size_t table, ref index);
size_t dag_table_new(dag *d, size_t count, const int64_t *values); /* borrows `values` */

ref dag_add(dag *d, ref a, ref b);
ref dag_subtract(dag *d, ref a, ref b);
ref dag_multiply(dag *d, ref a, ref b);
ref dag_divide(dag *d, ref a, ref b);
ref dag_modulo(dag *d, ref a, ref b);
ref dag_min(dag *d, ref a, ref b);
ref dag_max(dag *d, ref a, ref b);
ref dag_abs(dag *d, ref a);
ref dag_overflows(dag *d, dag_op op, ref a, ref b); /* op: DAG_ADD_FAILS ... */
ref dag_equal(dag *d, ref a, ref b);
ref dag_less(dag *d, ref a, ref b);
ref dag_if(dag *d, ref c, ref a, ref b);
ref dag_bit(dag *d, dag_op op, ref a, ref b); /* BIT_AND ... SHIFT_RIGHT */
ref dag_ones(dag *d, ref a);

/* The operation of `n`, which is no leaf, on other operands.  False: one that must be a truth value
   has bounds that do not say so. */
bool dag_image(ref *out, dag *d, const dag_node *n, ref a, ref b, ref c);

/* While use_facts is set, the truth value, and what follows from it, is folded. */
void dag_assume(dag *d, ref truth, bool holds);
/* Back to the first `count` facts of assumed_count. */
void dag_forget(dag *d, size_t count);

static inline ref dag_truth(bool holds)
{
    return holds ? REF_TRUE : REF_FALSE;
}
/* While facts are used, the constant that one says the truth value is; else itself. */
static inline ref dag_known(const dag *d, ref r)
{
    return d->use_facts && r < d->fact_room && d->fact[r] ? dag_truth(d->fact[r] == 2) : r;
}
static inline const dag_node *dag_at(const dag *d, ref r)
{
    return &d->nodes[r];
}
static inline bool dag_is_constant(const dag *d, ref r)
{
    return d->nodes[r].op == DAG_CONSTANT;
}
/* Whether the value is within 0..1. */
static inline bool dag_is_truth(const dag *d, ref r)
{
    return d->nodes[r].low >= 0 && d->nodes[r].high <= 1;
}

/* Logic, where no operand is constant. */
ref dag_negation(dag *d, ref a);
ref dag_conjunction(dag *d, ref a, ref b);
ref dag_disjunction(dag *d, ref a, ref b);
/* A constant that is not among the small ones yet. */
ref dag_new_constant(dag *d, int64_t value);

static inline ref dag_constant(dag *d, int64_t value)
{
    const uint64_t small = (uint64_t)value + DAG_SMALL / 2;
    return small < DAG_SMALL && d->small[small] ? d->small[small] - 1 : dag_new_constant(d, value);
}
static inline ref dag_not(dag *d, ref a)
{
    return a <= REF_TRUE ? dag_truth(a == REF_FALSE) : dag_negation(d, a);
}
static inline ref dag_and(dag *d, ref a, ref b)
{
    if (a <= REF_TRUE)
        return a == REF_TRUE ? b : a;
    if (b <= REF_TRUE)
        return b == REF_TRUE ? a : b;
    return dag_conjunction(d, a, b);
}
static inline ref dag_or(dag *d, ref a, ref b)
{
    if (a <= REF_TRUE)
        return a == REF_FALSE ? b : a;
    if (b <= REF_TRUE)
        return b == REF_FALSE ? a : b;
    return dag_disjunction(d, a, b);
}

/* For simplify.c.  intern: the node with these contents, made where there is none.  make: the
   constant where low == high.  make_truth: the constant that a fact gives. */
ref dag_intern(dag *d, dag_node n);
ref dag_make(dag *d, dag_op op, ref a, ref b, int64_t low, int64_t high);
ref dag_make_truth(dag *d, dag_op op, ref a, ref b);

/* An operation on two values, total as above; for folding, and for the kernels. */
int64_t dag_apply(dag_op op, int64_t a, int64_t b);

#endif
