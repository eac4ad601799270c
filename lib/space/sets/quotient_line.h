/*
 * quotient_line.h - inside of the quotient set: lines of slots, and where keys belong.
 *
 *   quotient_set.c    adding
 *   quotient_grow.c   a larger table
 *
 * A line is 64 bytes: the low 32 bits of each of its slots, then the other bits of each.  The low
 * bits of a slot say how far it lies from home, counted from 1, so that an empty one has low bits
 * 0.  Lines fill from the first slot; nothing is ever removed, so a line with an empty slot ends a
 * search.
 */
#ifndef SPACE_QUOTIENT_LINE_H
#define SPACE_QUOTIENT_LINE_H

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/containers/always_inline.h"
#include "space/sets/quotient_set.h"

enum {
    LINE_BYTES = 64,
    FAR_LINES = 62, /* behind the last home line, so that no search comes to the end */
};

ALWAYS_INLINE uint64_t layout_lines(const quotient_layout *l)
{
    return (uint64_t)l->parts << l->log;
}

/* The greatest number of lines between a key's home and its slot. */
ALWAYS_INLINE unsigned layout_far_most(const quotient_layout *l)
{
    const unsigned most = (1u << l->far_bits) - 2;
    return most < FAR_LINES ? most : FAR_LINES;
}

/* Moves all keys to a table of more lines, for which there is memory.  False: no memory, and the
   set is lost. */
bool quotient_move(quotient_set *s, const quotient_layout *next);

/* ---- places ------------------------------------------------------------------------------- */

__extension__ typedef unsigned __int128 wide_key;

typedef struct quotient_key {
    uint64_t high, low; /* without the owner; low: 0 for keys of one word */
} quotient_key;

/* A slot and the line that it is for. */
typedef struct quotient_place {
    uint64_t line;
    uint64_t rest; /* bits of the slot above the low 32 */
    uint32_t low;
} quotient_place;

/* Adds a key for which all lines that it can lie in are full. */
key_addition quotient_add_far(quotient_set *s, quotient_key key);

ALWAYS_INLINE quotient_key key_without_owner(unsigned by, const uint64_t *key, unsigned words)
{
    if (words == 1)
        return (quotient_key){key[0] << by, 0};
    return (quotient_key){by ? key[1] << by | key[0] >> (64 - by) : key[1], key[0] << by};
}

/* Whether place_evenly is right. */
ALWAYS_INLINE bool layout_is_even(const quotient_layout *l)
{
    return l->parts == 4 && l->unused < 62;
}

/* As place_key for a key of one word, in fewer steps. */
ALWAYS_INLINE quotient_place place_evenly(const quotient_layout *l, uint64_t key)
{
    const unsigned bits = l->log + 2;
    const uint64_t slot = key << bits >> (l->unused + 2) << l->far_bits | 1;
    return (quotient_place){key >> (64 - bits), slot >> 32, (uint32_t)slot};
}

/* The home line of a key and its slot there. */
ALWAYS_INLINE quotient_place place_key(const quotient_layout *l, quotient_key key, unsigned words)
{
    const uint64_t group = key.high >> (64 - l->log);
    uint64_t high = key.high << l->log;
    if (words == 2)
        high |= key.low >> (64 - l->log);
    const uint64_t part = (high >> 48) * l->parts >> 16;
    high -= l->part_start[part];
    const uint64_t line = group * l->parts + part;
    if (words == 1) {
        const uint64_t slot = high >> l->unused << l->far_bits | 1;
        return (quotient_place){line, slot >> 32, (uint32_t)slot};
    }
    const wide_key left = ((wide_key)high << 64 | key.low << l->log) >> l->unused;
    const wide_key slot = left << l->far_bits | 1;
    return (quotient_place){line, (uint64_t)(slot >> 32), (uint32_t)slot};
}

