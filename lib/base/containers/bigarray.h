/*
 * bigarray.h - large arrays that grow without being copied.
 *
 * A region is memory straight from the system: zeroed, counted in bytes, given back when it is
 * freed.  Growing moves pages, not bytes, so there is no moment at which old and new both stand in
 * memory; pages that were never touched cost nothing.  An all-zero region is the empty one.
 */
#ifndef BASE_CONTAINERS_BIGARRAY_H
#define BASE_CONTAINERS_BIGARRAY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bigarray {
    void *at; /* moves when it grows */
    size_t bytes;
} bigarray;

/* At least `bytes` of room; what is new is zero.  Grows by half or more, so calling it for each
   addition is cheap.  False: no memory, and the region is as it was. */
bool bigarray_reserve(bigarray *r, size_t bytes);
/* The same without room to spare. */
bool bigarray_reserve_exactly(bigarray *r, size_t bytes);
/* Has the system clear the pages of the bytes from..to - 1 now, that who writes there first need
   not wait for it: for another thread to do.  A wish; nothing changes where it is not granted. */
void bigarray_populate(const bigarray *r, size_t from, size_t to);
void bigarray_free(bigarray *r);

#endif
