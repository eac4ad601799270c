/*
 * bigarray.h - large arrays that grow without being copied.
 *
 * Memory straight from the system, but for a small one's: zeroed, counted in bytes, returned when
 * freed.  Growing remaps pages and copies less than 2 MB, so old and new are not in memory
 * together, and pages that were never touched take none.  An all-zero bigarray is the empty one.
 */
#ifndef BASE_CONTAINERS_BIGARRAY_H
#define BASE_CONTAINERS_BIGARRAY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bigarray {
    void *at; /* moves when it grows */
    size_t bytes;
} bigarray;

/* Room for at least `bytes`; new bytes are zero.  Grows by half or more, so that calling it for
   each addition is cheap.  False: no memory; the array is unchanged. */
bool bigarray_reserve(bigarray *r, size_t bytes);
/* As bigarray_reserve, without spare room. */
bool bigarray_reserve_exactly(bigarray *r, size_t bytes);
/* As bigarray_reserve, in huge pages sooner: for what comes and goes with a search's levels, where
   taking small pages one by one costs more than what is put into them. */
bool bigarray_reserve_huge(bigarray *r, size_t bytes);
/* As bigarray_reserve, of an array whose content is not needed; where it fails, that is lost. */
bool bigarray_reserve_anew(bigarray *r, size_t bytes);
void bigarray_free(bigarray *r);

#endif
