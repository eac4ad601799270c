/* heap.h - a binary heap of numbers from 1, ordered by a function of the caller. */
#ifndef BASE_CONTAINERS_HEAP_H
#define BASE_CONTAINERS_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/containers/array_home.h"

typedef struct heap {
    array_home *home;    /* of its memory; NULL: memory */
    const void *context; /* first argument of `less` */
    bool (*less)(const void *of, uint32_t a, uint32_t b);
    uint32_t
        *position; /* borrowed: index of each number, 0: not in; NULL: no number ever moves up */
    uint32_t *numbers; /* [1..count] */
    uint32_t count;
    size_t room;
} heap;

/* Adds a number; or moves it up, where it is in already (with `position`) and its key has
   decreased. False: no memory. */
bool heap_push(heap *h, uint32_t number);
uint32_t heap_pop(heap *h); /* of a non-empty heap: the least */
void heap_clear(heap *h);   /* keeps its memory */
void heap_free(heap *h);

#endif
