/*
 * visited_table.h - inside of the visited set: its hash table, in lines of slots.
 *
 *   visited.c        the set, and adding
 *   visited_grow.c   a larger table
 *
 * A slot holds 32 bits of hash (the tag, high half) and a number (low half); 0 is empty.  Eight
 * slots are a line, as wide as a cache line, and are compared at once without a branch.  A state
 * belongs in its home line, or, where that is full, in the first behind it that is not; nothing is
 * ever removed, so a line with an empty slot ends the search.  A line fills from its first slot.
 */
#ifndef SPACE_VISITED_TABLE_H
#define SPACE_VISITED_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/containers/prefetch.h"
#include "space/visited.h"

enum {
    LINE = 8,
    CHUNK = 1024, /* states that are looked up at a time                        */
    AHEAD = 32,   /* states between the prefetches of a line, a state, and use */
};

/* Grows the table to `lines`, more than there are.  False: no memory; the set is unchanged where
   s->lines is, else it is unusable. */
bool visited_grow(visited *s, uint64_t lines);

/* ---- hashing ------------------------------------------------ */

ALWAYS_INLINE uint64_t mix_tag(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xe9846af9b1a615d7u;
    x ^= x >> 32;
    x *= 0xe9846af9b1a615d7u;
    return x ^ x >> 28;
}

/* Never 0, so that it does not match an empty slot. */
ALWAYS_INLINE uint32_t state_tag(const uint64_t *state, unsigned words)
{
    uint64_t h = mix_tag(state[0]);
    for (unsigned w = 1; w < words; w++)
        h = mix_tag((h << 23 | h >> 41) ^ (state[w] + w * 0x9e3779b97f4a7c15u));
    return (uint32_t)(h >> 32) | 1;
}

ALWAYS_INLINE bool equal_words(const uint64_t *a, const uint64_t *b, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        if (a[w] != b[w])
            return false;
    return true;
}

/* Scales the hash to the table, so that lines are ordered by hash. */
ALWAYS_INLINE uint64_t home_line(uint64_t lines, uint32_t tag)
{
    return tag * lines >> 32;
}

/* ---- a line ------------------------------------------------------------------ */

#ifdef __SSE2__

/* A bit for each of eight slots whose one half (`pick`: 1 high, 0 low) is `wanted`. */
#define HALVES(line, wanted, pick)                                                                 \
    (unsigned)(_mm_movemask_ps(_mm_castsi128_ps(                                                   \
                   _mm_cmpeq_epi32(slot_halves((line), (pick)), _mm_set1_epi32((int)(wanted))))) | \
               _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(slot_halves((line) + 4, (pick)),   \
                                                                _mm_set1_epi32((int)(wanted)))))   \
                   << 4)

ALWAYS_INLINE __m128i slot_halves(const uint64_t *slots, int high)
{
    __m128 a = _mm_loadu_ps((const float *)(const void *)slots);
    __m128 b = _mm_loadu_ps((const float *)(const void *)(slots + 2));
    return _mm_castps_si128(high ? _mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1))
                                 : _mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
}

#endif

/* A bit for each slot of a line: those that hold the tag, and those that are empty. */
ALWAYS_INLINE unsigned matching_slots(const uint64_t *line, uint32_t tag)
{
#ifdef __SSE2__
    return HALVES(line, tag, 1);
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < LINE; i++)
        bits |= (unsigned)(line[i] >> 32 == tag) << i;
    return bits;
#endif
}

ALWAYS_INLINE unsigned empty_slots(const uint64_t *line)
{
#ifdef __SSE2__
    return HALVES(line, 0, 0);
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < LINE; i++)
        bits |= (unsigned)(line[i] == 0) << i;
    return bits;
#endif
}

/* The number in the home line with that tag, very likely the state's; 0: none. */
ALWAYS_INLINE uint32_t likely_number(const uint64_t *table, uint64_t lines, uint32_t tag)
{
    const uint64_t *line = table + home_line(lines, tag) * LINE;
    unsigned bits = matching_slots(line, tag);
    uint32_t number = (uint32_t)line[__builtin_ctz(bits | 1u << (LINE - 1))];
    return bits ? number : 0;
}

/* The line to look at after a miss in the home line: the next where that is full, else itself. */
ALWAYS_INLINE const uint64_t *overflow_line(const uint64_t *table, uint64_t lines, uint32_t tag)
{
    const uint64_t *line = table + home_line(lines, tag) * LINE;
    return line + (line[LINE - 1] ? LINE : 0);
}

#endif
