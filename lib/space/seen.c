/* seen.c - open addressing over an array of packed states, a batch at a time. */
#include "space/seen.h"

#include <string.h>

#include "base/fault.h"

enum {
    CHUNK = 256, /* states that are looked up at a time: their cache lines fit the first cache */
    FIRST_SLOTS = 1 << 10,
};

#define FETCH(place)  __builtin_prefetch((place), 1)
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- where a state belongs ------------------------------------------------ */

ALWAYS_INLINE uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xe9846af9b1a615d7u;
    x ^= x >> 32;
    x *= 0xe9846af9b1a615d7u;
    return x ^ x >> 28;
}

ALWAYS_INLINE uint32_t hash(const uint64_t *state, unsigned words)
{
    uint64_t h = mix(state[0]);
    for (unsigned w = 1; w < words; w++)
        h = mix((h << 23 | h >> 41) ^ (state[w] + w * 0x9e3779b97f4a7c15u));
    return (uint32_t)(h >> 32);
}

ALWAYS_INLINE bool same(const uint64_t *a, const uint64_t *b, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        if (a[w] != b[w])
            return false;
    return true;
}

/* Scales the hash to the table, so that slots are in the order of their hashes. */
ALWAYS_INLINE uint64_t home(uint64_t half, uint32_t tag)
{
    return tag * half >> 31;
}

ALWAYS_INLINE uint64_t after(uint64_t half, uint64_t at)
{
    return at + 1 == 2 * half ? 0 : at + 1;
}

/* ---- how much there is room for --------------------------------------------- */

/* States that a table of so many slots may hold, under the limit of bytes. */
static uint64_t reach(const seen *s, uint64_t slots)
{
    uint64_t reach = slots / 5 * 4 + slots % 5 * 4 / 5;
    if (!s->most_bytes)
        return reach;
    if (slots * sizeof(uint64_t) >= s->most_bytes)
        return 0;
    uint64_t states = (s->most_bytes - slots * sizeof(uint64_t)) / (s->words * sizeof(uint64_t));
    return states < reach ? states : reach;
}

/* Small tables grow fast; of large ones none is larger than need be. */
static uint64_t next_slots(const seen *s)
{
    uint64_t slots = 2 * s->half;
    if (!slots)
        return FIRST_SLOTS;
    uint64_t half_more = (slots + slots / 2 + 1) & ~(uint64_t)1;
    if (slots >= (uint64_t)1 << 21)
        return half_more;
    uint64_t next = slots < (uint64_t)1 << 20 ? slots * 4 : slots * 2;
    return reach(s, next) > reach(s, slots) ? next : half_more;
}

uint64_t seen_room(const seen *s)
{
    uint64_t now = reach(s, 2 * s->half), then = reach(s, next_slots(s));
    uint64_t most = now > then ? now : then;
    if (most > s->most)
        most = s->most;
    return most > s->count ? most - s->count : 0;
}

/* Both tables are walked from front to back, since their order is the same; what was read of the
   old one is given back as the new one fills. */
static void move_slots(region *from, uint64_t from_slots, region *to, uint64_t half)
{
    enum { STEP = 1 << 19 };
    const uint64_t *old = from->at;
    uint64_t *new = to->at;
    for (uint64_t i = 0; i < from_slots; i++) {
        if (i && i % STEP == 0)
            region_discard(from, (i - STEP) * sizeof *old, i * sizeof *old);
        if (!old[i])
            continue;
        uint64_t at = home(half, (uint32_t)(old[i] >> 32));
        while (new[at])
            at = after(half, at);
        new[at] = old[i];
    }
}

static bool grow_table(seen *s)
{
    uint64_t slots = next_slots(s);
    region table = {0};
    if (!region_reserve_exactly(&table, slots * sizeof(uint64_t)))
        return false;
    move_slots(&s->table, 2 * s->half, &table, slots / 2);
    region_free(&s->table);
    s->table = table;
    s->half = slots / 2;
    return true;
}

/* Makes room for `more`, as far as the limits allow. */
static bool reserve(seen *s, size_t more)
{
    uint64_t need = (uint64_t)s->count + more;
    if (need > s->most)
        need = s->most;
    while (need > reach(s, 2 * s->half) && reach(s, next_slots(s)) > reach(s, 2 * s->half))
        if (!grow_table(s))
            return false;
    return region_reserve(&s->states, need * s->words * sizeof(uint64_t));
}

/* ---- a chunk at a time -------------------------------------------------------- */

typedef struct probe {
    uint32_t tag[CHUNK];
    uint64_t at[CHUNK]; /* the slot looked at */
} probe;

