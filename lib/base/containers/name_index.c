/* name_index.c - a multimap from names: a hash table whose chains keep the order of insertion. */
#include "base/containers/name_index.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

static size_t hash_name(const char *name)
{
    const uint64_t h = hash_bytes(HASH_FIRST, name, strlen(name));
    return (size_t)(h ^ h >> 32);
}

static void append_to_chain(name_index *to, name_entry *one)
{
    name_entry **at = &to->slots[hash_name(one->name) & (to->room - 1)];
    while (*at)
        at = &(*at)->next;
    one->next = NULL;
    *at = one;
}

static void grow_name_slots(arena *memory, name_index *to)
{
    assert(!(to->room & (to->room - 1))); /* a power of two, or 0 */
    name_index larger = {.count = to->count, .room = to->room ? to->room * 2 : 64};
    larger.slots = arena_array(memory, larger.room, sizeof *larger.slots);
    for (size_t i = 0; i < to->room; i++)
        for (name_entry *one = to->slots[i], *next; one; one = next) {
            next = one->next;
            append_to_chain(&larger, one);
        }
    *to = larger;
}

void name_index_add(arena *memory, name_index *to, const char *name, const void *holder,
                    int64_t number)
{
    if (to->count == to->room)
        grow_name_slots(memory, to);
    name_entry *one = arena_take(memory, sizeof *one);
    *one = (name_entry){.name = name, .holder = holder, .number = number};
    append_to_chain(to, one);
    to->count++;
}

static const name_entry *find_in_chain(const name_entry *from, const char *name)
{
    while (from && strcmp(from->name, name) != 0)
        from = from->next;
    return from;
}

const name_entry *name_index_first(const name_index *in, const char *name)
{
    return in->room ? find_in_chain(in->slots[hash_name(name) & (in->room - 1)], name) : NULL;
}

const name_entry *name_index_next(const name_entry *before)
{
    return find_in_chain(before->next, before->name);
}

const name_entry *name_index_of(const name_index *in, const char *name, const void *holder)
{
    const name_entry *one = name_index_first(in, name);
    while (one && one->holder != holder)
        one = name_index_next(one);
    return one;
}
