/* state_keys.c - keys of states: invertible hashes, or indices in the product of domains. */
#include "space/sets/state_keys.h"

#include <assert.h>
#include <stdlib.h>

#include "base/containers/always_inline.h"

#define FIRST_FACTOR  0xe9846af9b1a615d7u
#define SECOND_FACTOR 0x9e3779b97f4a7c15u
#define THIRD_FACTOR  0xd6e8feb86659fd93u

enum { STRIPE_BITS = 10 }; /* of indices that one owner has: whole lines of the set */

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

/* The factor of field i in the number of states, after those before it: its values, or its place in
   an arrangement.  0: not known. */
static uint64_t values_of_field(const state_set_shape *shape, size_t i)
{
    const size_t first = arrangement_first(shape->fields, shape->field_count, i);
    return first < i + 1 ? i - first + 1 : domain_of(&shape->fields[i]);
}

uint64_t state_product(const state_set_shape *shape, uint64_t most)
{
    uint64_t product = 1;
    if (shape->words != 1 || !fields_are_whole(shape))
        return 0;
    for (size_t i = 0; i < shape->field_count; i++) {
        uint64_t values = values_of_field(shape, i);
        if (!values || values > most / product)
            return 0;
        product *= values;
    }
    return product;
}

state_keys state_keys_hashed(const state_set_shape *shape)
{
    state_keys k = {.words = shape->words,
                    .key_words = shape->words,
                    .bits = shape->words * 64,
                    .first_bits = 64,
                    .dealing = {.factor = 1},
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

/* The inverse of permute: each of its steps undone.  The same word in x ^= x >> half undoes itself,
   as half of the bits are less than `half`. */
ALWAYS_INLINE uint64_t unpermute(uint64_t x, unsigned bits, uint64_t first, uint64_t second)
{
    const uint64_t used = UINT64_MAX << (64 - bits);
    const unsigned half = bits / 2 + 1;
    x *= second;
    x ^= x >> half & used;
    x *= first;
    x ^= x >> half & used;
    return x;
}

/* The number that a product with the odd factor is to be multiplied by; each round doubles the bits
   that are right, of which there are three at first. */
static uint64_t inverse_factor(uint64_t factor)
{
    uint64_t inverse = factor;
    for (unsigned right = 3; right < 64; right *= 2)
        inverse *= 2 - factor * inverse;
    return inverse;
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

/* ---- indices --------------------------------------------------------------------------------- */

static bool is_in_arrangement(const state_set_shape *shape, size_t i)
{
    return arrangement_first(shape->fields, shape->field_count, i) != SIZE_MAX;
}

/* Index of the fields that belong to no arrangement, which count `weight` and more. */
static uint32_t rank_of_part(const state_set_shape *shape, uint64_t weight, unsigned part,
                             uint32_t bits)
{
    const uint64_t state = (uint64_t)bits << part * INDEX_PART_BITS;
    uint64_t index = 0;
    for (size_t i = 0; i < shape->field_count; i++) {
        const model_field *f = &shape->fields[i];
        if (!f->width || is_in_arrangement(shape, i))
            continue;
        index += (state >> f->shift & (((uint64_t)1 << f->width) - 1)) * weight;
        weight *= domain_of(f);
    }
    return (uint32_t)index;
}

/* Makes all arrangements, which count least; *permutations: how many there are in all. */
static bool make_arrangements(state_keys *k, const state_set_shape *shape, uint64_t *permutations)
{
    bool ok = true;
    *permutations = 1;
    k->arrangements = calloc(shape->field_count + 1, sizeof *k->arrangements);
    for (size_t i = 0; ok && k->arrangements && i < shape->field_count; i++) {
        arrangement *a = &k->arrangements[k->arrangement_count];
        if (arrangement_first(shape->fields, shape->field_count, i) != i)
            continue;
        k->arrangement_count++;
        ok = arrangement_make(a, &shape->fields[i], (uint32_t)*permutations);
        *permutations *= arrangement_permutations(a);
    }
    return ok && k->arrangements;
}

/* There are other fields than those of arrangements. */
static bool make_index_parts(state_keys *k, const state_set_shape *shape, uint64_t weight)
{
    k->parts = (k->bits + INDEX_PART_BITS - 1) / INDEX_PART_BITS;
    k->part = malloc(k->parts * sizeof *k->part);
    for (unsigned p = 0; k->part && p < k->parts; p++)
        for (uint32_t v = 0; v < 1 << INDEX_PART_BITS; v++)
            k->part[p][v] = rank_of_part(shape, weight, p, v);
    return k->part;
}

bool state_keys_direct(state_keys *out, const state_set_shape *shape, uint64_t product)
{
    state_keys *k = out;
    uint64_t permutations;
    assert(product && product < (uint64_t)1 << 32);
    *k = state_keys_hashed(shape);
    k->product = product;
    k->dealing = (key_dealing){SECOND_FACTOR, STRIPE_BITS};
    k->index_is_state = product == (uint64_t)1 << shape->bits && shape->bits == k->bits;
    if (k->index_is_state)
        return true;
    return make_arrangements(k, shape, &permutations) &&
           (permutations == product || make_index_parts(k, shape, permutations));
}

ALWAYS_INLINE void make_ranks(const state_keys *k, const uint64_t *states, size_t count,
                              uint64_t *keys, unsigned parts)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t index = 0;
        for (unsigned p = 0; p < parts; p++)
            index += k->part[p][states[i] >> p * INDEX_PART_BITS & ((1 << INDEX_PART_BITS) - 1)];
        keys[i] = index;
    }
}

static void make_direct(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys)
{
    switch (k->parts) {
    case 0:
        for (size_t i = 0; i < count; i++)
            keys[i] = k->index_is_state ? states[i] : 0;
        break;
    case 1: make_ranks(k, states, count, keys, 1); break;
    case 2: make_ranks(k, states, count, keys, 2); break;
    case 3: make_ranks(k, states, count, keys, 3); break;
    default: make_ranks(k, states, count, keys, k->parts); break;
    }
    for (size_t i = 0; i < k->arrangement_count; i++)
        arrangement_add_indices(&k->arrangements[i], states, count, keys);
}

/* ---- all ------------------------------------------------------------------------------------ */

void state_keys_make(const state_keys *k, const uint64_t *states, size_t count, uint64_t *keys)
{
    if (k->product)
        make_direct(k, states, count, keys);
    else if (k->key_words == 1)
        make_short(k, states, count, keys);
    else if (k->words == 2)
        make_double(k, states, count, keys);
    else
        make_long(k, states, count, keys);
}

/* The inverses of both factors. */
typedef struct key_undoing {
    uint64_t first, second;
} key_undoing;

static void undo_short(const state_keys *k, key_undoing u, uint64_t *keys, size_t count)
{
    const unsigned unused = 64 - k->bits;
    for (size_t i = 0; i < count; i++)
        keys[i] = (k->unmixed ? keys[i] : unpermute(keys[i], k->bits, u.first, u.second)) >> unused;
}

static void undo_double(const state_keys *k, key_undoing u, uint64_t *keys, size_t count)
{
    const unsigned unused = 128 - k->bits, first = k->first_bits;
    for (size_t i = 0; i < count; i++) {
        const uint64_t high = shift_right(keys[i * 2], unused), last = keys[i * 2 + 1],
                       low = k->unmixed ? last
                                        : unpermute(last, 64, u.first, u.second) ^
                                              fold(SECOND_FACTOR, high);
        keys[i * 2] = first < 64 ? low & (((uint64_t)1 << first) - 1) : low;
        keys[i * 2 + 1] = shift_right(low, first) | high << (64 - first);
    }
}

static void undo_long(const state_keys *k, key_undoing u, uint64_t *keys, size_t count)
{
    for (size_t i = 0; !k->unmixed && i < count; i++) {
        uint64_t *key = keys + i * k->words, hash = 0;
        for (unsigned w = 0; w + 1 < k->words; w++)
            hash = fold(hash, key[w]);
        key[k->words - 1] = unpermute(key[k->words - 1], 64, u.first, u.second) ^ hash;
    }
}

bool state_keys_can_undo(const state_keys *k)
{
    return !k->product && k->key_words == k->words;
}

void state_keys_undo(const state_keys *k, uint64_t *keys, size_t count)
{
    const key_undoing u = {inverse_factor(FIRST_FACTOR), inverse_factor(SECOND_FACTOR)};
    assert(state_keys_can_undo(k));
    if (k->words == 1)
        undo_short(k, u, keys, count);
    else if (k->words == 2)
        undo_double(k, u, keys, count);
    else
        undo_long(k, u, keys, count);
}

void state_keys_free(state_keys *k)
{
    for (size_t i = 0; i < k->arrangement_count; i++)
        arrangement_free(&k->arrangements[i]);
    free(k->arrangements);
    free(k->part);
}