/* Finds for each state the first slot that is empty or holds its hash. */
ALWAYS_INLINE void look_ahead(const seen *s, probe *p, const uint64_t *states, size_t count,
                              unsigned words)
{
    const uint64_t *table = s->table.at, *known = s->states.at, half = s->half;
    for (size_t i = 0; i < count; i++) {
        p->tag[i] = hash(states + i * words, words);
        p->at[i] = home(half, p->tag[i]);
        FETCH(&table[p->at[i]]);
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t at = p->at[i];
        while (table[at] && table[at] >> 32 != p->tag[i])
            at = after(half, at);
        p->at[i] = at;
        if (table[at])
            FETCH(&known[((uint32_t)table[at] - 1) * (size_t)words]);
    }
}

/* The number of a state, or 0, and then *at is the empty slot where it belongs. */
ALWAYS_INLINE uint32_t settle(const seen *s, uint64_t *at, uint32_t tag, const uint64_t *state,
                              unsigned words)
{
    const uint64_t *table = s->table.at, *known = s->states.at;
    for (; table[*at]; *at = after(s->half, *at))
        if (table[*at] >> 32 == tag) {
            uint32_t number = (uint32_t)table[*at];
            if (same(&known[(number - 1) * (size_t)words], state, words))
                return number;
        }
    return 0;
}

/* Adds as many as `most` allows; the answer is how many were looked at. */
ALWAYS_INLINE size_t add_chunk(seen *s, const uint64_t *states, size_t count, uint32_t *numbers,
                               uint32_t most, unsigned words)
{
    probe p;
    look_ahead(s, &p, states, count, words);
    uint64_t *table = s->table.at, *known = s->states.at;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * words;
        uint32_t number = settle(s, &p.at[i], p.tag[i], state, words);
        if (!number) {
            if (s->count >= most)
                return i;
            for (unsigned w = 0; w < words; w++)
                known[s->count * (size_t)words + w] = state[w];
            number = ++s->count;
            table[p.at[i]] = (uint64_t)p.tag[i] << 32 | number;
        }
        if (numbers)
            numbers[i] = number;
    }
    return count;
}

ALWAYS_INLINE void find_chunk(const seen *s, const uint64_t *states, size_t count,
                              uint32_t *numbers, unsigned words)
{
    probe p;
    look_ahead(s, &p, states, count, words);
    for (size_t i = 0; i < count; i++)
        numbers[i] = settle(s, &p.at[i], p.tag[i], states + i * words, words);
}

static size_t add(seen *s, const uint64_t *states, size_t count, uint32_t *numbers)
{
    uint64_t most = reach(s, 2 * s->half);
    uint32_t limit = most < s->most ? (uint32_t)most : s->most;
    switch (s->words) {
    case 1: return add_chunk(s, states, count, numbers, limit, 1);
    case 2: return add_chunk(s, states, count, numbers, limit, 2);
    default: return add_chunk(s, states, count, numbers, limit, s->words);
    }
}

/* ---- the set -------------------------------------------------------------------- */

seen seen_make(unsigned words, uint32_t most)
{
    return (seen){.words = words, .most = most < SEEN_MOST ? most : SEEN_MOST};
}

void seen_free(seen *s)
{
    region_free(&s->states);
    region_free(&s->table);
}

int seen_add(seen *s, const uint64_t *states, size_t count, uint32_t *numbers, size_t *taken,
             wgcq_error *err)
{
    for (*taken = 0; *taken < count;) {
        size_t chunk = count - *taken < CHUNK ? count - *taken : CHUNK;
        if (!reserve(s, chunk))
            return fault_memory(err);
        if (!s->half)
            return 0; /* the limit is so low that there is no table at all */
        size_t done = add(s, states + *taken * s->words, chunk, numbers ? numbers + *taken : NULL);
        *taken += done;
        if (done < chunk)
            return 0;
    }
    return 0;
}

void seen_find(const seen *s, const uint64_t *states, size_t count, uint32_t *numbers)
{
    if (!s->half) {
        memset(numbers, 0, count * sizeof *numbers);
        return;
    }
    for (size_t at = 0; at < count; at += CHUNK) {
        size_t chunk = count - at < CHUNK ? count - at : CHUNK;
        const uint64_t *from = states + at * s->words;
        switch (s->words) {
        case 1: find_chunk(s, from, chunk, numbers + at, 1); break;
        case 2: find_chunk(s, from, chunk, numbers + at, 2); break;
        default: find_chunk(s, from, chunk, numbers + at, s->words); break;
        }
    }
}

size_t seen_memory(const seen *s)
{
    return s->count * (size_t)s->words * sizeof(uint64_t) + 2 * s->half * sizeof(uint64_t);
}
