/*
 * state_set.h - the states that were reached, for runs with --trace none: no states, no numbers.
 *
 * States go in by their keys, which any thread can compute beforehand: equal keys are equal states,
 * and each key has an owner.  There are three kinds, all exact:
 *
 *   direct     a bit for each value of the product of domains, where that is small, or where it
 *              takes no more than slots would soon; two where repeats are wanted
 *   quotient   slots of 4 to 16 bytes, which hold what the slot's place does not say of the key
 *   plain      slots of whole keys, for states of any width
 *
 * For several threads, slots are divided among the owners of keys (state_set_divide).  A
 * direct set may be used by all owners at once, each of which adds its own keys; or by threads
 * that add any keys: all to one set (state_set_share), or each to one of its own (state_set_copy).
 */
#ifndef SPACE_STATE_SET_H
#define SPACE_STATE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"
#include "wgcq_base.h"

enum { DIRECT_PAY = 8 }; /* a direct set is worth its memory where slots take such a part of it */

typedef enum state_set_kind {
    STATE_SET_DIRECT,
    STATE_SET_QUOTIENT,
    STATE_SET_PLAIN
} state_set_kind;

typedef struct state_set_shape {
    unsigned words, bits;      /* of a state, as in the model          */
    const model_field *fields; /* borrowed as long as there is the set; may be NULL */
    size_t field_count;
    size_t max_bytes; /* 0: no limit */
    bool repeats;     /* they are wanted, until state_set_forget_levels */
    /* For tests. */
    int force;    /* a kind, where the shape allows it; -1: the best                       */
    bool checked; /* every answer by a second set: asserted.  -DSTATE_SET_CHECK: always */
    bool late;    /* a set that may be direct is not so from the beginning */
    bool unmixed; /* keys are the states' bits, so that a test chooses which lie together  */
} state_set_shape;

typedef struct state_set state_set;

int state_set_new(state_set **out, const state_set_shape *shape, wgcq_error *err);
void state_set_free(state_set *s);

/* Words of a key, 1 or more. */
unsigned state_set_key_words(const state_set *s);
/* The keys of `count` states, one after another.  Any thread. */
void state_set_keys(const state_set *s, const uint64_t *states, size_t count, uint64_t *keys);
/* Whether states can be added by their keys alone: state_set_undo_keys makes each key its state. */
bool state_set_keys_suffice(const state_set *s);
void state_set_undo_keys(const state_set *s, uint64_t *keys, size_t count);

/* How the last words of keys say whose they are. */
typedef struct key_dealing {
    uint64_t factor;
    unsigned shift; /* so many low bits do not matter: keys that lie together have one owner */
} key_dealing;

/* The owner of a key, of 1 << owner_bits, by its last word. */
static inline unsigned state_key_owner(uint64_t last, key_dealing d, unsigned owner_bits)
{
    return owner_bits ? (unsigned)((last >> d.shift) * d.factor >> (64 - owner_bits)) : 0;
}

key_dealing state_set_dealing(const state_set *s);

/* Whether the set may become a direct one, when it has enough states. */
bool state_set_may_go_direct(const state_set *s);
/* Makes it one, where its slots take a `part`-th of the memory of a direct set by now; states that
   are in it are another level's, and keys made before are of no use.  0 or WGCQ_EMEMORY, after
   which the set can only be freed. */
int state_set_go_direct(state_set *s, unsigned part, wgcq_error *err);

/* From now on several threads may add any states at once, each to be new for one of them.  False:
   only owners may, or one thread. */
bool state_set_share(state_set *s);

/* Whether copies of the set are quicker than sharing it. */
bool state_set_is_copied(const state_set *s);
/* A set for another thread, of the states of s, which is freed after it.  0 or WGCQ_EMEMORY. */
int state_set_copy(state_set **out, const state_set *s, wgcq_error *err);
/* Adds states that another copy has found, by their keys.  *both, with room for all, gets the keys
   of those that were here already and whose last bit is `parity`.  Their number. */
size_t state_set_learn(state_set *s, const uint32_t *keys, size_t count, unsigned parity,
                       uint32_t *both);
/* Takes states out of the set, or puts them back. */
void state_set_hide(state_set *s, const uint32_t *keys, size_t count, bool hidden);
/* The indices of those keys that are in the set.  Their number. */
size_t state_set_find(const state_set *s, const uint32_t *keys, size_t count, uint32_t *there);
/* Makes a set for each of 1 << owner_bits owners, of the states of s and without its limit; s can
   only be freed then, before parts[0] is.  0 or WGCQ_EMEMORY, where nothing was made. */
int state_set_divide(state_set **parts, state_set *s, unsigned owner_bits, wgcq_error *err);

/* Result of an addition.  Both lists have room for all states, and are in their order. */
typedef struct state_additions {
    uint32_t *fresh;   /* [fresh_count]: indices of those that were not in the set */
    uint32_t *repeats; /* [repeat_count]: of those that were, and may have been added since the
                          last beginning of a level; NULL: not wanted by the shape */
    size_t fresh_count, repeat_count;
    size_t added; /* below the number of states: the next one is new and exceeds max_bytes */
} state_additions;

/* Adds the states of these keys in their order; `states` may be NULL where keys suffice.  0 or
   WGCQ_EMEMORY, after which the set can only be freed. */
int state_set_add(state_set *s, const uint64_t *states, const uint64_t *keys, size_t count,
                  state_additions *found, wgcq_error *err);
/* States that are added from here on are another level's. */
void state_set_begin_level(state_set *s);
/* Takes the states out of a direct set, whose shape wants repeats, that were added so many levels
   before the current one, or three, six, ... before or behind that level, each once; *taken, with
   room for all, gets the indices of their keys.  Their number.  And puts them back. */
size_t state_set_take_level(state_set *s, const uint64_t *keys, size_t count, uint32_t levels,
                            uint32_t *taken);
void state_set_put_level(state_set *s, const uint64_t *keys, size_t count, uint32_t levels);
/* Repeats are not wanted any more; the set takes less memory then, where there is enough to change
   it. */
void state_set_forget_levels(state_set *s);

/* Changes max_bytes; the states stay. */
void state_set_limit(state_set *s, size_t max_bytes);
uint64_t state_set_count(const state_set *s);
size_t state_set_memory(const state_set *s); /* bytes in use */
state_set_kind state_set_kind_of(const state_set *s);

#endif
