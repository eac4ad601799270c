/* placed_counts.c - exact counts that are needed for a time. */
#include "base/containers/placed_counts.h"

#include <assert.h>
#include <string.h>

enum { FIRST_SPARES = 64 };

bool placed_counts_open(placed_counts *out, array_home *home, size_t numbers)
{
    *out = (placed_counts){.counts = {.home = home}};
    return bigcount_resize(&out->counts, 1) && placed_counts_extend(out, numbers);
}

bool placed_counts_extend(placed_counts *c, size_t numbers)
{
    assert(numbers >= c->numbers);
    if (numbers > c->room) {
        const size_t room = c->room ? numbers + c->room / 2 : numbers;
        if (!home_resize(c->counts.home, &c->place, room, sizeof *c->place))
            return false;
        c->room = room;
    }
    if (numbers > c->numbers)
        memset(c->place + c->numbers, 0, (numbers - c->numbers) * sizeof *c->place);
    c->numbers = numbers;
    return true;
}

void placed_counts_close(placed_counts *c)
{
    home_free(c->counts.home, c->place);
    home_free(c->counts.home, c->spare);
    bigcount_free(&c->counts);
    *c = (placed_counts){0};
}

/* There is room to free each place that was taken, so that leaving cannot fail. */
static bool make_place(placed_counts *c)
{
    const size_t places = c->counts.count + 1;
    if (places > UINT32_MAX)
        return false;
    if (places > c->spare_room) {
        const size_t room = places + c->spare_room / 2 + FIRST_SPARES;
        if (!home_resize(c->counts.home, &c->spare, room, sizeof *c->spare))
            return false;
        c->spare_room = room;
    }
    return bigcount_extend(&c->counts, places);
}

static bool take_place(placed_counts *c, size_t i)
{
    if (c->spares) {
        c->place[i] = c->spare[--c->spares];
        return true;
    }
    if (!make_place(c))
        return false;
    c->place[i] = (uint32_t)(c->counts.count - 1);
    return true;
}

bool placed_counts_set(placed_counts *c, size_t i, unsigned value)
{
    assert(i < c->numbers);
    if (!c->place[i] && !take_place(c, i))
        return false;
    bigcount_set_small(&c->counts, c->place[i], value);
    return true;
}

void placed_counts_leave(placed_counts *c, size_t i)
{
    if (c->place[i])
        c->spare[c->spares++] = c->place[i];
    c->place[i] = 0;
}

char *placed_counts_text(const placed_counts *c, size_t i)
{
    return bigcount_text(&c->counts, c->place[i]);
}

size_t placed_counts_memory(const placed_counts *c)
{
    return c->room * sizeof *c->place + c->spare_room * sizeof *c->spare +
           c->counts.room * c->counts.limbs * sizeof(mp_limb_t);
}
