/* level_table.c - the keys of one level's states and their indices in it. */
#include "space/sets/level_table.h"

#include <assert.h>
#include <string.h>

#include "base/containers/prefetch.h"

enum { FIRST_SLOTS = 256, FETCH_AHEAD = 24 };

/* ---- slots ------------------------------------------------------------------------------- */

ALWAYS_INLINE uint64_t home_of_level_key(const level_table *t, const uint64_t *key)
{
    return key[t->key_words - 1] * 0x9e3779b97f4a7c15u >> t->shift;
}

/* The slot of the key, or the empty one where it belongs. */
ALWAYS_INLINE uint64_t find_level_slot(const level_table *t, const uint64_t *key, unsigned words)
{
    const uint64_t *keys = t->keys.at;
    const uint32_t *indices = t->indices.at;
    uint64_t at = home_of_level_key(t, key);
    while (indices[at] && memcmp(keys + at * words, key, words * sizeof *key) != 0)
        at = (at + 1) & (t->slots - 1);
    return at;
}

ALWAYS_INLINE void fetch_level_slot(const level_table *t, const uint64_t *key)
{
    uint64_t at = home_of_level_key(t, key);
    prefetch_far((const uint64_t *)t->keys.at + at * t->key_words);
    prefetch_far((const uint32_t *)t->indices.at + at);
}

/* ---- room ---------------------------------------------------------------------------------- */

static uint64_t slots_for(uint64_t count)
{
    uint64_t slots = FIRST_SLOTS;
    while (slots / 3 * 2 < count)
        slots *= 2;
    return slots;
}

static void set_level_slots(level_table *t, uint64_t slots)
{
    t->slots = slots;
    t->shift = 64 - (unsigned)__builtin_ctzll(slots);
}

static bool make_level_slots(level_table *t, uint64_t slots)
{
    if (!bigarray_reserve_exactly(&t->keys, slots * t->key_words * sizeof(uint64_t)) ||
        !bigarray_reserve_exactly(&t->indices, slots * sizeof(uint32_t)))
        return false;
    set_level_slots(t, slots);
    return true;
}

static bool grow_level_table(level_table *t, uint64_t slots)
{
    level_table fresh = level_table_make(t->key_words);
    if (!make_level_slots(&fresh, slots)) {
        level_table_free(&fresh);
        return false;
    }
    const unsigned words = t->key_words;
    const uint64_t *keys = t->keys.at;
    const uint32_t *indices = t->indices.at;
    for (uint64_t i = 0; i < t->slots; i++) {
        if (!indices[i])
            continue;
        uint64_t at = find_level_slot(&fresh, keys + i * words, words);
        memcpy((uint64_t *)fresh.keys.at + at * words, keys + i * words, words * sizeof *keys);
        ((uint32_t *)fresh.indices.at)[at] = indices[i];
    }
    fresh.count = t->count;
    level_table_free(t);
    *t = fresh;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------ */

level_table level_table_make(unsigned key_words)
{
    return (level_table){.key_words = key_words};
}

void level_table_free(level_table *t)
{
    bigarray_free(&t->keys);
    bigarray_free(&t->indices);
}

void level_table_clear(level_table *t)
{
    if (t->slots)
        memset(t->indices.at, 0, t->slots * sizeof(uint32_t));
    if (t->slots > slots_for(t->count))
        set_level_slots(t, slots_for(t->count));
    t->count = 0;
}

ALWAYS_INLINE void find_level_keys(const level_table *t, const uint64_t *keys, size_t count,
                                   uint32_t *index, unsigned words)
{
    const level_table apart = *t; /* which no store changes */
    const uint32_t *indices = t->indices.at;
    for (size_t i = 0; i < count; i++) {
        if (i + FETCH_AHEAD < count)
            fetch_level_slot(&apart, keys + (i + FETCH_AHEAD) * words);
        index[i] = indices[find_level_slot(&apart, keys + i * words, words)] - 1;
    }
}

void level_table_find(const level_table *t, const uint64_t *keys, size_t count, uint32_t *index)
{
    if (!t->count)
        memset(index, 0xff, count * sizeof *index);
    else if (t->key_words == 1)
        find_level_keys(t, keys, count, index, 1);
    else
        find_level_keys(t, keys, count, index, t->key_words);
}

ALWAYS_INLINE void insert_level_keys(level_table *t, const uint64_t *keys, const uint32_t *index,
                                     size_t count, unsigned words)
{
    const level_table apart = *t;
    uint64_t *const stored = t->keys.at;
    uint32_t *const indices = t->indices.at;
    for (size_t i = 0; i < count; i++) {
        const size_t ahead = i + FETCH_AHEAD < count ? i + FETCH_AHEAD : i;
        fetch_level_slot(&apart, keys + ahead * words);
        uint64_t at = find_level_slot(&apart, keys + i * words, words);
        assert(!indices[at]);
        memcpy(stored + at * words, keys + i * words, words * sizeof *keys);
        indices[at] = 1 + (index ? index[i] : apart.count + (uint32_t)i);
    }
    t->count += (uint32_t)count;
}

bool level_table_insert(level_table *t, const uint64_t *keys, const uint32_t *index, size_t count)
{
    const uint64_t slots = slots_for((uint64_t)t->count + count);
    assert(t->count + count < LEVEL_ABSENT);
    if (slots > t->slots && !(t->count ? grow_level_table(t, slots) : make_level_slots(t, slots)))
        return false;
    if (t->key_words == 1)
        insert_level_keys(t, keys, index, count, 1);
    else
        insert_level_keys(t, keys, index, count, t->key_words);
    return true;
}

size_t level_table_memory(const level_table *t, uint64_t count)
{
    const size_t now = t->keys.bytes + t->indices.bytes;
    const uint64_t slots = slots_for(count);
    if (slots <= t->slots)
        return now;
    /* what has keys stays until they have moved */
    return (t->count ? now : 0) + slots * (t->key_words * sizeof(uint64_t) + sizeof(uint32_t));
}
