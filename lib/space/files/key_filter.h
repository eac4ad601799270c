/*
 * key_filter.h - says of most states that they are not in a set, without looking.
 *
 * A split block Bloom filter: four bits, one in each word of half a cache line.  A state that was
 * added always may be in the set.
 *
 * It begins with a few lines, and has more as states are added: memory that is not needed is not
 * touched.
 */
#ifndef SPILL_KEY_FILTER_H
#define SPILL_KEY_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/containers/bigarray.h"

typedef struct key_filter {
    unsigned words;              /* of a state */
    uint64_t lines, least, most; /* lines: that are in use */
    uint64_t states;             /* that were added since it was empty */
    bigarray bits;
} key_filter;

/* Opens a filter of at most `bytes`.  False: no memory. */
bool key_filter_open(key_filter *f, unsigned words, size_t bytes);
void key_filter_free(key_filter *f);
/* Bytes of it that are in use. */
size_t key_filter_memory(const key_filter *f);
/* Empty, for so many states. */
void key_filter_clear(key_filter *f, uint64_t states);
void key_filter_add(key_filter *f, const uint64_t *state);
bool key_filter_may_have(const key_filter *f, const uint64_t *state);

#endif
