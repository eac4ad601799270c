/* heap.h - a binary heap of numbers, ordered by whoever owns them. */
#ifndef BASE_CONTAINERS_HEAP_H
#define BASE_CONTAINERS_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct heap {
    const void *context; /* what `sooner` is asked about */
    bool (*less)(const void *of, uint32_t a, uint32_t b);
    uint32_t
        *position; /* lent: place of each number, 0 where it is not in; NULL: nothing ever rises */
    uint32_t *numbers; /* [1..count] */
    uint32_t count;
    size_t room;
} heap;

/* Puts a number in, or, where it is in already and has become better, further up.  false: no
   memory. */
bool heap_push(heap *h, uint32_t number);
uint32_t heap_pop(heap *h); /* of a heap that is not empty */
void heap_clear(heap *h);   /* takes all out; memory is kept */
void heap_free(heap *h);

#endif
