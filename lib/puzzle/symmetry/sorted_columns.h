/* sorted_columns.h - the state that stands for its orbit where whole columns of cells are
   exchanged, all with all: the columns are sorted. */
#ifndef PUZZLE_SYMMETRY_SORTED_COLUMNS_H
#define PUZZLE_SYMMETRY_SORTED_COLUMNS_H

#include "puzzle/symmetry/map_part.h"
#include "puzzle/symmetry/packed_cell.h"

typedef struct sorted_columns {
    size_t columns, rows; /* columns 0: the part is none of these */
    packed_cell *cells;   /* cell k of column i is cells[i * rows + k] */
    unsigned *widths;     /* [rows]; one of 64 is alone */
} sorted_columns;

/* False: no memory.  To be freed in any case. */
bool sorted_columns_find(sorted_columns *out, const map_part *part);
void sorted_columns_free(sorted_columns *s);

/* Replaces the part of the state; returns in how many ways the columns can be arranged. */
uint64_t sorted_columns_sort(const sorted_columns *s, uint64_t *state);

#endif
