/*
 * bigcount.h - an array of exact counts, all of one width that grows when a sum does not fit.
 *
 * Only GMP's low-level functions (mpn) are used: the others end the process when there is no
 * memory. An all-zero bigcount is the empty one.  A bool result of false means no memory; the array
 * is unchanged.  `from` may be the array itself.
 */
#ifndef BASE_CONTAINERS_BIGCOUNT_H
#define BASE_CONTAINERS_BIGCOUNT_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/containers/array_home.h"
#include "base/containers/prefetch.h"

typedef struct bigcount {
    array_home *home; /* of the counts; NULL: memory */
    size_t limbs;     /* limbs of each count; 0 while there is none */
    size_t count, room;
    mp_limb_t *limb;
} bigcount;

bool bigcount_resize(bigcount *t, size_t count); /* all of them 0 */
bool bigcount_extend(bigcount *t, size_t count); /* new ones are 0 */
bool bigcount_push(bigcount *t, const bigcount *from, size_t i);
/* Appends from[which[0]], from[which[1]], ...; where they do not fit, t keeps those before. */
bool bigcount_push_chosen(bigcount *t, const bigcount *from, const uint32_t *which, size_t count);
bool bigcount_reserve(bigcount *t, size_t count); /* room; the count stays */
bool bigcount_push_one(bigcount *t);              /* a count of 1 */
ALWAYS_INLINE void bigcount_fetch(const bigcount *t, size_t i)
{
    prefetch_far(t->limb + i * t->limbs);
}
/* t[i] += from[j] */
bool bigcount_add_wide(bigcount *t, size_t i, const bigcount *from, size_t j);
static inline bool bigcount_add(bigcount *t, size_t i, const bigcount *from, size_t j)
{
    size_t limbs = t->limbs;
    if (limbs != from->limbs || limbs > 2)
        return bigcount_add_wide(t, i, from, j);
    mp_limb_t *to = t->limb + i * limbs, sum[2];
    const mp_limb_t *more = from->limb + j * limbs;
    bool carry = __builtin_add_overflow(to[0], more[0], &sum[0]);
    if (limbs == 2) {
        bool beyond = __builtin_add_overflow(to[1], more[1], &sum[1]);
        carry = __builtin_add_overflow(sum[1], (mp_limb_t)carry, &sum[1]) || beyond;
    }
    if (carry)
        return bigcount_add_wide(t, i, from, j);
    to[0] = sum[0];
    if (limbs == 2)
        to[1] = sum[1];
    return true;
}
/* An empty t gets one count: the sum of a[i] * b[i] over all i. */
bool bigcount_sum_products(bigcount *t, const bigcount *a, const bigcount *b);
/* t[i] += a[j] * b[k]; a and b may be one, t is another. */
bool bigcount_add_product(bigcount *t, size_t i, const bigcount *a, size_t j, const bigcount *b,
                          size_t k);
void bigcount_divide(bigcount *t, size_t i, uint32_t by); /* rounded down; by > 0 */
void bigcount_set_small(bigcount *t, size_t i, unsigned value);
static inline bool bigcount_is_zero(const bigcount *t, size_t i)
{
    mp_limb_t any = 0;
    for (size_t k = 0; k < t->limbs; k++)
        any |= t->limb[i * t->limbs + k];
    return !any;
}
static inline bool bigcount_is_one(const bigcount *t, size_t i)
{
    mp_limb_t any = t->limb[i * t->limbs] ^ 1;
    for (size_t k = 1; k < t->limbs; k++)
        any |= t->limb[i * t->limbs + k];
    return !any;
}
/* In decimal, malloc'd; NULL: no memory. */
char *bigcount_text(const bigcount *t, size_t i);
char *small_count_text(uint64_t count);
void bigcount_free(bigcount *t);

#endif
