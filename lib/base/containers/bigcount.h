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

typedef struct bigcount {
    size_t limbs; /* limbs of each count; 0 while there is none */
    size_t count, room;
    mp_limb_t *limb;
} bigcount;

bool bigcount_resize(bigcount *t, size_t count); /* all of them 0 */
bool bigcount_extend(bigcount *t, size_t count); /* new ones are 0 */
bool bigcount_push(bigcount *t, const bigcount *from, size_t i);
bool bigcount_push_one(bigcount *t);                                      /* a count of 1 */
bool bigcount_add(bigcount *t, size_t i, const bigcount *from, size_t j); /* t[i] += from[j] */
bool bigcount_set(bigcount *t, size_t i, const bigcount *from, size_t j); /* t[i] = from[j] */
void bigcount_set_small(bigcount *t, size_t i, unsigned value);
bool bigcount_is_zero(const bigcount *t, size_t i);
char *bigcount_text(const bigcount *t, size_t i); /* decimal, malloc'd; NULL: no memory */
void bigcount_free(bigcount *t);

#endif
