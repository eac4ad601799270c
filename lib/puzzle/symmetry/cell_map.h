/*
 * cell_map.h - a map of states that moves values from cell to cell.
 *
 * Each cell of the image has the value of one cell of the state, and no two have the same one's;
 * on the way a value may become another one.  Values are named by their positions in the type of
 * their cell.
 */
#ifndef PUZZLE_SYMMETRY_CELL_MAP_H
#define PUZZLE_SYMMETRY_CELL_MAP_H

#include "base/arena.h"
#include "puzzle/ast/ast.h"

enum { CELL_MAP_VALUES_MOST = 65536 }; /* of a cell whose values become others */

typedef struct cell_map {
    uint32_t *from;           /* [cells] the cell whose value it gets                         */
    const uint32_t **becomes; /* [cells] by the position there; NULL: what it is at that cell */
} cell_map;

/* The map that changes nothing. */
void cell_map_start(cell_map *out, const ast *t, arena *memory);
/* Whether it maps states onto states: every cell's values go to one cell, each to another. */
bool cell_map_is_onto(const cell_map *m, const ast *t, arena *memory);
/* Whether the value of the cell's image is the cell's own. */
static inline bool cell_map_keeps(const cell_map *m, size_t cell)
{
    return m->from[cell] == cell && !m->becomes[cell];
}

#endif
