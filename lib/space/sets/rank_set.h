/*
 * rank_set.h - a mark for each value of the product of domains: a bit, or two that say its level.
 *
 * Two bits are 0, or say in which level the key was added: 1, 2 and 3 in turn.
 */
#ifndef SPACE_RANK_SET_H
#define SPACE_RANK_SET_H

#include <stdatomic.h>

#include "base/containers/bigarray.h"
#include "space/sets/state_keys.h"

typedef struct rank_set {
    atomic_uint_fast64_t count;
    size_t bytes;
    bigarray marks;
    bool marks_levels; /* a mark has two bits: the level's stamp */
    unsigned stamp;    /* 1 to 3                                 */
    bool shared;       /* several threads add any keys at once   */
} rank_set;

/* Bytes that it takes. */
size_t rank_set_bytes(uint64_t product, bool marks_levels);
/* False: no memory. */
bool rank_set_make(rank_set *s, uint64_t product, bool marks_levels);
void rank_set_free(rank_set *s);
/* Keys that are added from here on are another level's. */
void rank_set_begin_level(rank_set *s);
/* A mark has one bit from here on.  False: no memory, and it still has two. */
bool rank_set_forget_levels(rank_set *s);
/* Adds all keys.  Repeats are those with the level's stamp, some of which may be older.  Where the
   set is not shared, several threads may still add keys of different stripes. */
void rank_set_add(rank_set *s, key_batch *b);

/* ---- sets that find the same states, each for a thread of its own; a bit a mark ---- */

/* A set of the same keys.  False: no memory. */
bool rank_set_copy(rank_set *out, const rank_set *s);
/* Adds the ranks, which another set has found.  *both, with room for all, gets those that were
   there already and whose last bit is `parity`.  Their number. */
size_t rank_set_learn(rank_set *s, const uint32_t *ranks, size_t count, unsigned parity,
                      uint32_t *both);
/* Takes these ranks out of the set, or puts them back. */
void rank_set_hide(rank_set *s, const uint32_t *ranks, size_t count, bool hidden);
/* The indices of those ranks that are in the set.  Their number. */
size_t rank_set_find(const rank_set *s, const uint32_t *ranks, size_t count, uint32_t *there);

#endif
