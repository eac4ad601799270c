/*
 * placed_counts.h - exact counts that are needed for a time.
 *
 * A count that has been passed on leaves its place to the next one.  All places are as wide as the
 * widest count, so their number decides how much memory wide counts take: in a search by levels
 * that of two levels, and not that of all states.
 */
#ifndef BASE_CONTAINERS_PLACED_COUNTS_H
#define BASE_CONTAINERS_PLACED_COUNTS_H

#include <assert.h>
#include <stdint.h>

#include "base/containers/bigcount.h"

typedef struct placed_counts {
    bigcount counts; /* by place; the first is always 0 */
    uint32_t *place; /* [numbers] 0: it has none */
    size_t numbers, room;
    uint32_t *spare; /* the places that are free */
    size_t spares, spare_room;
} placed_counts;

/* Opens counts for the numbers below `numbers`, none of which has one.  false: no memory, here and
   below; the caller closes *out in any case. */
bool placed_counts_open(placed_counts *out, array_home *home, size_t numbers);
bool placed_counts_extend(placed_counts *c, size_t numbers);
void placed_counts_close(placed_counts *c);
/* From here on it has a count; of one that has it already, that becomes `value`. */
bool placed_counts_set(placed_counts *c, size_t i, unsigned value);
/* It has none, and counts 0. */
void placed_counts_leave(placed_counts *c, size_t i);
char *placed_counts_text(const placed_counts *c, size_t i); /* as bigcount_text */
size_t placed_counts_memory(const placed_counts *c);

/* Adds to a number that has a count. */
static inline bool placed_counts_add(placed_counts *c, size_t i, size_t j)
{
    assert(c->place[i]);
    return bigcount_add(&c->counts, c->place[i], &c->counts, c->place[j]);
}

#endif
