/* lookup.c - hash tables from packed states, or texts, to numbers. */
#include "base/containers/lookup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

lookup lookup_of_states(unsigned words)
{
    assert(words);
    return (lookup){.width = words * sizeof(uint64_t)};
}

lookup lookup_over_states(unsigned words, const uint64_t *states)
{
    lookup l = lookup_of_states(words);
    l.borrowed = (const unsigned char *)states;
    return l;
}

lookup lookup_of_texts(void)
{
    return (lookup){0};
}

static uint64_t hash_words(const unsigned char *key, size_t length)
{
    uint64_t h = HASH_FIRST, word;
    for (size_t i = 0; i < length; i += sizeof word) {
        memcpy(&word, key + i, sizeof word);
        h = hash_word(h, word);
    }
    return h;
}

static uint64_t hash_string(const char *text)
{
    return hash_word(hash_bytes(HASH_FIRST, text, strlen(text)), 0);
}

static uint64_t hash_key(const lookup *l, const void *key)
{
    return l->width ? hash_words(key, l->width) : hash_string(key);
}

static const void *stored_key(const lookup *l, uint32_t number)
{
    if (!l->width)
        return l->texts[number];
    return (l->borrowed ? l->borrowed : l->keys) + (size_t)number * l->width;
}

static bool key_equals(const lookup *l, uint32_t number, const void *key)
{
    const void *other = stored_key(l, number);
    return l->width ? !memcmp(other, key, l->width) : !strcmp(other, key);
}

/* The upper half of hash * room: a table has as many slots as it needs, not a power of two. */
static size_t first_slot(const lookup *l, const void *key)
{
    __extension__ typedef unsigned __int128 wide;
    return (size_t)((wide)hash_key(l, key) * l->room >> 64);
}

/* The slot where the key is, or belongs. */
static size_t key_slot(const lookup *l, const void *key)
{
    size_t at = first_slot(l, key);
    while (l->slots[at] && !key_equals(l, l->slots[at], key))
        at = at + 1 < l->room ? at + 1 : 0;
    return at;
}

uint32_t lookup_find(const lookup *l, const void *key)
{
    return l->room ? l->slots[key_slot(l, key)] : 0;
}

/* Two thirds of the slots are used at most. */
static size_t slots_for_keys(size_t keys)
{
    return keys + keys / 2 + 2;
}

static bool set_room(lookup *l, size_t room)
{
    uint32_t *slots = calloc(room, sizeof *slots);
    if (!slots)
        return false;
    free(l->slots);
    l->slots = slots;
    l->room = room;
    for (uint32_t i = 1; i <= l->count; i++)
        l->slots[key_slot(l, stored_key(l, i))] = i;
    return true;
}

bool lookup_reserve(lookup *l, size_t keys)
{
    return slots_for_keys(keys) <= l->room || set_room(l, slots_for_keys(keys));
}

static bool grow_slots(lookup *l)
{
    return slots_for_keys(l->count + (size_t)1) <= l->room ||
           set_room(l, l->room ? l->room * 2 : 1024);
}

static bool reserve_keys(lookup *l)
{
    size_t wanted = (size_t)l->count + 2;
    if (l->borrowed)
        return true;
    return l->width ? array_reserve(&l->keys, &l->keys_room, wanted, l->width)
                    : array_reserve(&l->texts, &l->keys_room, wanted, sizeof *l->texts);
}

uint32_t lookup_add(lookup *l, const void *key)
{
    uint32_t found = lookup_find(l, key);
    if (found)
        return found;
    if (!grow_slots(l) || !reserve_keys(l))
        return 0;
    uint32_t number = l->count + 1;
    assert(!l->borrowed || key == stored_key(l, number));
    if (l->width && !l->borrowed)
        memcpy(l->keys + (size_t)number * l->width, key, l->width);
    else if (!l->width && !(l->texts[number] = strdup(key)))
        return 0;
    l->slots[key_slot(l, key)] = number;
    return l->count = number;
}

static void free_texts(lookup *l)
{
    for (uint32_t i = 1; !l->width && i <= l->count; i++)
        free(l->texts[i]);
    l->count = 0;
}

void lookup_clear(lookup *l)
{
    free_texts(l);
    if (l->room)
        memset(l->slots, 0, l->room * sizeof *l->slots);
}

void lookup_free(lookup *l)
{
    free_texts(l);
    free(l->slots);
    free(l->texts);
    free(l->keys);
    *l = (lookup){.width = l->width};
}
