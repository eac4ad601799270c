/* union_find.h - disjoint sets of numbers from 1; a set's representative is its least member. */
#ifndef BASE_CONTAINERS_UNION_FIND_H
#define BASE_CONTAINERS_UNION_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct union_find {
    uint32_t *parent; /* [count + 1] */
    uint32_t count;
    size_t room;
} union_find;

/* Adds the numbers up to `count`, each in a set of its own; false: no memory. */
bool union_find_grow(union_find *g, uint32_t count);
uint32_t union_find_root(union_find *g, uint32_t number);
void union_find_join(union_find *g, uint32_t a, uint32_t b);
void union_find_free(union_find *g);

#endif
