/* packed_cell.h - where a cell's bits are in a packed state. */
#ifndef PUZZLE_SYMMETRY_PACKED_CELL_H
#define PUZZLE_SYMMETRY_PACKED_CELL_H

#include "base/checked.h"
#include "puzzle/ast/ast.h"

typedef struct packed_cell {
    unsigned word, shift;
    uint64_t mask; /* 0: it has one value */
} packed_cell;

static inline packed_cell packed_cell_of(const state_cell *c)
{
    return (packed_cell){c->word, c->shift, low_bits(c->width)};
}

static inline uint64_t read_cell_bits(const packed_cell *c, const uint64_t *state)
{
    return state[c->word] >> c->shift & c->mask;
}

static inline void write_cell_bits(const packed_cell *c, uint64_t *state, uint64_t bits)
{
    state[c->word] = (state[c->word] & ~(c->mask << c->shift)) | bits << c->shift;
}

/* The bits of a cell that has the value of that position in its type. */
static inline uint64_t bits_of_position(const state_cell *c, uint64_t position)
{
    return (uint64_t)type_value(c->type, position) - (uint64_t)c->low;
}

/* The most that a cell's bits can be: as its type may have gaps, not its number of values. */
static inline uint64_t most_bits_of_cell(const state_cell *c)
{
    uint64_t most = c->type->count - 1;
    for (uint64_t i = 0; i < c->type->count && c->type->values; i++)
        most = bits_of_position(c, i) > most ? bits_of_position(c, i) : most;
    return most;
}

#endif
