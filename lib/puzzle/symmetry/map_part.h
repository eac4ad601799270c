/*
 * map_part.h - a part of some maps of cells: cells that they join, and those of them that touch it.
 *
 * Maps of different parts touch different cells, so each part is looked at by itself.
 */
#ifndef PUZZLE_SYMMETRY_MAP_PART_H
#define PUZZLE_SYMMETRY_MAP_PART_H

#include "puzzle/symmetry/cell_map.h"

/* All borrowed. */
typedef struct map_part {
    const ast *tree;
    const cell_map *maps;      /* all of them                                        */
    const uint32_t *exchanges; /* of each of these: see orbit_form_new               */
    const uint32_t *own;       /* [own_count] the numbers of those that touch it     */
    size_t own_count;
    const uint32_t *cells; /* [cell_count] ascending                             */
    size_t cell_count;
    const uint32_t *local; /* [all cells] which of the part's cells it is; else 0 or anything */
} map_part;

static inline const cell_map *map_of_part(const map_part *p, size_t i)
{
    return &p->maps[p->own[i]];
}

#endif
