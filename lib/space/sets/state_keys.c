/* state_keys.c - keys of states: invertible hashes, or ranks in the product of domains. */
#include "space/sets/state_keys.h"

#include <assert.h>
#include <stdlib.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define FIRST_FACTOR  0xe9846af9b1a615d7u
#define SECOND_FACTOR 0x9e3779b97f4a7c15u
#define THIRD_FACTOR  0xd6e8feb86659fd93u

/* ---- shapes ----------------------------------------------------------------------------- */

/* One past the highest bit that the fields use of a word. */
static unsigned word_bits_used(const state_set_shape *shape, unsigned word)
{
    unsigned used = 0;
    for (size_t i = 0; i < shape->field_count; i++) {
        const model_field *f = &shape->fields[i];
        if (f->word == word && f->shift + f->width > used)
            used = f->shift + f->width;
    }
    return used;
}

/* Whether the fields are all that there is of a state, so that their places say which bits may be
   set. */
static bool fields_are_whole(const state_set_shape *shape)
{
    unsigned bits = 0;
    for (size_t i = 0; i < shape->field_count; i++)
        bits += shape->fields[i].width;
    return shape->field_count && bits == shape->bits;
}

static uint64_t domain_of(const model_field *f)
{
    if (!f->width)
        return 1;
    return f->domain ? f->domain : f->width < 64 ? (uint64_t)1 << f->width : 0;
}

uint64_t state_product(const state_set_shape *shape, uint64_t most)
{
    uint64_t product = 1;
    if (shape->words != 1 || !fields_are_whole(shape))
        return 0;
    for (size_t i = 0; i < shape->field_count; i++) {
        uint64_t domain = domain_of(&shape->fields[i]);
        if (!domain || domain > most / product)
            return 0;
        product *= domain;
    }
    return product;
}

state_keys state_keys_hashed(const state_set_shape *shape)
{
    state_keys k = {.words = shape->words,
                    .key_words = shape->words,
                    .bits = shape->words * 64,
                    .first_bits = 64,
                    .owner_factor = 1,
                    .unmixed = shape->unmixed};
    if (shape->words > 2 || !fields_are_whole(shape))
        return k;
    k.first_bits = word_bits_used(shape, 0);
    k.bits = k.first_bits + (shape->words == 2 ? word_bits_used(shape, 1) : 0);
    if (!k.bits)
        k.bits = 1;
    k.key_words = k.bits > 64 ? 2 : 1;
    return k;
}

/* ---- hashed keys ------------------------------------------------------------------------- */

/* A permutation of the upper `bits` bits of words whose lower ones are 0. */
ALWAYS_INLINE uint64_t permute(uint64_t x, unsigned bits)
{
    const uint64_t used = UINT64_MAX << (64 - bits);
    const unsigned half = bits / 2 + 1;
    x ^= x >> half & used;
    x *= FIRST_FACTOR;
    x ^= x >> half & used;
    x *= SECOND_FACTOR;
    return x;
}

/* A hash of one more word into that of the words before it. */
ALWAYS_INLINE uint64_t fold(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * THIRD_FACTOR;
    return hash ^ hash >> 32;
}

ALWAYS_INLINE uint64_t shift_right(uint64_t x, unsigned by)
{
    return by < 64 ? x >> by : 0;
}

/* One word of bits out of a state of one or two words. */
static void make_short(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys)
{
    const unsigned unused = 64 - k->bits, words = k->words;
    if (k->unmixed || words == 2)
        for (size_t i = 0; i < count; i++) {
            uint64_t x = states[i * words];
            x |= words == 2 && k->first_bits < 64 ? states[i * words + 1] << k->first_bits : 0;
            keys[i] = k->unmixed ? x << unused : permute(x << unused, k->bits);
        }
    else
        for (size_t i = 0; i < count; i++)
            keys[i] = permute(states[i] << unused, k->bits);
}

/* Two words: the first is what the second, of 64 bits, leaves over. */
static void make_double(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys)
{
    const unsigned unused = 128 - k->bits, first = k->first_bits;
    for (size_t i = 0; i < count; i++) {
        const uint64_t a = states[i * 2], b = states[i * 2 + 1];
        const uint64_t low = first < 64 ? a | b << first : a, high = shift_right(b, 64 - first);
        keys[i * 2] = unused < 64 ? high << unused : 0;
        keys[i * 2 + 1] = k->unmixed ? low : permute(low ^ fold(SECOND_FACTOR, high), 64);
    }
}

static void make_long(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = states + i * k->words;
        uint64_t *key = keys + i * k->words, hash = 0;
        for (unsigned w = 0; w + 1 < k->words; w++) {
            key[w] = state[w];
            hash = k->unmixed ? 0 : fold(hash, state[w]);
        }
        hash ^= state[k->words - 1];
        key[k->words - 1] = k->unmixed ? hash : permute(hash, 64);
    }
}

/* ---- ranks --------------------------------------------------------------------------------- */

static uint32_t rank_of_part(const state_set_shape *shape, unsigned part, uint32_t bits)
{
    const uint64_t state = (uint64_t)bits << part * RANK_PART_BITS;
    uint64_t weight = 1, rank = 0;
    for (size_t i = 0; i < shape->field_count; i++) {
        const model_field *f = &shape->fields[i];
        if (!f->width)
            continue;
        rank += (state >> f->shift & (((uint64_t)1 << f->width) - 1)) * weight;
        weight *= domain_of(f);
    }
    return (uint32_t)rank;
}

bool state_keys_ranked(state_keys *out, const state_set_shape *shape, uint64_t product)
{
    state_keys k = state_keys_hashed(shape);
    assert(product && product < (uint64_t)1 << 32);
    k.product = product;
    k.owner_factor = SECOND_FACTOR;
    k.rank_is_state = product == (uint64_t)1 << shape->bits && shape->bits == k.bits;
    if (!k.rank_is_state) {
        k.parts = (k.bits + RANK_PART_BITS - 1) / RANK_PART_BITS;
        k.part = malloc(k.parts * sizeof *k.part);
        if (!k.part)
            return false;
        for (unsigned p = 0; p < k.parts; p++)
            for (uint32_t v = 0; v < 1 << RANK_PART_BITS; v++)
                k.part[p][v] = rank_of_part(shape, p, v);
    }
    *out = k;
    return true;
}

ALWAYS_INLINE void make_ranks(const state_keys *k, const uint64_t *states, size_t count,
                              uint64_t *keys, unsigned parts)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t rank = 0;
        for (unsigned p = 0; p < parts; p++)
            rank += k->part[p][states[i] >> p * RANK_PART_BITS & ((1 << RANK_PART_BITS) - 1)];
        keys[i] = rank;
    }
}

static void make_ranked(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys)
{
    switch (k->parts) {
    case 0:
        for (size_t i = 0; i < count; i++)
            keys[i] = states[i];
        break;
    case 1: make_ranks(k, states, count, keys, 1); break;
    case 2: make_ranks(k, states, count, keys, 2); break;
    case 3: make_ranks(k, states, count, keys, 3); break;
    default: make_ranks(k, states, count, keys, k->parts); break;
    }
}

/* ---- all ------------------------------------------------------------------------------------ */

void state_keys_make(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys)
{
    if (k->product)
        make_ranked(k, states, count, keys);
    else if (k->key_words == 1)
        make_short(k, states, count, keys);
    else if (k->words == 2)
        make_double(k, states, count, keys);
    else
        make_long(k, states, count, keys);
}

void state_keys_free(state_keys *k)
{
    free(k->part);
}
