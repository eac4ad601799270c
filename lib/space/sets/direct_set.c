/* direct_set.c - marks for each value of the product of domains. */
#include "space/sets/direct_set.h"

#include <assert.h>
#include <string.h>

#include "base/containers/prefetch.h"

enum {
    KEYS_AHEAD = 16,
    KEYS_FAR_AHEAD = 96,
    HELD_BYTES = 512 << 10, /* sets of so many are in the second-level cache, soon, */
    NEAR_BYTES = 8 << 20    /* and of so many in the third */
};

/* How the lines of keys to come are fetched: for a set that the nearer caches hold, that is no
 * gain.
 */
typedef enum fetching { FETCH_NOTHING, FETCH_NEAR, FETCH_FAR } fetching;

static fetching fetching_of(const direct_set *s)
{
    return s->bytes <= HELD_BYTES ? FETCH_NOTHING : s->bytes <= NEAR_BYTES ? FETCH_NEAR : FETCH_FAR;
}

/* Marks of a byte, by whether they distinguish levels. */
#define MARKS(marks_levels) ((marks_levels) ? 4 : 8)

size_t direct_set_bytes(uint64_t product, bool marks_levels)
{
    return (size_t)(product / MARKS(marks_levels) + 1);
}

bool direct_set_make(direct_set *s, uint64_t product, bool marks_levels)
{
    s->bytes = direct_set_bytes(product, marks_levels);
    s->marks_levels = marks_levels;
    s->stamp = 1;
    return bigarray_reserve_exactly(&s->marks, s->bytes);
}

void direct_set_free(direct_set *s)
{
    bigarray_free(&s->marks);
}

void direct_set_begin_level(direct_set *s)
{
    s->stamp = s->stamp % 3 + 1;
}

/* One bit for each of the 32 stamps of a word: whether it is not 0. */
static uint32_t stamped(uint64_t stamps)
{
    uint64_t bits = (stamps | stamps >> 1) & 0x5555555555555555u;
    bits = (bits | bits >> 1) & 0x3333333333333333u;
    bits = (bits | bits >> 2) & 0x0f0f0f0f0f0f0f0fu;
    bits = (bits | bits >> 4) & 0x00ff00ff00ff00ffu;
    bits = (bits | bits >> 8) & 0x0000ffff0000ffffu;
    return (uint32_t)(bits | bits >> 16);
}

/* The words from `at` on, in the order of bytes of every machine. */
static uint64_t read_word(const uint8_t *at)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < sizeof word; i++)
        word |= (uint64_t)at[i] << 8 * i;
    return word;
}

/* Pages of the set that hold nothing stay untouched. */
bool direct_set_forget_levels(direct_set *s)
{
    const size_t words = (s->bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t),
                 bytes = s->bytes / 2 + 1;
    bigarray bits = {0};
    if (!s->marks_levels)
        return true;
    if (!bigarray_reserve_exactly(&bits, words * sizeof(uint32_t)))
        return false;
    for (size_t i = 0; i < words; i++) {
        const uint32_t those = stamped(read_word((uint8_t *)s->marks.at + i * sizeof(uint64_t)));
        for (unsigned k = 0; those && k < sizeof those; k++)
            ((uint8_t *)bits.at)[i * sizeof those + k] = (uint8_t)(those >> 8 * k);
    }
    bigarray_free(&s->marks);
    s->marks = bits;
    s->bytes = bytes;
    s->marks_levels = false;
    return true;
}

static void note_added(direct_set *s, key_batch *b, size_t fresh_count)
{
    atomic_fetch_add_explicit(&s->count, fresh_count - b->fresh_count, memory_order_relaxed);
    b->fresh_count = fresh_count;
    b->from = b->to;
}

static void note_repeats(key_batch *b, uint32_t *end)
{
    if (!b->repeats)
        return;
    b->repeat_count += (size_t)(end - b->repeats);
    b->repeats = end;
}

/* Fetches what the key behind number i will touch. */
ALWAYS_INLINE void fetch_mark(const void *marks, const uint64_t *keys, size_t i, size_t to,
                              unsigned per_byte, fetching how)
{
    const size_t ahead = i + (how == FETCH_FAR ? KEYS_FAR_AHEAD : KEYS_AHEAD);
    const char *at = (const char *)marks + keys[ahead < to ? ahead : i] / per_byte;
    if (how == FETCH_FAR)
        prefetch_far(at);
    else if (how == FETCH_NEAR)
        __builtin_prefetch(at, 1);
}

