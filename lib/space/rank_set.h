/* rank_set.h - a bit for each value of the product of domains. */
#ifndef SPACE_RANK_SET_H
#define SPACE_RANK_SET_H

#include "base/containers/bigarray.h"
#include "space/state_keys.h"

typedef struct rank_set {
    uint64_t count;
    size_t bytes;
    bigarray bits;
} rank_set;

/* Bytes that it takes. */
size_t rank_set_bytes(uint64_t product, unsigned owner_bits);
/* False: no memory. */
bool rank_set_make(rank_set *s, const state_keys *keys);
void rank_set_free(rank_set *s);
/* Adds all keys. */
void rank_set_add(rank_set *s, const state_keys *keys, key_batch *b);

#endif
