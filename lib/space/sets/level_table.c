/* level_table.c - where the states of one level are in it. */
#include "space/sets/level_table.h"

#include <assert.h>
#include <string.h>

#include "base/containers/prefetch.h"

enum {
    FIRST_SLOTS = 256,
    AT_ONCE = 512, /* states whose slots are fetched before the first is looked at */
};

/* ---- slots ------------------------------------------------------------------------------- */

ALWAYS_INLINE uint64_t hash_of_state(const uint64_t *state, unsigned words)
{
    uint64_t hash = state[0] * 0x9e3779b97f4a7c15u;
    for (unsigned w = 1; w < words; w++)
        hash = ((hash ^ hash >> 32) + state[w]) * 0x9e3779b97f4a7c15u;
    return (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
}

ALWAYS_INLINE const uint64_t *level_state(const uint64_t *level, uint32_t index, unsigned words)
{
    return level + (size_t)index * words;
}

static uint64_t slots_for(uint64_t count)
{
    uint64_t slots = FIRST_SLOTS;
    while (slots / 3 * 2 < count)
        slots *= 2;
    return slots;
}

static bool make_level_slots(level_table *t, uint64_t slots)
{
    if (!bigarray_reserve_huge(&t->indices, slots * sizeof(uint32_t)))
        return false;
    t->slots = slots;
    t->shift = 64 - (unsigned)__builtin_ctzll(slots);
    return true;
}

/* ---- adding ------------------------------------------------------------------------------ */

/* AT_ONCE states at most. */
ALWAYS_INLINE void insert_few(level_table *t, const uint64_t *level, const uint32_t *index,
                              size_t count, unsigned words)
{
    uint32_t *const slots = t->indices.at;
    const uint64_t mask = t->slots - 1;
    const uint32_t first = t->count;
    const unsigned shift = t->shift;
    uint64_t home[AT_ONCE];
    for (size_t i = 0; i < count; i++) {
        const uint32_t at = index ? index[i] : first + (uint32_t)i;
        home[i] = hash_of_state(level_state(level, at, words), words) >> shift;
        prefetch_far(slots + home[i]);
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t at = home[i];
        while (slots[at])
            at = (at + 1) & mask;
        slots[at] = 1 + (index ? index[i] : first + (uint32_t)i);
    }
    t->count += (uint32_t)count;
}

static void insert_all(level_table *t, const uint64_t *level, const uint32_t *index, size_t count)
{
    for (size_t i = 0; i < count; i += AT_ONCE) {
        const size_t few = count - i < AT_ONCE ? count - i : AT_ONCE;
        if (t->words == 1)
            insert_few(t, level, index ? index + i : NULL, few, 1);
        else
            insert_few(t, level, index ? index + i : NULL, few, t->words);
    }
}

/* Moves what the old slots hold to the new ones. */
static bool grow_level_table(level_table *t, const uint64_t *level, uint64_t slots)
{
    level_table fresh = level_table_make(t->words);
    if (!make_level_slots(&fresh, slots))
        return false;
    const uint32_t *const held = t->indices.at;
    uint32_t some[AT_ONCE];
    size_t count = 0;
    for (uint64_t i = 0; i < t->slots; i++) {
        some[count] = held[i] - 1;
        count += held[i] != 0;
        if (count == AT_ONCE || i + 1 == t->slots) {
            insert_all(&fresh, level, some, count);
            count = 0;
        }
    }
    level_table_free(t);
    *t = fresh;
    return true;
}

bool level_table_insert(level_table *t, const uint64_t *level, const uint32_t *index, size_t count)
{
    const uint64_t slots = slots_for((uint64_t)t->count + count);
    assert(t->count + count < LEVEL_ABSENT);
    if (slots > t->slots &&
        !(t->count ? grow_level_table(t, level, slots) : make_level_slots(t, slots)))
        return false;
    insert_all(t, level, index, count);
    return true;
}

/* ---- finding ----------------------------------------------------------------------------- */

/* AT_ONCE states at most. */
ALWAYS_INLINE void find_few(const level_table *t, const uint64_t *level, const uint64_t *states,
                            size_t count, uint32_t *index, unsigned words)
{
    const uint32_t *const slots = t->indices.at;
    const uint64_t mask = t->slots - 1;
    uint64_t home[AT_ONCE];
    for (size_t i = 0; i < count; i++) {
        home[i] = hash_of_state(states + i * words, words) >> t->shift;
        prefetch_far(slots + home[i]);
    }
    for (size_t i = 0; i < count; i++) {
        index[i] = slots[home[i]];
        prefetch_far(level_state(level, index[i] ? index[i] - 1 : 0, words));
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t *const state = states + i * words;
        uint64_t at = home[i];
        uint32_t found = index[i];
        while (found &&
               memcmp(level_state(level, found - 1, words), state, words * sizeof *state) != 0)
            found = slots[at = (at + 1) & mask];
        index[i] = found - 1; /* LEVEL_ABSENT + 1 is 0 */
    }
}

void level_table_find(const level_table *t, const uint64_t *level, const uint64_t *states,
                      size_t count, uint32_t *index)
{
    if (!t->count)
        memset(index, 0xff, count * sizeof *index);
    for (size_t i = 0; t->count && i < count; i += AT_ONCE) {
        const size_t few = count - i < AT_ONCE ? count - i : AT_ONCE;
        if (t->words == 1)
            find_few(t, level, states + i, few, index + i, 1);
        else
            find_few(t, level, states + i * t->words, few, index + i, t->words);
    }
}

/* ---- the table --------------------------------------------------------------------------- */

level_table level_table_make(unsigned words)
{
    return (level_table){.words = words};
}

void level_table_free(level_table *t)
{
    bigarray_free(&t->indices);
}

void level_table_clear(level_table *t)
{
    if (t->slots)
        memset(t->indices.at, 0, t->slots * sizeof(uint32_t));
    if (t->slots > slots_for(t->count))
        make_level_slots(t, slots_for(t->count));
    t->count = 0;
}

size_t level_table_memory(const level_table *t, uint64_t count)
{
    const uint64_t slots = slots_for(count);
    if (slots <= t->slots)
        return t->indices.bytes;
    /* what has indices stays until they have moved */
    return (t->count ? t->indices.bytes : 0) + slots * sizeof(uint32_t);
}
