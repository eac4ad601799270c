/* plain_set.c - whole keys in a hash table with open addressing. */
#include "space/sets/plain_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/prefetch.h"

enum {
    FIRST_SLOTS = 64,
    FETCH_AHEAD = 16,
};

/* ---- capacity ------------------------------------------------------------------------- */

/* Three quarters of the slots, and one is always empty. */
static uint64_t keys_in_slots(uint64_t slots)
{
    return slots - slots / 4;
}

static size_t bytes_of_slots(const plain_set *s, uint64_t slots)
{
    return slots * s->words * sizeof(uint64_t);
}

static uint64_t next_plain_slots(const plain_set *s)
{
    const uint64_t more = s->slots ? s->slots + s->slots / 2 : FIRST_SLOTS;
    const uint64_t most = s->max_bytes ? s->max_bytes / bytes_of_slots(s, 1) : more;
    return more <= most ? more : most > s->slots + s->slots / 8 ? most : s->slots;
}

/* ---- slots ------------------------------------------------------------------------------ */

ALWAYS_INLINE uint64_t home_slot(const plain_set *s, uint64_t last, uint64_t slots)
{
    return scale_hash(last << s->owner_bits, slots);
}

ALWAYS_INLINE bool slot_is(const uint64_t *slot, const uint64_t *key, unsigned words)
{
    uint64_t differs = slot[words - 1] ^ key[words - 1];
    for (unsigned w = 0; !differs && w + 1 < words; w++)
        differs = slot[w] ^ key[w];
    return !differs;
}

ALWAYS_INLINE bool slot_is_empty(const uint64_t *slot, unsigned words)
{
    uint64_t set = slot[words - 1];
    for (unsigned w = 0; !set && w + 1 < words; w++)
        set = slot[w];
    return !set;
}

/* The slot of the key, or the empty one where it belongs. */
ALWAYS_INLINE uint64_t *find_slot(const plain_set *s, const uint64_t *key, unsigned words)
{
    uint64_t *table = s->table.at, *slot;
    uint64_t at = home_slot(s, key[words - 1], s->slots);
    for (;; at = at + 1 == s->slots ? 0 : at + 1) {
        slot = table + at * words;
        if (slot_is(slot, key, words) || slot_is_empty(slot, words))
            return slot;
    }
}

/* ---- growing ------------------------------------------------------------------------------ */

typedef struct aside {
    uint64_t *keys;
    size_t words, room;
} aside;

/* Empties the slot. */
static bool put_aside(aside *a, uint64_t *slot, unsigned words)
{
    if (!array_reserve(&a->keys, &a->room, a->words + words, sizeof *a->keys))
        return false;
    memcpy(a->keys + a->words, slot, words * sizeof *slot);
    memset(slot, 0, words * sizeof *slot);
    a->words += words;
    return true;
}

/* Moves the key of slot `from` to its place among the slots from there on, which hold only keys
   that were moved; aside, if it belongs before them or would run over the end. */
ALWAYS_INLINE bool move_key(plain_set *s, uint64_t from, uint64_t slots, aside *a, unsigned words)
{
    uint64_t *const table = s->table.at, *const old = table + from * words;
    uint64_t to = home_slot(s, old[words - 1], slots);
    if (to == from || slot_is_empty(old, words))
        return true;
    if (to < from)
        return put_aside(a, old, words);
    while (to < slots && !slot_is_empty(table + to * words, words))
        to++;
    if (to == slots)
        return put_aside(a, old, words);
    for (unsigned w = 0; w < words; w++) {
        table[to * words + w] = old[w];
        old[w] = 0;
    }
    return true;
}

ALWAYS_INLINE bool move_keys(plain_set *s, uint64_t slots, aside *a, unsigned words)
{
    bool ok = true;
    for (uint64_t from = s->slots; ok && from-- > 0;)
        ok = move_key(s, from, slots, a, words);
    return ok;
}

static bool grow_plain(plain_set *s, uint64_t slots)
{
    aside a = {0};
    bool ok = bigarray_reserve_exactly(&s->table, bytes_of_slots(s, slots)) &&
              (s->words == 2   ? move_keys(s, slots, &a, 2)
               : s->words == 3 ? move_keys(s, slots, &a, 3)
                               : move_keys(s, slots, &a, s->words));
    if (ok)
        s->slots = slots;
    for (size_t at = 0; ok && at < a.words; at += s->words)
        memcpy(find_slot(s, a.keys + at, s->words), a.keys + at, s->words * sizeof(uint64_t));
    free(a.keys);
    return ok;
}

