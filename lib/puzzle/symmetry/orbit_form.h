/*
 * orbit_form.h - the one state that stands for an orbit, found without the others.
 *
 * The maps fall into parts that touch different cells, and each part is brought into its form by
 * itself: where it exchanges whole columns of cells, all with all, by sorting (sorted_columns.h);
 * where its group has few elements, by their images from tables (chunk_images.h); else by a tree of
 * the elements (element_tree.h).
 */
#ifndef PUZZLE_SYMMETRY_ORBIT_FORM_H
#define PUZZLE_SYMMETRY_ORBIT_FORM_H

#include "puzzle/symmetry/cell_map.h"

typedef struct orbit_form orbit_form;
typedef struct orbit_scratch orbit_scratch; /* a thread's */

/* The form of the group that the maps generate; `exchanges`: of each map the number of the type of
   which it exchanges two neighbours, in order, or 0.  *out is NULL where the group is too large.  0
   or WGCQ_EMEMORY. */
int orbit_form_new(orbit_form **out, const ast *t, const cell_map *maps, const uint32_t *exchanges,
                   size_t count, wgcq_error *err);
void orbit_form_free(orbit_form *f);
orbit_scratch *orbit_scratch_new(const orbit_form *f); /* NULL: no memory */
void orbit_scratch_free(orbit_scratch *s);

/* Replaces states, one behind the other, by those that stand for their orbits. */
void orbit_form_find(const orbit_form *f, orbit_scratch *s, uint64_t *states, size_t count);
/* How many states the orbit of one that stands for it has.  False: 2^64 or more. */
bool orbit_form_size(uint64_t *out, const orbit_form *f, orbit_scratch *s, const uint64_t *state);

size_t orbit_form_memory(const orbit_form *f); /* bytes of its tables */

#endif