/* The first ones, which no key before them fetches. */
ALWAYS_INLINE void fetch_first(const void *marks, const key_batch *b, unsigned per_byte,
                               fetching how)
{
    for (size_t i = b->from; how == FETCH_FAR && i < b->to && i < b->from + KEYS_FAR_AHEAD; i++)
        prefetch_far((const char *)marks + b->keys[i] / per_byte);
}

/* ---- by one thread ------------------------------------------------------------------------- */

ALWAYS_INLINE void add_bits(direct_set *s, key_batch *b, fetching how)
{
    uint8_t *const bits = s->marks.at;
    const uint64_t *const key = b->keys;
    uint32_t *fresh = b->fresh + b->fresh_count;
    fetch_first(bits, b, MARKS(false), how);
    for (size_t i = b->from, to = b->to; i < to; i++) {
        fetch_mark(bits, key, i, to, MARKS(false), how);
        uint8_t *const at = bits + key[i] / 8;
        const unsigned byte = *at, shift = key[i] % 8;
        *fresh = (uint32_t)i;
        fresh += ~byte >> shift & 1;
        *at = (uint8_t)(byte | 1u << shift);
    }
    note_added(s, b, (size_t)(fresh - b->fresh));
}

ALWAYS_INLINE void add_stamps(direct_set *s, key_batch *b, bool repeats_wanted, fetching how)
{
    uint8_t *const stamps = s->marks.at;
    const uint64_t *const key = b->keys;
    uint32_t *fresh = b->fresh + b->fresh_count, *repeats = b->repeats;
    const unsigned stamp = s->stamp;
    fetch_first(stamps, b, MARKS(true), how);
    for (size_t i = b->from, to = b->to; i < to; i++) {
        fetch_mark(stamps, key, i, to, MARKS(true), how);
        const uint64_t index = key[i];
        uint8_t *const at = stamps + index / 4;
        const unsigned shift = index % 4 * 2, byte = *at, before = byte >> shift & 3;
        *fresh = (uint32_t)i;
        fresh += !before;
        if (repeats_wanted) {
            *repeats = (uint32_t)i;
            repeats += before == stamp;
        }
        *at = (uint8_t)(byte | (before ? 0 : stamp) << shift);
    }
    note_added(s, b, (size_t)(fresh - b->fresh));
    note_repeats(b, repeats);
}

/* The stamp of the level so many levels before that of the keys added last. */
static unsigned stamp_before(const direct_set *s, uint32_t levels)
{
    return (s->stamp + 2 - levels % 3) % 3 + 1;
}

size_t direct_set_take_level(direct_set *s, const uint64_t *keys, size_t count, uint32_t levels,
                             uint32_t *taken)
{
    uint8_t *const stamps = s->marks.at;
    const unsigned stamp = stamp_before(s, levels);
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t *const at = stamps + keys[i] / 4;
        const unsigned shift = keys[i] % 4 * 2, there = (*at >> shift & 3) == stamp;
        taken[n] = (uint32_t)i;
        n += there;
        *at = (uint8_t)(*at & ~((there ? 3u : 0) << shift));
    }
    return n;
}

void direct_set_put_level(direct_set *s, const uint64_t *keys, size_t count, uint32_t levels)
{
    uint8_t *const stamps = s->marks.at;
    for (size_t i = 0; i < count; i++)
        stamps[keys[i] / 4] |= (uint8_t)(stamp_before(s, levels) << keys[i] % 4 * 2);
}

/* ---- by several threads -------------------------------------------------------------------- */

/* The keys that have no bit yet. */
ALWAYS_INLINE size_t list_unmarked(const direct_set *s, const key_batch *b, uint32_t *unmarked,
                                   fetching how)
{
    _Atomic uint8_t *const bits = s->marks.at;
    size_t count = 0;
    fetch_first(bits, b, MARKS(false), how);
    for (size_t i = b->from, to = b->to; i < to; i++) {
        fetch_mark(bits, b->keys, i, to, MARKS(false), how);
        const uint64_t index = b->keys[i];
        const unsigned byte = atomic_load_explicit(bits + index / 8, memory_order_relaxed);
        unmarked[count] = (uint32_t)i;
        count += ~byte >> index % 8 & 1;
    }
    return count;
}

