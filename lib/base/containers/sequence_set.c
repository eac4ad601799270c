/* sequence_set.c - a set of sequences of numbers. */
#include "base/containers/sequence_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

static uint64_t hash_sequence(const uint32_t *items, size_t length)
{
    uint64_t h = HASH_FIRST;
    for (size_t i = 0; i < length; i++)
        h = hash_word(h, items[i]);
    return h;
}

const uint32_t *sequence_set_at(const sequence_set *s, uint32_t number, size_t *length)
{
    assert(number && number <= s->count);
    size_t begin = s->ends[number - 1];
    *length = s->ends[number] - begin;
    return s->items + begin;
}

/* The slot where the sequence is, or belongs. */
static size_t sequence_slot(const sequence_set *s, const uint32_t *items, size_t length)
{
    size_t at = hash_sequence(items, length) & (s->slots_room - 1);
    while (s->slots[at]) {
        size_t other_length;
        const uint32_t *other = sequence_set_at(s, s->slots[at], &other_length);
        if (other_length == length &&
            (!length ||
             !memcmp(other, items, length * sizeof *items))) /* an empty one may be NULL */
            break;
        at = (at + 1) & (s->slots_room - 1);
    }
    return at;
}

uint32_t sequence_set_find(const sequence_set *s, const uint32_t *items, size_t length)
{
    return s->slots_room ? s->slots[sequence_slot(s, items, length)] : 0;
}

/* ---- adding ---------------------------------------------------------------------------------- */

static bool grow_sequence_slots(sequence_set *s)
{
    size_t room = s->slots_room ? s->slots_room * 2 : 1024;
    uint32_t *slots = calloc(room, sizeof *slots);
    if (!slots)
        return false;
    free(s->slots);
    s->slots = slots;
    s->slots_room = room;
    for (uint32_t i = 1; i <= s->count; i++) {
        size_t length;
        const uint32_t *items = sequence_set_at(s, i, &length);
        s->slots[sequence_slot(s, items, length)] = i;
    }
    return true;
}

static bool reserve_ends(sequence_set *s)
{
    if (!array_reserve(&s->ends, &s->ends_room, (size_t)s->count + 2, sizeof *s->ends))
        return false;
    s->ends[0] = 0;
    return true;
}

uint32_t sequence_set_add(sequence_set *s, const uint32_t *items, size_t length)
{
    uint32_t found = sequence_set_find(s, items, length);
    if (found)
        return found;
    if (s->count == UINT32_MAX ||
        ((size_t)s->count * 2 >= s->slots_room && !grow_sequence_slots(s)) || !reserve_ends(s) ||
        !array_reserve(&s->items, &s->room, s->used + length, sizeof *s->items))
        return 0;
    s->slots[sequence_slot(s, items, length)] = s->count + 1;
    if (length)
        memcpy(s->items + s->used, items, length * sizeof *items);
    s->used += length;
    s->ends[++s->count] = s->used;
    return s->count;
}

void sequence_set_free(sequence_set *s)
{
    free(s->items);
    free(s->ends);
    free(s->slots);
    *s = (sequence_set){0};
}
