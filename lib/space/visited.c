/* visited.c - the visited set: adding and finding states, a batch at a time. */
#include "space/visited.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "space/visited_direct.h"
#include "space/visited_table.h"

enum {
    FIRST_SLOTS = 1 << 10,
    SMALL_SLOTS = 1 << 22,  /* 32 MiB  */
    MIDDLE_SLOTS = 1 << 25, /* 256 MiB */
    DIRECT_MOST = 16,       /* times the next table */
    DIRECT_LITTLE = 256     /* 1 / DIRECT_LITTLE of the limit */
};

/* ---- capacity --------------------------------------------- */

/* States that a table of so many bytes may hold: `reach`, within max_bytes. */
static uint64_t states_within(const visited *s, uint64_t table_bytes, uint64_t reach)
{
    if (!s->max_bytes)
        return reach;
    if (table_bytes >= s->max_bytes)
        return 0;
    uint64_t states = (s->max_bytes - table_bytes) / (s->words * sizeof(uint64_t));
    return states < reach ? states : reach;
}

/* A table of hashes is full at 5/6 of the slots. */
static uint64_t capacity_of(const visited *s, uint64_t slots)
{
    return states_within(s, slots * sizeof(uint64_t), slots / 6 * 5 + slots % 6 * 5 / 6);
}

static uint64_t capacity(const visited *s)
{
    return s->direct ? states_within(s, visited_direct_bytes(s), VISITED_MAX)
                     : capacity_of(s, s->lines * LINE);
}

/* Small tables grow by four and middle ones by two, so that slots are seldom moved; large ones by a
   half, so that not too much is empty; and all by a half where limits allow no more. */
static uint64_t next_slots(const visited *s)
{
    const uint64_t slots = s->lines * LINE, unit = VISITED_SHARDS * LINE;
    const uint64_t factor = slots * 4 <= SMALL_SLOTS ? 4 : slots * 2 <= MIDDLE_SLOTS ? 2 : 1;
    if (!slots)
        return FIRST_SLOTS;
    return factor > 1 && capacity_of(s, slots * factor) > capacity_of(s, slots)
               ? slots * factor
               : (slots + slots / 2) / unit * unit;
}

static uint64_t capacity_when_grown(const visited *s)
{
    return s->direct ? capacity(s) : capacity_of(s, next_slots(s));
}

/* Ranks take no more than the next table of hashes; or, since states are found much faster by them,
   than one that is many times as large, where that is little of what the limit allows.  Small sets
   are not worth the tables of indices. */
static bool is_worth_direct(const visited *s)
{
    const uint64_t next = next_slots(s) * sizeof(uint64_t), indices = visited_direct_bytes(s);
    const bool little = !s->max_bytes || indices <= s->max_bytes / DIRECT_LITTLE;
    return s->product && s->lines && indices <= (little ? next * DIRECT_MOST : next);
}

static bool grow(visited *s)
{
    return is_worth_direct(s) ? visited_go_direct(s) : visited_grow(s, next_slots(s) / LINE);
}

uint64_t visited_room(const visited *s)
{
    uint64_t now = capacity(s), then = capacity_when_grown(s);
    uint64_t most = now > then ? now : then;
    if (most > s->max_count)
        most = s->max_count;
    return most > s->count ? most - s->count : 0;
}

/* Makes room for `more` states, or as many as the limits allow. */
static bool grow_within_limits(visited *s, size_t more)
{
    uint64_t need = (uint64_t)s->count + more;
    if (need > s->max_count)
        need = s->max_count;
    while (need > capacity(s) && capacity_when_grown(s) > capacity(s))
        if (!grow(s))
            return false;
    return bigarray_reserve(&s->states, need * s->words * sizeof(uint64_t));
}

/* ---- a chunk at a time -------------------------------------------------------- */

typedef struct probe {
    const uint32_t *tag;
    uint32_t likely[CHUNK];
} probe;

