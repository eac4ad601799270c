/*
 * sequences.h - sequences of numbers, each kept once and found by what it holds.
 *
 * For plans and what is compared of them.  Numbered from 1 in the order they came; the hash only
 * says where to look, identity is every number of a sequence.
 */
#ifndef ANSWERS_SEQUENCES_H
#define ANSWERS_SEQUENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sequences {
    uint32_t *items;
    size_t used, room;
    size_t *ends; /* sequence i is items[ends[i - 1]] .. items[ends[i] - 1] */
    uint32_t count;
    size_t ends_room;
    uint32_t *slots;
    size_t slots_room;
} sequences;

/* Its number, 0: it is not in there. */
uint32_t sequences_find(const sequences *s, const uint32_t *items, size_t length);
/* Its number, a new one (count + 1) if need be; 0: no memory.  `items` is not of s itself. */
uint32_t sequences_add(sequences *s, const uint32_t *items, size_t length);
/* Good until the next add. */
const uint32_t *sequences_at(const sequences *s, uint32_t number, size_t *length);
void sequences_free(sequences *s);

#endif
