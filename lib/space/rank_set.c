/* rank_set.c - two bits for each value of the product of domains. */
#include "space/rank_set.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { FETCH_AHEAD = 16, RANKS_A_BYTE = 4 };

size_t rank_set_bytes(uint64_t product, unsigned owner_bits)
{
    return (size_t)((product >> owner_bits) / RANKS_A_BYTE + 1);
}

bool rank_set_make(rank_set *s, const state_keys *keys)
{
    *s = (rank_set){.bytes = rank_set_bytes(keys->product, keys->owner_bits), .stamp = 1};
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

/* Where repeats are not wanted, a stamp that was there may become another one. */
ALWAYS_INLINE void add_ranks(rank_set *s, const state_keys *keys, key_batch *b, bool repeats_wanted)
{
    const state_keys apart = {.owner_bits = keys->owner_bits}; /* which no store changes */
    uint8_t *const stamps = s->stamps.at;
    const uint64_t *const key = b->keys;
    uint32_t *fresh = b->fresh + b->fresh_count, *repeats = b->repeats;
    const unsigned stamp = s->stamp;
    for (size_t i = b->from, to = b->to; i < to; i++) {
        const size_t ahead = i + FETCH_AHEAD < to ? i + FETCH_AHEAD : i;
        __builtin_prefetch(stamps + rank_of_key(&apart, key[ahead]) / RANKS_A_BYTE, 1);
        const uint64_t rank = rank_of_key(&apart, key[i]);
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
    const size_t fresh_count = (size_t)(fresh - b->fresh);
    s->count += fresh_count - b->fresh_count;
    b->fresh_count = fresh_count;
    b->from = b->to;
    if (repeats_wanted) {
        b->repeat_count += (size_t)(repeats - b->repeats);
        b->repeats = repeats;
    }
}

void rank_set_add(rank_set *s, const state_keys *keys, key_batch *b)
{
    if (b->repeats)
        add_ranks(s, keys, b, true);
    else
        add_ranks(s, keys, b, false);
}
