/*
 * level_table.h - where the states of one level are in it.
 *
 * For counts of plans.  It holds the states' indices alone and compares with the level itself, so
 * that a state takes few bytes.  Made for being cleared at each level, however many levels there
 * are and however narrow.
 */
#ifndef SPACE_LEVEL_TABLE_H
#define SPACE_LEVEL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/containers/bigarray.h"

#define LEVEL_ABSENT UINT32_MAX

typedef struct level_table {
    unsigned words; /* of a state */
    uint32_t count;
    unsigned shift;   /* of a hash, so that slots are left */
    uint64_t slots;   /* a power of two, or 0 */
    bigarray indices; /* uint32_t [slots] of index + 1, 0: empty */
} level_table;

/* An empty table, without memory. */
level_table level_table_make(unsigned words);
void level_table_free(level_table *t);
/* Empty again; memory kept, no more of it cleared than the last level took. */
void level_table_clear(level_table *t);

/* index[i]: the index in `level` of the i-th state, or LEVEL_ABSENT. */
void level_table_find(const level_table *t, const uint64_t *level, const uint64_t *states,
                      size_t count, uint32_t *index);
/* Adds states of `level` that are not in the table, by their indices; NULL: the table's count and
   on.  False: no memory; the table is unchanged. */
bool level_table_insert(level_table *t, const uint64_t *level, const uint32_t *index, size_t count);
/* The most bytes that it holds while it comes to so many states. */
size_t level_table_memory(const level_table *t, uint64_t count);

#endif
