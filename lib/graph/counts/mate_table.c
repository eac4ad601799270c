/* mate_table.c - open addressing; keys and counts are arrays of their own. */
#include "graph/counts/mate_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { FIRST_SLOTS = 1 << 10 };

void mate_table_clear(mate_table *t)
{
    if (t->slot)
        memset(t->slot, 0, t->slots * sizeof *t->slot);
    t->count = 0;
    t->ways.count = 0;
}

static uint64_t hash_mates(const uint64_t *key, unsigned words)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

/* Where the key is, or is to be. */
static uint32_t *find_mates(const mate_table *t, const uint64_t *key)
{
    size_t at = hash_mates(key, t->words) & (t->slots - 1);
    while (t->slot[at] &&
           memcmp(t->key + (size_t)(t->slot[at] - 1) * t->words, key, t->words * sizeof *key) != 0)
        at = (at + 1) & (t->slots - 1);
    return &t->slot[at];
}

static bool grow_mate_slots(mate_table *t)
{
    const size_t slots = t->slots ? 2 * t->slots : FIRST_SLOTS;
    uint32_t *grown = calloc(slots, sizeof *grown);
    if (!grown)
        return false;
    free(t->slot);
    t->slot = grown;
    t->slots = slots;
    for (uint32_t i = 0; i < t->count; i++)
        *find_mates(t, t->key + (size_t)i * t->words) = i + 1;
    return true;
}

bool mate_table_add(mate_table *t, const uint64_t *key, const bigcount *from, size_t i)
{
    if ((size_t)t->count * 3 >= t->slots * 2 && !grow_mate_slots(t))
        return false;
    uint32_t *slot = find_mates(t, key);
    if (*slot)
        return bigcount_add(&t->ways, *slot - 1, from, i);
    if (t->count == UINT32_MAX - 1 ||
        !array_reserve(&t->key, &t->key_room, ((size_t)t->count + 1) * t->words, sizeof *key) ||
        !bigcount_push(&t->ways, from, i))
        return false;
    memcpy(t->key + (size_t)t->count * t->words, key, t->words * sizeof *key);
    *slot = ++t->count;
    return true;
}

size_t mate_table_bytes(const mate_table *t)
{
    return t->key_room * sizeof *t->key + t->ways.room * t->ways.limbs * sizeof(mp_limb_t) +
           t->slots * sizeof *t->slot;
}

void mate_table_free(mate_table *t)
{
    FREE_EACH(t->key, t->slot);
    bigcount_free(&t->ways);
    *t = (mate_table){0};
}
