/*
 * tally.h - exact counts by index, all of one width that grows when a sum does not fit.
 *
 * Only those functions of GMP are used that allocate nothing, for the others end the process when
 * there is no memory.  An all-zero tally is the empty one.  Where a bool is answered, false is: no
 * memory; the tally is as it was.  `from` may be the tally itself.
 */
#ifndef BASE_TALLY_H
#define BASE_TALLY_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct tally {
    size_t limbs; /* a count is so many; 0 while there is none */
    size_t count, room;
    mp_limb_t *limb;
} tally;

bool tally_resize(tally *t, size_t count); /* all of them 0 */
bool tally_extend(tally *t, size_t count); /* what is new is 0 */
bool tally_push(tally *t, const tally *from, size_t i);
bool tally_push_one(tally *t);                                   /* a count of 1 */
bool tally_add(tally *t, size_t i, const tally *from, size_t j); /* t[i] += from[j] */
bool tally_set(tally *t, size_t i, const tally *from, size_t j); /* t[i] = from[j] */
void tally_set_small(tally *t, size_t i, unsigned value);
bool tally_is_zero(const tally *t, size_t i);
char *tally_text(const tally *t, size_t i); /* decimal, malloc'd; NULL: no memory */
void tally_free(tally *t);

#endif
