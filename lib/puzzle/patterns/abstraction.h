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

#include "model/model.h"
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
    uint64_t ones;            /* a mask of `width` bits */
    size_t first_place;       /* its classes' operators begin here in an operator_index */
    unsigned word, from;      /* the cell's word in a state, its lowest bit */
    uint64_t from_ones;       /* a mask as wide as the cell */
    const uint16_t *class_of; /* [bits of the cell] */
    const int64_t *only;      /* [classes] the bits, where a class has one value; else -1 */
    uint32_t *share;          /* [classes] what the class adds to the index of the state */
    uint32_t *share_of;       /* [bits of the cell] the same */
} abstract_field;

typedef struct single_value { /* one of the fields is in that class, the others are not */
    size_t first, fields;
    unsigned class;
} single_value;

typedef struct class_limit {
    unsigned shift;
    uint64_t field;   /* its bits, unshifted  */
    uint64_t allowed; /* bit c: class c */
} class_limit;

typedef struct abstract_operator {
    uint64_t mask, before, after;
    uint32_t first_limit, limits, cost;
    uint32_t step; /* added to the index, modulo 2^32 */
} abstract_operator;

typedef struct operator_index { /* operators by a field and a class that they need */
    size_t *starts;             /* [first of the field + class] */
    abstract_operator *operators;
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
    operator_index forth, back; /* in `back` from after to before */
    uint64_t indices;           /* abstract states have indices below this; 0: they have none */
    size_t single_count;
    single_value *singles;
} abstraction;

typedef struct abstraction_wish {
    const packing *packing;
    const operators *operators;
    const pattern_unit *units; /* an array has either cells or values as units */
    size_t count;
    const bool *owned;   /* [operators] that cost nothing here; NULL: none do */
    const batch *starts; /* indices are for what operators lead to from here */
    uint64_t indices;    /* at most; more are not worth a table of them */
} abstraction_wish;

/* *fits is false where abstract states need too many bits.  *out is the caller's in any case.
   0 or WGCQ_EMEMORY. */
int abstraction_make(abstraction *out, bool *fits, const abstraction_wish *wish);
void abstraction_free(abstraction *a);
/* Whether the operator changes the abstract state. */
bool abstraction_is_changed(const abstraction *a, const operators *o, const puzzle_operator *by);
uint64_t abstraction_key(const abstraction *a, const uint64_t *state);
/* The number of the state in the product of its digits: what a cell is whose values are all
   distinguished; where a value is that one element of its array has. */
uint32_t abstraction_index(const abstraction *a, const uint64_t *state);
/* Whether the abstract state has as many of each value as those that have indices. */
bool abstraction_has_index(const abstraction *a, uint64_t key);
uint32_t abstraction_index_of_key(const abstraction *a, uint64_t key);
/* Whether for each operator there is another one that leads back, whatever that costs. */
bool abstraction_is_undirected(const abstraction *a);
static inline unsigned abstraction_class(const abstract_field *f, uint64_t key)
{
    return (unsigned)(key >> f->shift & f->ones);
}
/* The classes of the cell that have an allowed value, unless all have; into *out. */
bool abstraction_limit(const abstraction *a, uint32_t cell, uint64_t allowed, class_limit *out);
static inline bool class_limit_allows(const class_limit *l, uint64_t key)
{
    return l->allowed >> (key >> l->shift & l->field) & 1;
}
/* Whether the cells that are only read allow the operator. */
static inline bool abstraction_allows(const abstraction *a, const abstract_operator *o,
                                      uint64_t key)
{
    for (size_t i = 0; i < o->limits; i++)
        if (!class_limit_allows(&a->limits[o->first_limit + i], key))
            return false;
    return true;
}

/* For abstraction_make: gives the states indices, where that is worth it. */
void abstraction_add_indices(abstraction *a, const abstraction_wish *wish);

#endif
