/*
 * sequence_set.h - sequences of numbers, each kept once and found by what it holds.
 *
 * For plans and what is compared of them.  Numbered from 1 in the order they came; the hash only
 * says where to look, identity is every number of a sequence.
 */
#ifndef BASE_CONTAINERS_SEQUENCE_SET_H
#define BASE_CONTAINERS_SEQUENCE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sequence_set {
    uint32_t *items;
    size_t used, room;
    size_t *ends; /* sequence i is items[ends[i - 1]] .. items[ends[i] - 1] */
    uint32_t count;
    size_t ends_room;
    uint32_t *slots;
    size_t slots_room;
} sequence_set;

/* Its number, 0: it is not in there. */
uint32_t sequence_set_find(const sequence_set *s, const uint32_t *items, size_t length);
/* Its number, a new one (count + 1) if need be; 0: no memory.  `items` is not of s itself. */
uint32_t sequence_set_add(sequence_set *s, const uint32_t *items, size_t length);
/* Good until the next add. */
const uint32_t *sequence_set_at(const sequence_set *s, uint32_t number, size_t *length);
void sequence_set_free(sequence_set *s);

#endif
