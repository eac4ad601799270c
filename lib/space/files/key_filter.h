/*
 * key_filter.h - says of most states that they are not in a set, without looking.
 *
 * A split block Bloom filter: four bits, one in each word of half a cache line.  A state that was
 * added always may be in the set.
 */
#ifndef SPILL_KEY_FILTER_H
#define SPILL_KEY_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/containers/bigarray.h"

typedef struct key_filter {
    unsigned words; /* of a state */
    uint64_t lines;
    bigarray bits;
} key_filter;

/* False: no memory. */
bool key_filter_open(key_filter *f, unsigned words, size_t bytes);
void key_filter_free(key_filter *f);
void key_filter_clear(key_filter *f);
void key_filter_add(key_filter *f, const uint64_t *state);
bool key_filter_may_have(const key_filter *f, const uint64_t *state);

#endif