/* Most keys are known, so that few are worth an operation that locks the line. */
ALWAYS_INLINE void share_bits(direct_set *s, key_batch *b, fetching how)
{
    _Atomic uint8_t *const bits = s->marks.at;
    uint32_t *const unmarked = b->fresh + b->fresh_count;
    const size_t count = list_unmarked(s, b, unmarked, how);
    size_t fresh = b->fresh_count;
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = unmarked[k];
        const uint64_t index = b->keys[i];
        const uint8_t mark = (uint8_t)(1u << index % 8);
        const unsigned byte =
            atomic_fetch_or_explicit(bits + index / 8, mark, memory_order_relaxed);
        b->fresh[fresh] = i;
        fresh += !(byte & mark);
    }
    note_added(s, b, fresh);
}

ALWAYS_INLINE void add_by_kind(direct_set *s, key_batch *b, fetching how)
{
    if (s->marks_levels && b->repeats)
        add_stamps(s, b, true, how);
    else if (s->marks_levels)
        add_stamps(s, b, false, how);
    else if (s->shared)
        share_bits(s, b, how);
    else
        add_bits(s, b, how);
}

void direct_set_add(direct_set *s, key_batch *b)
{
    assert(s->marks_levels ? !s->shared : !b->repeats);
    switch (fetching_of(s)) {
    case FETCH_NOTHING: add_by_kind(s, b, FETCH_NOTHING); break;
    case FETCH_NEAR: add_by_kind(s, b, FETCH_NEAR); break;
    default: add_by_kind(s, b, FETCH_FAR); break;
    }
}

/* ---- a set for each thread ------------------------------------------------------------------ */

bool direct_set_copy(direct_set *out, const direct_set *s)
{
    assert(!s->marks_levels);
    *out = (direct_set){.bytes = s->bytes, .stamp = s->stamp};
    atomic_store(&out->count, atomic_load(&s->count));
    if (!bigarray_reserve_exactly(&out->marks, s->bytes))
        return false;
    memcpy(out->marks.at, s->marks.at, s->bytes);
    return true;
}

ALWAYS_INLINE void fetch_bit(const uint8_t *bits, const uint32_t *indices, size_t i, size_t count,
                             bool fetches)
{
    if (fetches)
        __builtin_prefetch(bits + indices[i + KEYS_AHEAD < count ? i + KEYS_AHEAD : i] / 8, 1);
}

ALWAYS_INLINE size_t learn_indices(direct_set *s, const uint32_t *indices, size_t count,
                                   unsigned parity, uint32_t *both, bool fetches)
{
    uint8_t *const bits = s->marks.at;
    size_t known = 0, listed = 0;
    for (size_t i = 0; i < count; i++) {
        fetch_bit(bits, indices, i, count, fetches);
        const uint32_t index = indices[i];
        const unsigned byte = bits[index / 8], there = byte >> index % 8 & 1;
        both[listed] = index;
        listed += there & ~(index ^ parity);
        known += there;
        bits[index / 8] = (uint8_t)(byte | 1u << index % 8);
    }
    atomic_fetch_add_explicit(&s->count, count - known, memory_order_relaxed);
    return listed;
}

size_t direct_set_learn(direct_set *s, const uint32_t *indices, size_t count, unsigned parity,
                        uint32_t *both)
{
    return fetching_of(s) == FETCH_NOTHING ? learn_indices(s, indices, count, parity, both, false)
                                           : learn_indices(s, indices, count, parity, both, true);
}

void direct_set_hide(direct_set *s, const uint32_t *indices, size_t count, bool hidden)
{
    uint8_t *const bits = s->marks.at;
    for (size_t i = 0; i < count; i++) {
        const unsigned mark = 1u << indices[i] % 8, byte = bits[indices[i] / 8];
        bits[indices[i] / 8] = (uint8_t)(hidden ? byte & ~mark : byte | mark);
    }
}

ALWAYS_INLINE size_t find_indices(const direct_set *s, const uint32_t *indices, size_t count,
                                  uint32_t *there, bool fetches)
{
    const uint8_t *const bits = s->marks.at;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        fetch_bit(bits, indices, i, count, fetches);
        there[found] = (uint32_t)i;
        found += bits[indices[i] / 8] >> indices[i] % 8 & 1;
    }
    return found;
}

size_t direct_set_find(const direct_set *s, const uint32_t *indices, size_t count, uint32_t *there)
{
    return fetching_of(s) == FETCH_NOTHING ? find_indices(s, indices, count, there, false)
                                           : find_indices(s, indices, count, there, true);
}
