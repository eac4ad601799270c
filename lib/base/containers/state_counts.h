/*
 * state_counts.h - an exact count for each of some states, all of one width that grows.
 *
 * A bit for each state says whether it has a count, and counts stand one behind the other: where
 * the states that are reached in an even and in an odd number of moves differ, this halves them.
 * Widths are multiples of 32 bits.
 */
#ifndef BASE_CONTAINERS_STATE_COUNTS_H
#define BASE_CONTAINERS_STATE_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct state_counts {
    uint64_t *has; /* [blocks] bit s % 64 of has[s / 64]: whether s has a count  */
    size_t blocks; /* of 64 states                                                */
    /* after state_counts_clear: */
    size_t *before; /* [blocks] how many counts stand before those of a block */
    size_t count;
    unsigned width; /* 32-bit words of a count                             */
    uint32_t *word; /* [count][width], the least significant ones first */
    size_t room;
} state_counts;

/* Opens counts for the states below `states`, none of which has one.  false: no memory, here and
   below. */
bool state_counts_open(state_counts *out, size_t states);
void state_counts_close(state_counts *c);
/* The states have no counts; then those that shall have one are marked. */
void state_counts_unmark(state_counts *c);
/* Makes room for the counts of the states that are marked, all 0 and so wide. */
bool state_counts_clear(state_counts *c, unsigned width);
/* One word more for each count. */
bool state_counts_widen(state_counts *c);
/* Exact sum of the products of counts of the same state, in decimal; malloc'd.  NULL: no memory. */
char *state_counts_sum_products(const state_counts *a, const state_counts *b);

static inline void state_counts_mark(state_counts *c, size_t s)
{
    c->has[s / 64] |= UINT64_C(1) << s % 64;
}

static inline bool state_counts_has(const state_counts *c, size_t s)
{
    return c->has[s / 64] >> s % 64 & 1;
}

/* The count of a state that has one. */
static inline uint32_t *state_counts_at(const state_counts *c, size_t s, unsigned width)
{
    uint64_t below = c->has[s / 64] & ((UINT64_C(1) << s % 64) - 1);
    return c->word + (c->before[s / 64] + (size_t)__builtin_popcountll(below)) * width;
}

#endif
