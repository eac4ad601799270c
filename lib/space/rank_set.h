/*
 * rank_set.h - two bits for each value of the product of domains.
 *
 * They are 0, or say in which level the key was added: 1, 2 and 3 in turn.
 */
#ifndef SPACE_RANK_SET_H
#define SPACE_RANK_SET_H

#include "base/containers/bigarray.h"
#include "space/state_keys.h"

typedef struct rank_set {
    uint64_t count;
    size_t bytes;
    bigarray stamps;
    unsigned stamp; /* of the level: 1 to 3 */
} rank_set;

/* Bytes that it takes. */
size_t rank_set_bytes(uint64_t product, unsigned owner_bits);
/* False: no memory. */
bool rank_set_make(rank_set *s, const state_keys *keys);
void rank_set_free(rank_set *s);
/* Keys that are added from here on are another level's. */
void rank_set_begin_level(rank_set *s);
/* Adds all keys.  Repeats are those with the level's stamp, some of which may be older. */
void rank_set_add(rank_set *s, const state_keys *keys, key_batch *b);

#endif
