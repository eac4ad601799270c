/*
 * form_node.h - forms by their numbers: equal ones have one.
 */
#ifndef PUZZLE_SYMMETRY_FORM_NODE_H
#define PUZZLE_SYMMETRY_FORM_NODE_H

#include <assert.h>

#include "puzzle/symmetry/normal_form.h"

enum { FORM_DEPTH_MOST = 300 }; /* operations within operations */

typedef enum form_op {
    /* DAG_...: that operation of operands */
    FORM_TABLE =
        DAG_ONES + 1, /* operands: cells, ascending; values by their positions, row-major */
    FORM_CELL,        /* the bits of cell operands[0], which has many values */
    FORM_SELECT,      /* operands[0], or the value of the one pair whose condition holds */
    FORM_PAIR,        /* a condition and a value */
    FORM_POSITION     /* of the value operands[0] in a type from imm to imm2 */
} form_op;

struct form_node {
    form_op op;
    size_t count;
    uint32_t *operands;
    int64_t *values;
    size_t value_count;
    int64_t imm, imm2;
    uint64_t hash;
};

/* The number of the form, whose arrays are copied if it is new. */
form form_intern(normal_forms *n, form_node x);
/* Notes the failure; FORM_NOTHING. */
form form_fail(normal_forms *n);
/* Counts so much work; false: that was too much, or something failed before. */
bool form_does_work(normal_forms *n, size_t more);
/* The place of number `at`, which is below `count`, in a table that grows. */
form *form_known(normal_forms *n, form **known, size_t *room, size_t at, size_t count);

static inline const form_node *form_at(const normal_forms *n, form f)
{
    assert(f < n->count);
    return &n->nodes[f];
}

static inline bool form_is_table(const normal_forms *n, form f)
{
    return form_at(n, f)->op == FORM_TABLE;
}

static inline bool form_is_constant(const normal_forms *n, form f)
{
    return form_is_table(n, f) && !form_at(n, f)->count;
}

static inline uint64_t form_cell_values(const normal_forms *n, uint32_t cell)
{
    return n->lowering->tree->cells[cell].type->count;
}

#endif
