/*
 * abstraction.h - states of which only some distinctions are kept: each cell's values are put into
 * classes, and what is in one class is not distinguished.
 *
 * It is made of units.  A unit is a cell, whose values are all distinguished (a projection), or one
 * value of an array, which is distinguished from all other values in each of its cells (values are
 * merged).  An abstract state is a number of 63 bits at most.
 */
#ifndef PUZZLE_PATTERNS_ABSTRACTION_H
#define PUZZLE_PATTERNS_ABSTRACTION_H

#include "puzzle/patterns/operators.h"

typedef struct pattern_unit {
    const state_variable *variable;
    size_t cell;  /* where `whole` */
    bool whole;   /* all values of the cell; else one value in all cells */
    int64_t bits; /* of that value */
} pattern_unit;

typedef struct abstract_field { /* of a cell whose values are not all in one class */
    uint32_t cell;
    unsigned shift, width, classes;
    const uint16_t *class_of; /* [bits of the cell] */
    const int64_t *only;      /* [classes] the bits, where a class has one value; else -1 */
} abstract_field;

typedef struct class_limit {
    unsigned shift;
    uint64_t field;   /* its bits, unshifted  */
    uint64_t allowed; /* bit c: class c */
} class_limit;

typedef struct abstract_operator {
    uint64_t mask, before, after;
    size_t first_limit;
    uint32_t limits, cost;
} abstract_operator;

typedef struct operator_index { /* operators by a field and a class that they need */
    size_t *starts;             /* [first of the field + class] */
    uint32_t *operators;
} operator_index;

typedef struct abstraction {
    arena memory;
    const packing *packing;
    unsigned bits;
    size_t count;
    abstract_field *fields;
    size_t operator_count, operator_room, limit_count, limit_room;
    abstract_operator *operators; /* that change something */
    class_limit *limits;
    size_t *firsts; /* [fields] of the index below */
    operator_index forth, back;
} abstraction;

/* Operators that `owned` has cost nothing here; NULL: none does.  *fits is false where abstract
   states need too many bits.  *out is the caller's in any case.  0 or WGCQ_EMEMORY. */
int abstraction_make(abstraction *out, bool *fits, const packing *p, const operators *o,
                     const pattern_unit *units, size_t count, const bool *owned);
void abstraction_free(abstraction *a);
/* Whether the operator changes the abstract state. */
bool abstraction_is_changed(const abstraction *a, const operators *o, const puzzle_operator *by);
uint64_t abstraction_key(const abstraction *a, const uint64_t *state);
static inline unsigned abstraction_class(const abstract_field *f, uint64_t key)
{
    return (unsigned)(key >> f->shift & ((UINT64_C(1) << f->width) - 1));
}
/* The classes of the cell that have an allowed value, unless all have; into *out. */
bool abstraction_limit(const abstraction *a, uint32_t cell, uint64_t allowed, class_limit *out);
static inline bool class_limit_allows(const class_limit *l, uint64_t key)
{
    return l->allowed >> (key >> l->shift & l->field) & 1;
}
/* Whether the cells that are only read allow the operator. */
bool abstraction_allows(const abstraction *a, const abstract_operator *o, uint64_t key);

#endif