bool plain_set_reserve(plain_set *s, size_t more)
{
    bool ok = true;
    for (uint64_t slots; ok && s->count + more > keys_in_slots(s->slots) &&
                         (slots = next_plain_slots(s)) > s->slots;)
        ok = grow_plain(s, slots);
    return ok;
}

/* ---- adding -------------------------------------------------------------------------------- */

ALWAYS_INLINE void fetch_slot(const plain_set *s, const uint64_t *key, unsigned words)
{
    const uint64_t *slot =
        (const uint64_t *)s->table.at + home_slot(s, key[words - 1], s->slots) * words;
    prefetch_far(slot);
    if (words > 1) /* it may lie across lines of the cache */
        prefetch_far(slot + words - 1);
}

ALWAYS_INLINE key_addition add_key(plain_set *s, const uint64_t *key, unsigned words, uint64_t most)
{
    const bool zero = slot_is_empty(key, words);
    uint64_t *slot = zero ? NULL : find_slot(s, key, words);
    if (zero ? s->has_zero : !slot_is_empty(slot, words))
        return KEY_KNOWN;
    if (s->count >= most)
        return KEY_NO_ROOM;
    if (zero)
        s->has_zero = true;
    else
        memcpy(slot, key, words * sizeof *key);
    s->count++;
    return KEY_NEW;
}

ALWAYS_INLINE void add_keys(plain_set *s, key_batch *b, unsigned words)
{
    const uint64_t most = keys_in_slots(s->slots);
    for (size_t i = b->from; i < b->from + FETCH_AHEAD && i < b->to; i++)
        fetch_slot(s, b->keys + i * words, words);
    for (; b->from < b->to; b->from++) {
        const uint64_t *key = b->keys + b->from * words;
        if (b->from + FETCH_AHEAD < b->to)
            fetch_slot(s, key + (size_t)FETCH_AHEAD * words, words);
        key_addition result = add_key(s, key, words, most);
        if (result == KEY_NO_ROOM)
            return;
        if (result == KEY_NEW)
            b->fresh[b->fresh_count++] = (uint32_t)b->from;
    }
}

bool plain_set_add(plain_set *s, key_batch *b)
{
    if (!s->slots)
        return true;
    switch (s->words) {
    case 1: add_keys(s, b, 1); break;
    case 2: add_keys(s, b, 2); break;
    case 3: add_keys(s, b, 3); break;
    default: add_keys(s, b, s->words); break;
    }
    return true;
}

key_addition plain_set_add_one(plain_set *s, const uint64_t *key)
{
    if (!plain_set_reserve(s, 1))
        return KEY_NO_MEMORY;
    return s->slots ? add_key(s, key, s->words, keys_in_slots(s->slots)) : KEY_NO_ROOM;
}

bool plain_set_has(const plain_set *s, const uint64_t *key)
{
    if (slot_is_empty(key, s->words))
        return s->has_zero;
    return s->slots && !slot_is_empty(find_slot(s, key, s->words), s->words);
}

/* The first slot from `at` on that is empty, or not empty; s->slots: none. */
static uint64_t next_slot(const plain_set *s, uint64_t at, bool empty)
{
    const uint64_t *table = s->table.at;
    while (at < s->slots && slot_is_empty(table + at * s->words, s->words) != empty)
        at++;
    return at;
}

const uint64_t *plain_set_next(const plain_set *s, uint64_t *slot)
{
    const uint64_t *table = s->table.at;
    if (*slot < s->slots)
        *slot = next_slot(s, *slot, false);
    if (*slot < s->slots)
        return table + (*slot)++ * s->words;
    /* An empty slot reads as the key that is in none. */
    return (*slot)++ == s->slots && s->has_zero ? table + next_slot(s, 0, true) * s->words : NULL;
}

/* ---- the set --------------------------------------------------------------------------------- */

plain_set plain_set_make(unsigned words, unsigned owner_bits, size_t max_bytes)
{
    return (plain_set){.words = words, .owner_bits = owner_bits, .max_bytes = max_bytes};
}

void plain_set_free(plain_set *s)
{
    bigarray_free(&s->table);
}

size_t plain_set_memory(const plain_set *s)
{
    return bytes_of_slots(s, s->slots);
}
