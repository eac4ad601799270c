/*
 * rank_set.h - two bits for each value of the product of domains.
 *
 * They are 0, or say in which level the key was added: 1, 2 and 3 in turn.
 */
#ifndef SPACE_RANK_SET_H
#define SPACE_RANK_SET_H

#include <stdatomic.h>

#include "base/containers/bigarray.h"
#include "space/sets/state_keys.h"

typedef struct rank_set {
    atomic_uint_fast64_t count;
    size_t bytes;
    bigarray stamps;
    unsigned stamp; /* of the level: 1 to 3 */
    bool shared;    /* several threads add to it at once */
} rank_set;

/* Bytes that it takes. */
size_t rank_set_bytes(uint64_t product);
/* False: no memory. */
bool rank_set_make(rank_set *s, uint64_t product);
void rank_set_free(rank_set *s);
/* Keys that are added from here on are another level's. */
void rank_set_begin_level(rank_set *s);
/* Adds all keys.  Repeats are those with the level's stamp, some of which may be older; while they
   are wanted, no other thread adds the same keys. */
void rank_set_add(rank_set *s, key_batch *b);

#endif