/* The first of two prefetches for a state: its line. */
ALWAYS_INLINE void fetch_line(const visited *s, const probe *p, size_t i)
{
    prefetch_far((const uint64_t *)s->table.at + home_line(s->lines, p->tag[i]) * LINE);
}

/* The second: the state that the line refers to. */
ALWAYS_INLINE void fetch_candidate(const visited *s, probe *p, size_t i, unsigned words)
{
    const uint64_t *table = s->table.at, *stored = s->states.at;
    uint32_t number = p->likely[i] = likely_number(table, s->lines, p->tag[i]);
    prefetch_far(number ? &stored[(number - (size_t)1) * words]
                        : overflow_line(table, s->lines, p->tag[i]));
}

/* Both, for the states AHEAD and twice that behind state i. */
ALWAYS_INLINE void prefetch_ahead(const visited *s, probe *p, size_t count, size_t i,
                                  unsigned words)
{
    if (i + 2 * AHEAD < count)
        fetch_line(s, p, i + 2 * AHEAD);
    if (i + AHEAD < count)
        fetch_candidate(s, p, i + AHEAD, words);
}

ALWAYS_INLINE void prefetch_first(const visited *s, probe *p, size_t count, unsigned words)
{
    for (size_t i = 0; i < 2 * AHEAD && i < count; i++)
        fetch_line(s, p, i);
    for (size_t i = 0; i < AHEAD && i < count; i++)
        fetch_candidate(s, p, i, words);
}

/* The number of a state; or 0, and *at becomes the empty slot where it belongs. */
ALWAYS_INLINE uint32_t find_number_or_slot(const visited *s, uint64_t *at, uint32_t tag,
                                           const uint64_t *state, unsigned words)
{
    const uint64_t *table = s->table.at, *stored = s->states.at;
    for (uint64_t l = home_line(s->lines, tag);; l = l + 1 == s->lines ? 0 : l + 1) {
        const uint64_t *line = table + l * LINE;
        for (unsigned bits = matching_slots(line, tag); bits; bits &= bits - 1) {
            uint32_t number = (uint32_t)line[__builtin_ctz(bits)];
            if (equal_words(&stored[(number - 1) * (size_t)words], state, words))
                return number;
        }
        unsigned empty = empty_slots(line);
        if (empty) {
            *at = l * LINE + (unsigned)__builtin_ctz(empty);
            return 0;
        }
    }
}

/* The likely number is nearly always right, which saves the search. */
ALWAYS_INLINE bool matches_candidate(const visited *s, const probe *p, size_t i,
                                     const uint64_t *state, unsigned words)
{
    const uint64_t *stored = s->states.at;
    return p->likely[i] && equal_words(&stored[(p->likely[i] - 1) * (size_t)words], state, words);
}

/* Adds states while their count is below `most`; returns how many were processed. */
ALWAYS_INLINE size_t add_chunk(visited *s, const uint64_t *states, const uint32_t *tags,
                               size_t count, uint32_t *numbers, uint32_t most, unsigned words)
{
    probe p = {.tag = tags};
    prefetch_first(s, &p, count, words);
    uint64_t *table = s->table.at, *stored = s->states.at, at = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        prefetch_ahead(s, &p, count, i, words);
        uint32_t number = p.likely[i];
        if (!matches_candidate(s, &p, i, state, words))
            number = find_number_or_slot(s, &at, p.tag[i], state, words);
        if (!number) {
            if (s->count >= most)
                return i;
            for (unsigned w = 0; w < words; w++)
                stored[s->count * (size_t)words + w] = state[w];
            number = ++s->count;
            table[at] = (uint64_t)p.tag[i] << 32 | number;
        }
        if (numbers)
            numbers[i] = number;
    }
    return count;
}

ALWAYS_INLINE void find_chunk(const visited *s, const uint64_t *states, const uint32_t *tags,
                              size_t count, uint32_t *numbers, unsigned words)
{
    probe p = {.tag = tags};
    uint64_t at;
    prefetch_first(s, &p, count, words);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        prefetch_ahead(s, &p, count, i, words);
        numbers[i] = matches_candidate(s, &p, i, state, words)
                         ? p.likely[i]
                         : find_number_or_slot(s, &at, p.tag[i], state, words);
    }
}

