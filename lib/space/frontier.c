/* frontier.c - the states of one level. */
#include "space/frontier.h"

bool frontier_reserve(frontier *f, size_t more)
{
    const size_t count = f->count + more, bytes = count * f->words * sizeof(uint64_t);
    return (f->count ? bigarray_reserve(&f->states, bytes)
                     : bigarray_reserve_anew(&f->states, bytes)) &&
           (!f->marked || bigarray_reserve(&f->marks, count)) &&
           (!f->traced || bigarray_reserve(&f->origins, count * sizeof(uint32_t))) &&
           (!f->counted || bigcount_reserve(&f->ways, count));
}

bool frontier_has_long_counts(const frontier *f)
{
    return f->counted && f->ways.limbs > 1;
}

bool frontier_extend(frontier *f, const frontier *from)
{
    assert(f->words == from->words && f->marked == from->marked && f->traced == from->traced &&
           f->counted == from->counted);
    assert(!frontier_has_long_counts(f) && !frontier_has_long_counts(from));
    if (!frontier_reserve(f, from->count))
        return false;
    f->count += from->count;
    f->ends += from->ends;
    if (f->counted)
        f->ways.count = f->count;
    return true;
}

/* Everything but the ways. */
static void fill_states(frontier *f, size_t at, const frontier *from)
{
    memcpy(frontier_state(f, at), from->states.at, from->count * f->words * sizeof(uint64_t));
    if (f->marked)
        memcpy(frontier_marks(f) + at, from->marks.at, from->count);
    if (f->traced)
        memcpy(frontier_origins(f) + at, from->origins.at, from->count * sizeof(uint32_t));
}

void frontier_fill(frontier *f, size_t at, const frontier *from)
{
    if (!from->count)
        return;
    fill_states(f, at, from);
    if (f->counted)
        memcpy(f->ways.limb + at, from->ways.limb, from->count * sizeof *f->ways.limb);
}

static bool append_long_counts(frontier *f, const frontier *from)
{
    if (!frontier_reserve(f, from->count))
        return false;
    fill_states(f, f->count, from);
    for (size_t i = 0; i < from->count; i++)
        if (!bigcount_push(&f->ways, &from->ways, i))
            return false;
    f->count += from->count;
    f->ends += from->ends;
    return true;
}

bool frontier_append(frontier *f, const frontier *from)
{
    const size_t at = f->count;
    if (!from->count)
        return true;
    if (frontier_has_long_counts(f) || frontier_has_long_counts(from))
        return append_long_counts(f, from);
    if (!frontier_extend(f, from))
        return false;
    frontier_fill(f, at, from);
    return true;
}

void frontier_clear(frontier *f)
{
    f->count = f->ends = f->ways.count = 0;
}

void frontier_uncount(frontier *f)
{
    f->counted = false;
    bigcount_free(&f->ways);
    f->ways = (bigcount){0};
}

void frontier_untrace(frontier *f)
{
    frontier_uncount(f);
    f->traced = false;
    bigarray_free(&f->origins);
}

void frontier_free(frontier *f)
{
    bigarray_free(&f->states);
    bigarray_free(&f->marks);
    frontier_untrace(f);
}

size_t frontier_memory(const frontier *f)
{
    size_t state = f->words * sizeof(uint64_t) + f->marked + (f->traced ? sizeof(uint32_t) : 0);
    return f->count * state + f->ways.room * f->ways.limbs * sizeof(mp_limb_t);
}

size_t frontier_find(const frontier *f, const uint64_t *state)
{
    size_t i = 0;
    while (i < f->count && memcmp(frontier_state(f, i), state, f->words * sizeof *state))
        i++;
    return i;
}
