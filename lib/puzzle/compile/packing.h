/*
 * packing.h - where the cells are in a packed state.
 *
 * In the plain packing, the one of files and of the interpreter, each cell has a field that holds
 * any value of its type.  A narrow packing says of some arrays which element has a certain value,
 * the single one: each state has it in exactly one element.  That is a field, the place, and the
 * other elements' fields need one value fewer; the field of the element at the place is 0.
 */
#ifndef PUZZLE_COMPILE_PACKING_H
#define PUZZLE_COMPILE_PACKING_H

#include "base/arena.h"
#include "puzzle/ast/ast.h"

typedef struct packed_field {
    unsigned word, shift, width; /* never straddles a word */
    uint64_t high;               /* greatest value of its bits */
} packed_field;

/* Exactly one element of the array has the value. */
typedef struct single {
    const state_variable *variable;
    int64_t value;
    packed_field place; /* which one: 0..cells-1 */
} single;

typedef struct packing {
    const ast *tree;
    unsigned words, bits;
    packed_field *cells; /* [cells] */
    size_t single_count;
    single *singles;
    uint32_t *single_of; /* [cells] number of the array's single + 1; 0: it has none */
    uint32_t *of_bit; /* [words * 64] the cell whose field has it, or cells + a single's number */
} packing;

/* The plain packing where `count` is 0.  Each variable is in `singles` at most once; their places
   are set here. */
void packing_make(packing *out, const ast *t, const single *singles, size_t count, arena *memory);
/* Bits that the single saves; below 0 where it costs some. */
int64_t packing_saving(const single *s);

/* A plain state packed; false: a single is not in exactly one element. */
bool packing_narrow(const packing *p, const uint64_t *plain, uint64_t *narrow);
void packing_widen(const packing *p, const uint64_t *narrow, uint64_t *plain);
/* Whether a's plain state comes before b's: by its words, from the first. */
bool packing_before(const packing *p, const uint64_t *a, const uint64_t *b);

/* The single of a cell; NULL: it has none. */
static inline const single *packing_single(const packing *p, size_t cell)
{
    return p->single_of[cell] ? &p->singles[p->single_of[cell] - 1] : NULL;
}

/* The value that a cell's bits stand for; of an element with a single, when it is elsewhere. */
int64_t packing_value(const packing *p, size_t cell, uint64_t bits);
/* Whether the cell's type has that value: the values of a type may have gaps. */
bool packing_has_value(const packing *p, size_t cell, uint64_t bits);
uint64_t packing_bits(const packing *p, size_t cell, int64_t value);

#endif
