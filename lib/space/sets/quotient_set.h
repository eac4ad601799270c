/*
 * quotient_set.h - keys in few bytes: a slot holds what its place does not say.
 *
 * A key of n bits belongs in the line that its uppermost bits say.  A slot of that line, or of one
 * of the next where it is full, holds the other bits and how many lines further it lies; so equal
 * slots are equal keys, and nothing is compacted.  The more lines there are, the fewer bits are
 * left, and the narrower are the slots: 12, 8, 6, 5 or 4 bytes.
 *
 * Lines are ordered by key, so a larger table is made in place, from its end (quotient_grow.c).
 * Keys that lie further off than a slot can say are kept whole in a plain set; with keys of hashes
 * there are none, but any keys are held.
 */
#ifndef SPACE_QUOTIENT_SET_H
#define SPACE_QUOTIENT_SET_H

#include "base/containers/bigarray.h"
#include "space/sets/plain_set.h"
#include "space/sets/state_keys.h"

enum {
    QUOTIENT_PARTS_MOST = 7,
    QUOTIENT_BITS_LEAST = 16,
    QUOTIENT_BITS_MOST = 95, /* of a key in an owner's set */
};

/* How keys are cut in a table of parts << log lines.  The first `log` bits of a key are its group;
   a group has 4 to 7 lines. */
typedef struct quotient_layout {
    unsigned log, parts;
    unsigned width, slots;  /* bytes of a slot; slots of a line            */
    unsigned far_bits;      /* of a slot: 1 + lines between home and slot  */
    unsigned unused;        /* low bits of a key that is shifted by log    */
    uint64_t part_start[8]; /* the first keys of a group's lines, shifted  */
} quotient_layout;

typedef struct quotient_set {
    unsigned key_words, bits, owner_bits; /* bits: without the owner's */
    uint64_t count;                       /* with far */
    size_t max_bytes;                     /* 0: no limit */
    quotient_layout layout;
    bigarray table;
    plain_set far;
} quotient_set;

/* Whether there is a set for such keys. */
bool quotient_set_holds(const state_keys *keys);
quotient_set quotient_set_make(const state_keys *keys, size_t max_bytes);
void quotient_set_free(quotient_set *s);
/* Makes room for `more` keys, or as many as max_bytes allows; false: no memory, the set is lost. */
bool quotient_set_reserve(quotient_set *s, size_t more);
/* Adds keys until the next one is new and there is no room for it; false: no memory. */
bool quotient_set_add(quotient_set *s, key_batch *b);
/* Where a walk over all keys is; all-zero: at the beginning. */
typedef struct quotient_walk {
    uint64_t line, far;
    unsigned slot;
} quotient_walk;

/* The next key of a set of one owner, nearly in the order of keys.  False: there is none. */
bool quotient_set_next(const quotient_set *s, quotient_walk *w, uint64_t *key);
size_t quotient_set_memory(const quotient_set *s);

#endif
