/*
 * key_filter.c - says of most states that they are not in a set, without looking.
 *
 * Putze, Sanders, Singler: Cache-, hash- and space-efficient Bloom filters (2009); a bit in each
 * word of a line as in Impala's and Parquet's filters.
 */
#include "space/files/key_filter.h"

#include <string.h>

enum {
    LINE_WORDS = 4, /* best where a state has 3 to 8 bits of the filter */
    LINE_BYTES = LINE_WORDS * sizeof(uint64_t),
    LINE_STATES = 4,   /* with more of them it grows */
    GROWTH = 4,        /* so many times the lines */
    LINES_FIRST = 512, /* or more, up to GROWTH times as many */
};

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

size_t key_filter_memory(const key_filter *f)
{
    return (size_t)f->lines * LINE_BYTES;
}

static bool needs_lines(const key_filter *f, uint64_t states)
{
    return states > LINE_STATES * f->lines && f->lines < f->most;
}

bool key_filter_open(key_filter *f, unsigned words, size_t bytes)
{
    uint64_t least = bytes / LINE_BYTES, times = 1;
    for (; least / GROWTH >= LINES_FIRST; least /= GROWTH)
        times *= GROWTH;
    least = least ? least : 1;
    *f = (key_filter){.words = words, .lines = least, .least = least, .most = least * times};
    return bigarray_reserve_exactly(&f->bits, (size_t)f->most * LINE_BYTES);
}

void key_filter_free(key_filter *f)
{
    bigarray_free(&f->bits);
}

void key_filter_clear(key_filter *f, uint64_t states)
{
    f->states = 0;
    for (f->lines = f->least; needs_lines(f, states); f->lines *= GROWTH)
        ;
    memset(f->bits.at, 0, key_filter_memory(f));
}

/* Each line becomes as many, for the hashes that it had. */
static void add_lines(key_filter *f)
{
    char *bits = f->bits.at;
    for (uint64_t i = f->lines * GROWTH; i--;)
        memmove(bits + i * LINE_BYTES, bits + i / GROWTH * LINE_BYTES, LINE_BYTES);
    f->lines *= GROWTH;
}

/* The line of the hash, by its most significant bits; the four bits come out of the rest of it, six
 * for each word. */
static uint64_t *line_of(const key_filter *f, uint64_t hash)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t *)f->bits.at + (uint64_t)((wide)hash * f->lines >> 64) * LINE_WORDS;
}

void key_filter_add(key_filter *f, const uint64_t *state)
{
    uint64_t hash = hash_state(state, f->words), bits = mix(hash + 1);
    if (needs_lines(f, ++f->states))
        add_lines(f);
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
