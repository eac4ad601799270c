/* visited_direct.c - the visited set, directly addressed. */
#include "space/visited_direct.h"

#include <assert.h>

#include "space/visited_table.h"

static uint64_t table_bytes(const visited *s)
{
    return s->product * sizeof(uint32_t);
}

uint64_t visited_direct_bytes(const visited *s)
{
    const unsigned parts = s->shape.bits / INDEX_PART_BITS + 1;
    return table_bytes(s) + parts * sizeof *s->indices.part;
}

static void number_all(uint32_t *table, const state_keys *indices, const uint64_t *states,
                       size_t count)
{
    uint64_t keys[CHUNK];
    for (size_t at = 0; at < count; at += CHUNK) {
        const size_t chunk = count - at < CHUNK ? count - at : CHUNK;
        state_keys_make(indices, states + at, chunk, keys);
        for (size_t i = 0; i < chunk; i++)
            table[keys[i]] = (uint32_t)(at + i + 1);
    }
}

bool visited_go_direct(visited *s)
{
    bigarray table = {0};
    assert(s->product && !s->direct && s->words == 1);
    if (!state_keys_direct(&s->indices, &s->shape, s->product) ||
        !bigarray_reserve_exactly(&table, table_bytes(s))) {
        state_keys_free(&s->indices);
        return false;
    }
    number_all(table.at, &s->indices, s->states.at, s->count);
    bigarray_free(&s->table);
    s->table = table;
    s->direct = true;
    return true;
}

/* To the first-level cache: such tables are small enough that little waits for memory. */
ALWAYS_INLINE void fetch_number(const uint32_t *table, const uint64_t *keys, size_t i, size_t count)
{
    __builtin_prefetch(table + keys[i + AHEAD < count ? i + AHEAD : i], 1);
}

/* The state is stored as the next one in any case, and counts where it is new: no branch. */
ALWAYS_INLINE void add_all(visited *s, const uint64_t *states, const uint64_t *keys, size_t count,
                           uint32_t *numbers)
{
    uint32_t *table = s->table.at, known = s->count;
    uint64_t *stored = s->states.at;
    for (size_t i = 0; i < count; i++) {
        fetch_number(table, keys, i, count);
        const uint32_t before = table[keys[i]];
        stored[known] = states[i];
        known += !before;
        numbers[i] = table[keys[i]] = before ? before : known;
    }
    s->count = known;
}

/* As add_new, where some may be known. */
static size_t add_within(visited *s, const uint64_t *states, const uint64_t *keys, size_t count,
                         uint32_t *numbers, uint32_t most)
{
    uint32_t *table = s->table.at;
    uint64_t *stored = s->states.at;
    for (size_t i = 0; i < count; i++) {
        uint32_t *number = table + keys[i];
        if (!*number && s->count >= most)
            return i;
        if (!*number) {
            stored[s->count] = states[i];
            *number = ++s->count;
        }
        numbers[i] = *number;
    }
    return count;
}

size_t visited_add_direct(visited *s, const uint64_t *states, size_t count, uint32_t *numbers,
                          uint32_t most)
{
    uint64_t keys[CHUNK];
    uint32_t unwanted[CHUNK];
    assert(count <= CHUNK);
    state_keys_make(&s->indices, states, count, keys);
    if (s->count + (uint64_t)count > most)
        return add_within(s, states, keys, count, numbers ? numbers : unwanted, most);
    add_all(s, states, keys, count, numbers ? numbers : unwanted);
    return count;
}

void visited_find_direct(const visited *s, const uint64_t *states, size_t count, uint32_t *numbers)
{
    const uint32_t *table = s->table.at;
    uint64_t keys[CHUNK];
    state_keys_make(&s->indices, states, count, keys);
    for (size_t i = 0; i < count; i++) {
        fetch_number(table, keys, i, count);
        numbers[i] = table[keys[i]];
    }
}
