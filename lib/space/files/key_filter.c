/*
 * key_filter.c - says of most states that they are not in a set, without looking.
 *
 * Putze, Sanders, Singler: Cache-, hash- and space-efficient Bloom filters (2009); a bit in each
 * word of a line as in Impala's and Parquet's filters.
 */
#include "space/files/key_filter.h"

#include <string.h>

enum { LINE_WORDS = 4 }; /* best where a state has 3 to 8 bits of the filter */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static uint64_t hash_state(const uint64_t *state, unsigned words)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < words; i++)
        hash = mix(hash + state[i]);
    return hash;
}

bool key_filter_open(key_filter *f, unsigned words, size_t bytes)
{
    uint64_t lines = bytes / (LINE_WORDS * sizeof(uint64_t));
    *f = (key_filter){.words = words, .lines = lines ? lines : 1};
    return bigarray_reserve_exactly(&f->bits, (size_t)f->lines * LINE_WORDS * sizeof(uint64_t));
}

void key_filter_free(key_filter *f)
{
    bigarray_free(&f->bits);
}

void key_filter_clear(key_filter *f)
{
    memset(f->bits.at, 0, f->bits.bytes);
}

/* The line of the hash; the four bits come out of the rest of it, six for each word. */
static uint64_t *line_of(const key_filter *f, uint64_t hash)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t *)f->bits.at + (uint64_t)((wide)hash * f->lines >> 64) * LINE_WORDS;
}

void key_filter_add(key_filter *f, const uint64_t *state)
{
    uint64_t hash = hash_state(state, f->words), bits = mix(hash + 1);
    uint64_t *line = line_of(f, hash);
    for (unsigned i = 0; i < LINE_WORDS; i++)
        line[i] |= (uint64_t)1 << (bits >> 6 * i & 63);
}

bool key_filter_may_have(const key_filter *f, const uint64_t *state)
{
    uint64_t hash = hash_state(state, f->words), bits = mix(hash + 1), missing = 0;
    const uint64_t *line = line_of(f, hash);
    for (unsigned i = 0; i < LINE_WORDS; i++)
        missing |= ~line[i] >> (bits >> 6 * i & 63) & 1;
    return !missing;
}
