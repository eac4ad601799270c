/*
 * group_elements.h - all elements of the group that the maps of a part generate.
 *
 * An element says, of each cell, which cell's bits it puts there, and what they become on the way.
 */
#ifndef PUZZLE_SYMMETRY_GROUP_ELEMENTS_H
#define PUZZLE_SYMMETRY_GROUP_ELEMENTS_H

#include "puzzle/symmetry/map_part.h"
#include "puzzle/symmetry/packed_cell.h"

typedef struct cell_source {
    uint32_t from;  /* a cell of the part */
    uint32_t table; /* where it begins in `tables`; 0: the bits themselves */
} cell_source;

typedef struct group_elements {
    size_t count, cell_count;
    packed_cell *cells; /* [cell_count] */
    cell_source *all;   /* [count][cell_count] in order, so the first is the identity */
    uint32_t *tables;   /* each its length, then what bits become */
    size_t memory;      /* bytes */
} group_elements;

/* *too_large: there are too many to be listed, and none is.  False: no memory.  To be freed in any
   case. */
bool group_elements_find(group_elements *out, const map_part *part, bool *too_large);
void group_elements_free(group_elements *g);

static inline const cell_source *source_at(const group_elements *g, size_t element, size_t cell)
{
    return &g->all[element * g->cell_count + cell];
}

/* The image by a source of the bits of the cell that it reads. */
static inline uint64_t put_by_source(const group_elements *g, const cell_source *s, uint64_t bits)
{
    return !s->table ? bits : bits < g->tables[s->table - 1] ? g->tables[s->table + bits] : 0;
}

#endif
