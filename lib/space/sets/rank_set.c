/* rank_set.c - two bits for each value of the product of domains. */
#include "space/sets/rank_set.h"

#include "base/containers/always_inline.h"

enum { FETCH_AHEAD = 16, RANKS_A_BYTE = 4 };

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

/* ---- by one thread ------------------------------------------------------------------------- */

/* Where repeats are not wanted, a stamp that was there may become another one. */
ALWAYS_INLINE void add_ranks(rank_set *s, key_batch *b, bool repeats_wanted)
{
    uint8_t *const stamps = s->stamps.at;
    const uint64_t *const key = b->keys;
    uint32_t *fresh = b->fresh + b->fresh_count, *repeats = b->repeats;
    const unsigned stamp = s->stamp;
    for (size_t i = b->from, to = b->to; i < to; i++) {
        const size_t ahead = i + FETCH_AHEAD < to ? i + FETCH_AHEAD : i;
        __builtin_prefetch(stamps + key[ahead] / RANKS_A_BYTE, 1);
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
                                    bool repeats_wanted)
{
    _Atomic uint8_t *const stamps = s->stamps.at;
    const unsigned stamp = s->stamp;
    size_t count = 0;
    for (size_t i = b->from, to = b->to; i < to; i++) {
        const size_t ahead = i + FETCH_AHEAD < to ? i + FETCH_AHEAD : i;
        __builtin_prefetch(stamps + b->keys[ahead] / RANKS_A_BYTE);
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
ALWAYS_INLINE void share_ranks(rank_set *s, key_batch *b, bool repeats_wanted)
{
    _Atomic uint8_t *const stamps = s->stamps.at;
    uint32_t *const unstamped = b->fresh + b->fresh_count, *repeats = b->repeats;
    const size_t count = list_unstamped(s, b, unstamped, repeats_wanted);
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

void rank_set_add(rank_set *s, key_batch *b)
{
    if (s->shared && b->repeats)
        share_ranks(s, b, true);
    else if (s->shared)
        share_ranks(s, b, false);
    else if (b->repeats)
        add_ranks(s, b, true);
    else
        add_ranks(s, b, false);
}
