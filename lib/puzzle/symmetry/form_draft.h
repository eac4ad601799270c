/*
 * form_draft.h - the table of a function's values, in the making.
 *
 * It has a value for each combination of the positions of some cells' values.
 */
#ifndef PUZZLE_SYMMETRY_FORM_DRAFT_H
#define PUZZLE_SYMMETRY_FORM_DRAFT_H

#include "puzzle/symmetry/form_node.h"

enum { FORM_TABLE_MOST = 1024, DRAFT_CELLS_MOST = 16 }; /* values; cells */

/* Begins with one value and no cell. */
typedef struct form_draft {
    size_t cell_count, value_count;
    uint32_t cells[DRAFT_CELLS_MOST]; /* ascending */
    int64_t values[FORM_TABLE_MOST];  /* row-major */
} form_draft;

/* Adds the cells of a table; false: there are too many values. */
bool form_draft_add(const normal_forms *n, form_draft *t, const uint32_t *cells, size_t count);
/* The index in a table of those cells for each point of the draft, in the draft's order. */
void form_draft_indices(const normal_forms *n, const form_draft *t, const uint32_t *cells,
                        size_t count, uint16_t *index);
/* The form as it stands; and without the cells on which no value depends. */
form form_draft_intern(normal_forms *n, form_draft *t);
form form_draft_finish(normal_forms *n, form_draft *t);

form form_of_constant(normal_forms *n, int64_t value);
/* The bits of a cell, as its field has them. */
form form_of_cell_bits(normal_forms *n, size_t cell);

#endif
