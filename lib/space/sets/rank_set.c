/* rank_set.c - two bits for each value of the product of domains. */
#include "space/sets/rank_set.h"

#include "base/containers/prefetch.h"

enum {
    FETCH_AHEAD = 16,
    FETCH_FAR = 96,
    RANKS_A_BYTE = 4,
    NEAR_BYTES = 8 << 20 /* sets of so many are in the caches, soon */
};

size_t rank_set_bytes(uint64_t product)
{
    return (size_t)(product / RANKS_A_BYTE + 1);
}

bool rank_set_make(rank_set *s, uint64_t product)
{
    s->bytes = rank_set_bytes(product);
    s->stamp = 1;
    return bigarray_reserve_exactly(&s->stamps, s->bytes);
}

void rank_set_free(rank_set *s)
{
    bigarray_free(&s->stamps);
}

void rank_set_begin_level(rank_set *s)
{
    s->stamp = s->stamp % 3 + 1;
}

static void note_added(rank_set *s, key_batch *b, size_t fresh_count)
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
ALWAYS_INLINE void fetch_stamp(const void *stamps, const uint64_t *keys, size_t i, size_t to,
                               bool far)
{
    const size_t ahead = i + (far ? FETCH_FAR : FETCH_AHEAD);
    const char *at = (const char *)stamps + keys[ahead < to ? ahead : i] / RANKS_A_BYTE;
    if (far)
        prefetch_far(at);
    else
        __builtin_prefetch(at, 1);
}

/* The first ones, which no key before them fetches. */
ALWAYS_INLINE void fetch_first(const void *stamps, const key_batch *b, bool far)
{
    for (size_t i = b->from; far && i < b->to && i < b->from + FETCH_FAR; i++)
        prefetch_far((const char *)stamps + b->keys[i] / RANKS_A_BYTE);
}

/* ---- by one thread ------------------------------------------------------------------------- */

/* Where repeats are not wanted, a stamp that was there may become another one. */
ALWAYS_INLINE void add_ranks(rank_set *s, key_batch *b, bool repeats_wanted, bool far)
{
    uint8_t *const stamps = s->stamps.at;
    const uint64_t *const key = b->keys;
    uint32_t *fresh = b->fresh + b->fresh_count, *repeats = b->repeats;
    const unsigned stamp = s->stamp;
    fetch_first(stamps, b, far);
    for (size_t i = b->from, to = b->to; i < to; i++) {
        fetch_stamp(stamps, key, i, to, far);
        const uint64_t rank = key[i];
        uint8_t *const at = stamps + rank / RANKS_A_BYTE;
        const unsigned shift = rank % RANKS_A_BYTE * 2, byte = *at, before = byte >> shift & 3;
        *fresh = (uint32_t)i;
        fresh += !before;
        if (repeats_wanted) {
            *repeats = (uint32_t)i;
            repeats += before == stamp;
        }
        *at = (uint8_t)(byte | (repeats_wanted && before ? 0 : stamp) << shift);
    }
    note_added(s, b, (size_t)(fresh - b->fresh));
    note_repeats(b, repeats);
}

/* ---- by several threads -------------------------------------------------------------------- */

static unsigned shift_of_rank(uint64_t rank)
{
    return rank % RANKS_A_BYTE * 2;
}

/* The keys that have no stamp yet and, where repeats are wanted, those with the level's. */
ALWAYS_INLINE size_t list_unstamped(const rank_set *s, const key_batch *b, uint32_t *unstamped,
                                    bool repeats_wanted, bool far)
{
    _Atomic uint8_t *const stamps = s->stamps.at;
    const unsigned stamp = s->stamp;
    size_t count = 0;
    fetch_first(stamps, b, far);
    for (size_t i = b->from, to = b->to; i < to; i++) {
        fetch_stamp(stamps, b->keys, i, to, far);
        const uint64_t rank = b->keys[i];
        const unsigned byte =
            atomic_load_explicit(stamps + rank / RANKS_A_BYTE, memory_order_relaxed);
        const unsigned before = byte >> shift_of_rank(rank) & 3;
        unstamped[count] = (uint32_t)i;
        count += !before || (repeats_wanted && before == stamp);
    }
    return count;
}

/* Most keys are known, so that few are worth an operation that locks the line. */
ALWAYS_INLINE void share_ranks(rank_set *s, key_batch *b, bool repeats_wanted, bool far)
{
    _Atomic uint8_t *const stamps = s->stamps.at;
    uint32_t *const unstamped = b->fresh + b->fresh_count, *repeats = b->repeats;
    const size_t count = list_unstamped(s, b, unstamped, repeats_wanted, far);
    size_t fresh = b->fresh_count;
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = unstamped[k];
        const uint64_t rank = b->keys[i];
        const uint8_t mark = (uint8_t)(s->stamp << shift_of_rank(rank));
        const unsigned byte =
            atomic_fetch_or_explicit(stamps + rank / RANKS_A_BYTE, mark, memory_order_relaxed);
        const bool is_new = !(byte >> shift_of_rank(rank) & 3);
        b->fresh[fresh] = i;
        fresh += is_new;
        if (repeats_wanted) {
            *repeats = i;
            repeats += !is_new;
        }
    }
    note_added(s, b, fresh);
    note_repeats(b, repeats);
}

ALWAYS_INLINE void add_by_kind(rank_set *s, key_batch *b, bool far)
{
    if (s->shared && b->repeats)
        share_ranks(s, b, true, far);
    else if (s->shared)
        share_ranks(s, b, false, far);
    else if (b->repeats)
        add_ranks(s, b, true, far);
    else
        add_ranks(s, b, false, far);
}

void rank_set_add(rank_set *s, key_batch *b)
{
    if (s->bytes > NEAR_BYTES)
        add_by_kind(s, b, true);
    else
        add_by_kind(s, b, false);
}
