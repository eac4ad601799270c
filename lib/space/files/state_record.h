/*
 * state_record.h - a key that records are sorted by, and a number: a state and the number of
 * shortest paths to it, a state and its own number, a successor's place and its state.
 *
 * `words` words of the key, the first the most significant, then `limbs` words of the number, the
 * first the least significant.
 */
#ifndef SPILL_STATE_RECORD_H
#define SPILL_STATE_RECORD_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record_shape {
    unsigned words, limbs; /* limbs: 0 where a key has no number */
} record_shape;

static inline size_t record_width(record_shape shape)
{
    return (size_t)shape.words + shape.limbs;
}

/* Below 0, 0, above 0: as a comes before, is, or comes after b. */
static inline int compare_states(const uint64_t *a, const uint64_t *b, unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The counts are so wide that no sum exceeds them: see counted_limbs. */
static inline void add_record_count(uint64_t *to, const uint64_t *from, record_shape shape)
{
    if (shape.limbs == 1)
        to[shape.words] += from[shape.words];
    else if (shape.limbs)
        mpn_add_n((mp_limb_t *)(to + shape.words), (const mp_limb_t *)(to + shape.words),
                  (const mp_limb_t *)(from + shape.words), shape.limbs);
}

enum { RECORD_SUM_BITS = 48 }; /* fewer than 2^48 records are summed up in a level */

/* Limbs for sums of counts of so many bits. */
static inline unsigned counted_limbs(size_t bits)
{
    return (unsigned)((bits + RECORD_SUM_BITS + 63) / 64);
}

#endif
