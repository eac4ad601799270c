/*
 * array.h - growing arrays: a pointer, and its room in elements.
 *
 * `array` is the address of the pointer, NULL at first; `size` is that of an element.  False: no
 * memory.
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Asks for huge pages where an allocation is large: it is faster to fill, and to read at random
   places. */
void array_use_huge_pages(void *at, size_t bytes);

/* Has the system find the pages of bytes [from, to) of a large allocation, which are about to be
   written, at once: one by one, as they are written, takes longer. */
void array_use_pages(void *at, size_t from, size_t to);

/* Exactly `room` elements, > 0; on failure the array is unchanged. */
bool array_resize(void *array, size_t room, size_t size);

/* Room for at least `wanted` elements, doubling, so that calling it for each addition is cheap; on
   failure the array is unchanged. */
bool array_reserve(void *array, size_t *room, size_t wanted, size_t size);

/* As array_reserve; new elements are zero. */
bool array_reserve_zeros(void *array, size_t *room, size_t wanted, size_t size);

/* As array_reserve for an array whose contents are not needed any more: nothing is copied.  On
   failure the array is NULL, and its room 0. */
bool array_renew(void *array, size_t *room, size_t wanted, size_t size);

/* Frees each of these pointers. */
#define FREE_EACH(...)                                                                             \
    array_free_each((void *const[]){__VA_ARGS__},                                                  \
                    sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))
void array_free_each(void *const *all, size_t count);

#endif
