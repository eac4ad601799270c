/*
 * arrangement.h - the index of a permutation among all of its fields.
 *
 * The fields are cut into a head, a middle and a tail, each of which is looked up in a table.  The
 * head says which values are left; the middle is looked up by where its values are among those;
 * of the tail it matters only which is before which.
 */
#ifndef SPACE_ARRANGEMENT_H
#define SPACE_ARRANGEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

/* Some fields of an arrangement, and for their bits a number. */
typedef struct arrangement_part {
    unsigned fields, shift; /* of the first one */
    uint64_t mask;          /* of their bits    */
    uint32_t *of;
} arrangement_part;

typedef struct arrangement {
    unsigned count, width;         /* fields, and bits of each */
    uint32_t weight;               /* of the index */
    uint32_t head_weight;          /* of the head's number among the index */
    arrangement_part head;         /* its number << 16, and a bit for each of its values */
    arrangement_part middle, tail; /* what they add */
    uint64_t *less; /* for each set of values, of each value how many are less: fields of `width` */
} arrangement;

/* The first field of the arrangement that field i is in, which has an index; SIZE_MAX: none. */
size_t arrangement_first(const model_field *fields, size_t count, size_t i);
/* The one whose first field that is; its index counts `weight`.  False: no memory; to be freed all
   the same. */
bool arrangement_make(arrangement *out, const model_field *first, uint32_t weight);
void arrangement_free(arrangement *a);
/* Its number of permutations. */
uint32_t arrangement_permutations(const arrangement *a);
/* Adds weight * index of each state to its number. */
void arrangement_add_indices(const arrangement *a, const uint64_t *states, size_t count,
                             uint64_t *numbers);

#endif
