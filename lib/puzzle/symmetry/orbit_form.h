/*
 * orbit_form.h - the one state that stands for an orbit, found without the others.
 *
 * The maps fall into parts that touch different cells, and each part is brought into its form by
 * itself.  Where a part exchanges whole columns of cells, all with all, they are sorted.  Else its
 * group's elements, which are not many, are a tree by what they put into the part's first cell, the
 * second and so on; of each cell the least value is taken, and the elements left that put it there.
 * Where they are very few, all images are made, from tables, and the least is taken.
 */
#ifndef PUZZLE_SYMMETRY_ORBIT_FORM_H
#define PUZZLE_SYMMETRY_ORBIT_FORM_H

#include "puzzle/symmetry/cell_map.h"

typedef struct orbit_form orbit_form;
typedef struct orbit_scratch orbit_scratch; /* a thread's */

/* Of the group that the maps generate; `exchanges`: of each map the number of the type of which it
   exchanges two neighbours, in order, or 0.  *out is NULL where the group is too large.  0 or
   WGCQ_EMEMORY. */
int orbit_form_new(orbit_form **out, const ast *t, const cell_map *maps, const uint32_t *exchanges,
                   size_t count, wgcq_error *err);
void orbit_form_free(orbit_form *f);
orbit_scratch *orbit_scratch_new(const orbit_form *f); /* NULL: no memory */
void orbit_scratch_free(orbit_scratch *s);

/* Replaces the state by the one that stands for its orbit; returns how many states that has. */
uint64_t orbit_form_find(const orbit_form *f, orbit_scratch *s, uint64_t *state);

size_t orbit_form_memory(const orbit_form *f); /* bytes */

#endif
