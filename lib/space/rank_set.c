/* rank_set.c - a bit for each value of the product of domains. */
#include "space/rank_set.h"

enum { FETCH_AHEAD = 16 };

size_t rank_set_bytes(uint64_t product, unsigned owner_bits)
{
    return (size_t)((product >> owner_bits) / 64 + 1) * sizeof(uint64_t);
}

bool rank_set_make(rank_set *s, const state_keys *keys)
{
    *s = (rank_set){.bytes = rank_set_bytes(keys->product, keys->owner_bits)};
    return bigarray_reserve_exactly(&s->bits, s->bytes);
}

void rank_set_free(rank_set *s)
{
    bigarray_free(&s->bits);
}

void rank_set_add(rank_set *s, const state_keys *keys, key_batch *b)
{
    uint64_t *bits = s->bits.at;
    size_t fresh = b->fresh_count;
    for (size_t i = b->from; i < b->to; i++) {
        if (i + FETCH_AHEAD < b->to)
            __builtin_prefetch(bits + rank_of_key(keys, b->keys[i + FETCH_AHEAD]) / 64, 1);
        const uint64_t rank = rank_of_key(keys, b->keys[i]);
        const uint64_t word = bits[rank / 64], bit = (uint64_t)1 << rank % 64;
        b->fresh[fresh] = (uint32_t)i;
        fresh += !(word & bit);
        bits[rank / 64] = word | bit;
    }
    s->count += fresh - b->fresh_count;
    b->fresh_count = fresh;
    b->from = b->to;
}
