/*
 * plain_set.h - whole keys in a hash table with open addressing.
 *
 * A key lies at the place that its last word says, or in the first empty slot behind it; behind the
 * last slot comes the first.  Slots are ordered by their keys' last words, so the table grows in
 * place, from its end.
 */
#ifndef SPACE_PLAIN_SET_H
#define SPACE_PLAIN_SET_H

#include "base/containers/bigarray.h"
#include "space/sets/state_keys.h"

typedef struct plain_set {
    unsigned words;      /* of a key */
    unsigned owner_bits; /* equal in all keys */
    uint64_t slots, count;
    size_t max_bytes; /* 0: no limit                                        */
    bool has_zero;    /* the key whose words are all 0, as an empty slot is */
    bigarray table;
} plain_set;

plain_set plain_set_make(unsigned words, unsigned owner_bits, size_t max_bytes);
void plain_set_free(plain_set *s);
/* Makes room for `more` keys, or as many as max_bytes allows; false: no memory, the set is lost. */
bool plain_set_reserve(plain_set *s, size_t more);
/* Adds keys until the next one is new and there is no room for it; true. */
bool plain_set_add(plain_set *s, key_batch *b);
/* Makes room for one key and adds it. */
key_addition plain_set_add_one(plain_set *s, const uint64_t *key);
bool plain_set_has(const plain_set *s, const uint64_t *key);
/* The keys, one after another, nearly in the order of their places, NULL at the end; *slot begins
   as 0. */
const uint64_t *plain_set_next(const plain_set *s, uint64_t *slot);
size_t plain_set_memory(const plain_set *s);

#endif