static void hash_chunk(unsigned words, const uint64_t *states, size_t count, uint32_t *tags)
{
    switch (words) {
    case 1:
        for (size_t i = 0; i < count; i++)
            tags[i] = state_tag(states + i, 1);
        break;
    case 2:
        for (size_t i = 0; i < count; i++)
            tags[i] = state_tag(states + i * 2, 2);
        break;
    default:
        for (size_t i = 0; i < count; i++)
            tags[i] = state_tag(states + i * words, words);
    }
}

static size_t insert_chunk(visited *s, const uint64_t *states, size_t count, uint32_t *numbers)
{
    uint32_t tags[CHUNK];
    uint64_t most = capacity(s);
    uint32_t limit = most < s->max_count ? (uint32_t)most : s->max_count;
    if (s->direct)
        return visited_add_direct(s, states, count, numbers, limit);
    assert(s->lines && s->count < s->lines * LINE); /* there is an empty slot */
    hash_chunk(s->words, states, count, tags);
    switch (s->words) {
    case 1: return add_chunk(s, states, tags, count, numbers, limit, 1);
    case 2: return add_chunk(s, states, tags, count, numbers, limit, 2);
    default: return add_chunk(s, states, tags, count, numbers, limit, s->words);
    }
}

/* ---- the set -------------------------------------------------------------------- */

visited visited_make(unsigned words, uint32_t most)
{
    assert(words);
    return (visited){.words = words, .max_count = most < VISITED_MAX ? most : VISITED_MAX};
}

void visited_set_shape(visited *s, const state_set_shape *shape)
{
    assert(!s->count && shape->words == s->words);
    s->shape = *shape;
    s->product = state_product(shape, UINT32_MAX);
}

void visited_free(visited *s)
{
    bigarray_free(&s->states);
    bigarray_free(&s->table);
    if (s->direct)
        state_keys_free(&s->indices);
}

int visited_add(visited *s, const uint64_t *states, size_t count, uint32_t *numbers, size_t *added,
                wgcq_error *err)
{
    for (*added = 0; *added < count;) {
        size_t chunk = count - *added < CHUNK ? count - *added : CHUNK;
        if (!grow_within_limits(s, chunk))
            return error_set_memory(err);
        if (!s->lines && !s->direct)
            return 0; /* the limits allow no table at all */
        const uint64_t *from = states + *added * s->words;
        size_t done = insert_chunk(s, from, chunk, numbers ? numbers + *added : NULL);
        *added += done;
        if (done < chunk)
            return 0;
    }
    return 0;
}

void visited_find(const visited *s, const uint64_t *states, size_t count, uint32_t *numbers)
{
    if (!s->lines && !s->direct) {
        memset(numbers, 0, count * sizeof *numbers);
        return;
    }
    for (size_t at = 0; at < count; at += CHUNK) {
        size_t chunk = count - at < CHUNK ? count - at : CHUNK;
        const uint64_t *from = states + at * s->words;
        uint32_t tags[CHUNK];
        if (s->direct) {
            visited_find_direct(s, from, chunk, numbers + at);
            continue;
        }
        hash_chunk(s->words, from, chunk, tags);
        switch (s->words) {
        case 1: find_chunk(s, from, tags, chunk, numbers + at, 1); break;
        case 2: find_chunk(s, from, tags, chunk, numbers + at, 2); break;
        default: find_chunk(s, from, tags, chunk, numbers + at, s->words); break;
        }
    }
}

size_t visited_memory(const visited *s)
{
    const uint64_t table = s->direct ? visited_direct_bytes(s) : s->lines * LINE * sizeof(uint64_t);
    return s->count * (size_t)s->words * sizeof(uint64_t) + table;
}
