/*
 * sequence_set.h - a set of sequences of numbers, such as plans.
 *
 * Numbered from 1 in the order they are added; equal if and only if all their items are.
 */
#ifndef BASE_CONTAINERS_SEQUENCE_SET_H
#define BASE_CONTAINERS_SEQUENCE_SET_H

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

/* Its number; 0: it is not there. */
uint32_t sequence_set_find(const sequence_set *s, const uint32_t *items, size_t length);
/* Its number; it is added as count + 1 if it is new; 0: no memory.  `items` must not point into s.
 */
uint32_t sequence_set_add(sequence_set *s, const uint32_t *items, size_t length);
/* Valid until the next add. */
const uint32_t *sequence_set_at(const sequence_set *s, uint32_t number, size_t *length);
void sequence_set_free(sequence_set *s);

#endif
