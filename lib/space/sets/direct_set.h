/*
 * direct_set.h - a mark for each value of the product of domains: a bit, or two that say its level.
 *
 * Two bits are 0, or say in which level the key was added: 1, 2 and 3 in turn.
 */
#ifndef SPACE_DIRECT_SET_H
#define SPACE_DIRECT_SET_H

#include <stdatomic.h>

#include "base/containers/bigarray.h"
#include "space/sets/state_keys.h"

typedef struct direct_set {
    atomic_uint_fast64_t count;
    size_t bytes;
    bigarray marks;
    bool marks_levels; /* a mark has two bits: the level's stamp */
    unsigned stamp;    /* 1 to 3                                 */
    bool shared;       /* several threads add any keys at once   */
} direct_set;

/* Bytes that it takes. */
size_t direct_set_bytes(uint64_t product, bool marks_levels);
/* False: no memory. */
bool direct_set_make(direct_set *s, uint64_t product, bool marks_levels);
void direct_set_free(direct_set *s);
/* Keys that are added from here on are another level's. */
void direct_set_begin_level(direct_set *s);
/* A mark has one bit from here on.  False: no memory, and it still has two. */
bool direct_set_forget_levels(direct_set *s);
/* Adds all keys.  Repeats are those with the level's stamp, some of which may be older.  Where the
   set is not shared, several threads may still add keys of different stripes. */
void direct_set_add(direct_set *s, key_batch *b);

/* Takes those of the keys that have the stamp of the level so many levels before the current one
   out of the set, each once: *taken, with room for all, gets their places.  Their number.  And puts
   such keys back.  Marks distinguish levels. */
size_t direct_set_take_level(direct_set *s, const uint64_t *keys, size_t count, uint32_t levels,
                             uint32_t *taken);
void direct_set_put_level(direct_set *s, const uint64_t *keys, size_t count, uint32_t levels);

/* ---- sets that find the same states, each for a thread of its own; a bit a mark ---- */

/* A set of the same keys.  False: no memory. */
bool direct_set_copy(direct_set *out, const direct_set *s);
/* Adds the indices, which another set has found.  *both, with room for all, gets those that were
   there already and whose last bit is `parity`.  Their number. */
size_t direct_set_learn(direct_set *s, const uint32_t *indices, size_t count, unsigned parity,
                        uint32_t *both);
/* Takes these indices out of the set, or puts them back. */
void direct_set_hide(direct_set *s, const uint32_t *indices, size_t count, bool hidden);
/* The places of those indices that are in the set.  Their number. */
size_t direct_set_find(const direct_set *s, const uint32_t *indices, size_t count, uint32_t *there);

#endif
