/*
 * visited_table.h - inside of the set of states seen: lines of slots.
 *
 *   seen.c       the set, and adding to it by one thread
 *   growth.c     a larger table
 *   arrivals.c   adding to it by several
 *
 * A slot holds 32 bits of hash and a number; 0 is empty.  Eight slots are a line, as wide as a
 * cache line, and are looked at in one go: which of them hold a hash costs no branch.  A state
 * belongs in the line its hash says, or, where that is full, in the first behind it that is not;
 * nothing is ever taken out, so a line with an empty slot ends the search.
 */
#ifndef SPACE_VISITED_TABLE_H
#define SPACE_VISITED_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "space/visited.h"

enum {
    LINE = 8,
    CHUNK = 1024, /* states that are looked up at a time                          */
    AHEAD = 32,   /* states between what is fetched, what it leads to, and its use */
};

#define FETCH(place)  __builtin_prefetch((place), 1)
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* To so many lines, more than there are.  False: no memory, and unless it was the table itself that
   did not get it the set is of no use any more. */
bool visited_grow(visited *s, uint64_t lines);

/* ---- where a state belongs ------------------------------------------------ */

ALWAYS_INLINE uint64_t mix_tag(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xe9846af9b1a615d7u;
    x ^= x >> 32;
    x *= 0xe9846af9b1a615d7u;
    return x ^ x >> 28;
}

/* Never 0, so that no empty slot looks like one that holds it. */
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

/* Scales the hash to the table, so that lines are in the order of their hashes. */
ALWAYS_INLINE uint64_t home_line(uint64_t lines, uint32_t tag)
{
    return tag * lines >> 32;
}

/* ---- a line ------------------------------------------------------------------ */

#ifdef __SSE2__

/* One half of each of eight slots: a bit where it is `wanted`. */
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

/* The number that stands with the hash in its own line, very likely the state's; 0: none. */
ALWAYS_INLINE uint32_t likely_number(const uint64_t *table, uint64_t lines, uint32_t tag)
{
    const uint64_t *line = table + home_line(lines, tag) * LINE;
    unsigned bits = matching_slots(line, tag);
    uint32_t number = (uint32_t)line[__builtin_ctz(bits | 1u << (LINE - 1))];
    return bits ? number : 0;
}

/* Where to look next for what is not in its own line: there, unless that is full. */
ALWAYS_INLINE const uint64_t *overflow_line(const uint64_t *table, uint64_t lines, uint32_t tag)
{
    const uint64_t *line = table + home_line(lines, tag) * LINE;
    return line + (line[LINE - 1] ? LINE : 0);
}

#endif
