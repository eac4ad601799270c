/*
 * form_operation.h - operations on forms, and lists of operands.
 */
#ifndef PUZZLE_SYMMETRY_FORM_OPERATION_H
#define PUZZLE_SYMMETRY_FORM_OPERATION_H

#include "puzzle/symmetry/form_node.h"

enum { FORM_OPERANDS = 3 }; /* most of an operation that is no list */

/* Beside those of dag.h and FORM_POSITION: a position becomes another; that of a value in a type.
 */
enum { BECOME = FORM_POSITION + 1, POSITION_IN_TYPE };

typedef struct form_operation {
    int op;
    int64_t imm, imm2;
    const void *with; /* a table, a type */
    uint64_t count;   /* of `with` */
} form_operation;

/* The operation on forms. */
form form_apply(normal_forms *n, const form_operation *o, const form *operands, size_t count);
/* On tables; FORM_NOTHING without a failure: the table would be too large. */
form form_apply_to_tables(normal_forms *n, const form_operation *o, const form *operands,
                          size_t count);

/* Operations that are lists of operands, in order; and the others whose two can be swapped. */
bool form_is_list(int op);
bool form_is_commutative(int op);
form form_list(normal_forms *n, int op, const form *operands, size_t count);
int form_compare(const void *a, const void *b); /* for qsort, of numbers */

form form_make_pair(normal_forms *n, form condition, form value);
/* Sorts the pairs behind the first. */
form form_make_select(normal_forms *n, form *operands, size_t count);

#endif
