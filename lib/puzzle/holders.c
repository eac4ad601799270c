/* holders.c - who has a name: a hash table whose chains keep the order of adding. */
#include "puzzle/holders.h"

#include <string.h>

static size_t hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    return (size_t)(h ^ h >> 32);
}

static void append(holders *to, holding *one)
{
    holding **at = &to->slots[hash(one->name) & (to->room - 1)];
    while (*at)
        at = &(*at)->next;
    one->next = NULL;
    *at = one;
}

static void grow(arena *memory, holders *to)
{
    holders larger = {.count = to->count, .room = to->room ? to->room * 2 : 64};
    larger.slots = arena_array(memory, larger.room, sizeof *larger.slots);
    for (size_t i = 0; i < to->room; i++)
        for (holding *one = to->slots[i], *next; one; one = next) {
            next = one->next;
            append(&larger, one);
        }
    *to = larger;
}

void holders_add(arena *memory, holders *to, const char *name, const void *holder, int64_t number)
{
    if (to->count == to->room)
        grow(memory, to);
    holding *one = arena_take(memory, sizeof *one);
    *one = (holding){.name = name, .holder = holder, .number = number};
    append(to, one);
    to->count++;
}

static const holding *same(const holding *from, const char *name)
{
    while (from && strcmp(from->name, name) != 0)
        from = from->next;
    return from;
}

const holding *holders_first(const holders *in, const char *name)
{
    return in->room ? same(in->slots[hash(name) & (in->room - 1)], name) : NULL;
}

const holding *holders_next(const holding *before)
{
    return same(before->next, before->name);
}

const holding *holders_of(const holders *in, const char *name, const void *holder)
{
    const holding *one = holders_first(in, name);
    while (one && one->holder != holder)
        one = holders_next(one);
    return one;
}
