/*
 * partial_state.h - states of which only some cells are known, and what nodes are in them.
 *
 * A node has a known value, or bounds, or some known bits: they hold in every state with the known
 * cells.  An unknown node names a cell that it waits for: with that
 * known, more of it is.
 */
#ifndef PUZZLE_PATTERNS_PARTIAL_STATE_H
#define PUZZLE_PATTERNS_PARTIAL_STATE_H

#include "puzzle/compile/packing.h"
#include "puzzle/dag/dag.h"

typedef struct partial_value {
    int64_t low, high;
    uint64_t mask, bits; /* the bits in `mask` are these */
    uint64_t same;       /* these bits are those of word `word` of the state */
    uint32_t word;
    uint32_t cell; /* + 1: it is the field of that cell; 0: not known to be one */
    uint32_t wait; /* + 1: the cell that it waits for; 0: none */
} partial_value;

typedef struct partial_state {
    const dag *dag;
    const packing *packing;
    uint64_t *known, *bits; /* [words] */
    partial_value *value;   /* [nodes] found since the cells were changed */
    uint32_t *found;        /* [nodes] */
    uint32_t now;
    unsigned depth;
} partial_state;

/* A plain packing; nothing is known.  Allocated in `memory`. */
void partial_state_make(partial_state *out, const dag *d, const packing *p, arena *memory);
void partial_state_know(partial_state *s, size_t cell, uint64_t bits);
void partial_state_forget(partial_state *s, size_t cell);
void partial_state_forget_all(partial_state *s);
bool partial_state_knows(const partial_state *s, size_t cell);
uint64_t partial_state_bits(const partial_state *s, size_t cell);
partial_value partial_state_value(partial_state *s, ref node);

static inline bool partial_is_known(partial_value v)
{
    return v.low == v.high;
}

#endif
