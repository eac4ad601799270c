/*
 * state_keys.h - keys of states: invertible hashes, or indices in the product of domains.
 *
 * A hashed key is a permutation of the state's bits.  Its last word is hashed over all of them and
 * says where the state belongs; the words before it are the state's own.  Bits that no state uses
 * are at the low end of the first word, and are 0 in every key.  The uppermost bits are the owner;
 * indices are dealt by stripes.  Fields that are permutations have an index among those
 * (arrangement.h).
 */
#ifndef SPACE_STATE_KEYS_H
#define SPACE_STATE_KEYS_H

#include "space/sets/arrangement.h"
#include "space/sets/state_set.h"

enum {
    INDEX_PART_BITS = 11 /* bits of a state that one look-up covers */
};

typedef struct state_keys {
    unsigned words, key_words;
    unsigned bits;       /* of a key: 64 * key_words, less the unused ones */
    unsigned first_bits; /* of two words: what the first one uses          */
    unsigned owner_bits; /* equal in all keys of a set */
    key_dealing dealing;
    bool unmixed;
    /* Ranks: product of the domains, 0: keys are hashed. */
    uint64_t product;
    bool index_is_state; /* the state's bits are its index */
    unsigned parts;
    uint32_t (*part)[1 << INDEX_PART_BITS];
    size_t arrangement_count;
    arrangement *arrangements;
} state_keys;

/* The number of values that states of this shape can have; 0: not known, or above `most`. */
uint64_t state_product(const state_set_shape *shape, uint64_t most);

/* Hashed keys, for every shape. */
state_keys state_keys_hashed(const state_set_shape *shape);
/* Ranks, for a shape with a product below 2^32; safe to free also where there is no memory: false.
 */
bool state_keys_direct(state_keys *out, const state_set_shape *shape, uint64_t product);
void state_keys_free(state_keys *k);

void state_keys_make(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys);

/* Whether keys are hashed, and as wide as states; each becomes its state then. */
bool state_keys_can_undo(const state_keys *k);
void state_keys_undo(const state_keys *k, uint64_t *keys, size_t count);

/* hash / 2^64 of `range`. */
static inline uint64_t scale_hash(uint64_t hash, uint64_t range)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)hash * range >> 64);
}

typedef enum key_addition { KEY_KNOWN, KEY_NEW, KEY_NO_ROOM, KEY_NO_MEMORY } key_addition;

/* Keys on their way into a set, which advances `from`. */
typedef struct key_batch {
    const uint64_t *keys;
    size_t from, to;
    uint32_t *fresh;   /* [fresh_count], indices of keys that were new */
    uint32_t *repeats; /* where the next index goes of a key that was added in this level before, by
                          a direct set; NULL: not wanted */
    size_t fresh_count, repeat_count;
} key_batch;

#endif
