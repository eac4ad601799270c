/* heap.c - a binary heap of numbers. */
#include "base/containers/heap.h"

#include <assert.h>

static void place_number(heap *h, uint32_t place, uint32_t number)
{
    h->numbers[place] = number;
    if (h->position)
        h->position[number] = place;
}

static bool reserve_heap(heap *h)
{
    const size_t wanted = h->count + (size_t)2, twice = 2 * h->room + 16;
    const size_t room = twice > wanted ? twice : wanted;
    if (wanted <= h->room)
        return true;
    if (!home_resize(h->home, &h->numbers, room, sizeof *h->numbers))
        return false;
    h->room = room;
    return true;
}

bool heap_push(heap *h, uint32_t number)
{
    uint32_t place = h->position ? h->position[number] : 0;
    if (!place && !reserve_heap(h))
        return false;
    if (!place)
        place = ++h->count;
    for (; place > 1 && h->less(h->context, number, h->numbers[place / 2]); place /= 2)
        place_number(h, place, h->numbers[place / 2]);
    place_number(h, place, number);
    return true;
}

uint32_t heap_pop(heap *h)
{
    assert(h->count);
    uint32_t top = h->numbers[1], last = h->numbers[h->count--], place = 1;
    if (h->position)
        h->position[top] = 0;
    if (!h->count)
        return top;
    for (;;) {
        uint32_t child = 2 * place;
        if (child < h->count && h->less(h->context, h->numbers[child + 1], h->numbers[child]))
            child++;
        if (child > h->count || !h->less(h->context, h->numbers[child], last))
            break;
        place_number(h, place, h->numbers[child]);
        place = child;
    }
    place_number(h, place, last);
    return top;
}

void heap_clear(heap *h)
{
    for (uint32_t i = 1; h->position && i <= h->count; i++)
        h->position[h->numbers[i]] = 0;
    h->count = 0;
}

void heap_free(heap *h)
{
    home_free(h->home, h->numbers);
    h->numbers = NULL;
    h->count = 0;
    h->room = 0;
}