/* The key of a slot whose home is that part of that group. */
ALWAYS_INLINE quotient_key key_of_slot(const quotient_layout *l, uint64_t group, unsigned part,
                                       quotient_place slot, unsigned words)
{
    uint64_t high, low = 0;
    if (words == 1) {
        high = (slot.rest << 32 | slot.low) >> l->far_bits << l->unused;
    } else {
        wide_key left = ((wide_key)slot.rest << 32 | slot.low) >> l->far_bits << l->unused;
        high = (uint64_t)(left >> 64);
        low = (uint64_t)left;
    }
    high += l->part_start[part];
    if (words == 2)
        low = low >> l->log | high << (64 - l->log);
    return (quotient_key){group << (64 - l->log) | high >> l->log, low};
}

/* As key_of_slot for a slot whose home is that line, where place_evenly is right. */
ALWAYS_INLINE quotient_key key_of_even_slot(const quotient_layout *l, uint64_t line,
                                            quotient_place slot)
{
    const unsigned bits = l->log + 2;
    const uint64_t left = (slot.rest << 32 | slot.low) >> l->far_bits << (l->unused + 2);
    return (quotient_key){line << (64 - bits) | left >> bits, 0};
}

/* ---- a line -------------------------------------------------------------------------------- */

ALWAYS_INLINE unsigned slots_of_width(unsigned width)
{
    return LINE_BYTES / width;
}

/* A bit for each slot whose low bits these are. */
ALWAYS_INLINE unsigned slots_with_low(const void *line, uint32_t low, unsigned slots)
{
#ifdef __SSE2__
    const __m128i *at = line, wanted = _mm_set1_epi32((int)low), none = _mm_setzero_si128();
    __m128i a = _mm_cmpeq_epi32(_mm_load_si128(at), wanted);
    __m128i b = _mm_cmpeq_epi32(_mm_load_si128(at + 1), wanted);
    __m128i c = slots > 8 ? _mm_cmpeq_epi32(_mm_load_si128(at + 2), wanted) : none;
    __m128i d = slots > 12 ? _mm_cmpeq_epi32(_mm_load_si128(at + 3), wanted) : none;
    __m128i all = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
    return (unsigned)_mm_movemask_epi8(all) & ((1u << slots) - 1);
#else
    const uint32_t *at = line;
    unsigned bits = 0;
    for (unsigned i = 0; i < slots; i++)
        bits |= (unsigned)(at[i] == low) << i;
    return bits;
#endif
}

/* The bits of a slot above its low 32. */
ALWAYS_INLINE uint64_t slot_rest(const void *line, unsigned i, unsigned width)
{
    const char *from = (const char *)line + slots_of_width(width) * sizeof(uint32_t);
    uint64_t rest8;
    uint32_t rest4;
    uint16_t rest2;
    switch (width) {
    case 5: return ((const uint8_t *)from)[i];
    case 6: memcpy(&rest2, from + i * sizeof rest2, sizeof rest2); return rest2;
    case 8: memcpy(&rest4, from + i * sizeof rest4, sizeof rest4); return rest4;
    case 12: memcpy(&rest8, from + i * sizeof rest8, sizeof rest8); return rest8;
    default: return 0;
    }
}

ALWAYS_INLINE uint32_t slot_low(const void *line, unsigned i)
{
    return ((const uint32_t *)line)[i];
}

ALWAYS_INLINE void store_slot(void *line, unsigned i, const quotient_place *slot, unsigned width)
{
    char *to = (char *)line + slots_of_width(width) * sizeof(uint32_t);
    const uint32_t rest4 = (uint32_t)slot->rest;
    const uint16_t rest2 = (uint16_t)slot->rest;
    ((uint32_t *)line)[i] = slot->low;
    switch (width) {
    case 5: ((uint8_t *)to)[i] = (uint8_t)slot->rest; break;
    case 6: memcpy(to + i * sizeof rest2, &rest2, sizeof rest2); break;
    case 8: memcpy(to + i * sizeof rest4, &rest4, sizeof rest4); break;
    case 12: memcpy(to + i * sizeof slot->rest, &slot->rest, sizeof slot->rest); break;
    default: break;
    }
}

ALWAYS_INLINE char *line_at(const quotient_set *s, uint64_t line)
{
    return (char *)s->table.at + line * LINE_BYTES;
}

#endif
