/* frontier.c - the states of one level. */
#include "space/frontier.h"

bool frontier_reserve(frontier *f, size_t more)
{
    size_t count = f->count + more;
    return bigarray_reserve(&f->states, count * f->words * sizeof(uint64_t)) &&
           (!f->marked || bigarray_reserve(&f->marks, count)) &&
           (!f->traced || (bigarray_reserve(&f->origins, count * sizeof(uint32_t)) &&
                           bigcount_reserve(&f->ways, count)));
}

static bool append_ways(frontier *f, const frontier *from)
{
    if (f->ways.limbs == 1 && from->ways.limbs == 1) {
        memcpy(f->ways.limb + f->count, from->ways.limb, from->count * sizeof *f->ways.limb);
        f->ways.count += from->count;
        return true;
    }
    for (size_t i = 0; i < from->count; i++)
        if (!bigcount_push(&f->ways, &from->ways, i))
            return false;
    return true;
}

bool frontier_append(frontier *f, const frontier *from)
{
    assert(f->words == from->words && f->marked == from->marked && f->traced == from->traced);
    if (!from->count)
        return true;
    if (!frontier_reserve(f, from->count))
        return false;
    memcpy(frontier_state(f, f->count), from->states.at, from->count * f->words * sizeof(uint64_t));
    if (f->marked)
        memcpy(frontier_marks(f) + f->count, from->marks.at, from->count);
    if (f->traced)
        memcpy(frontier_origins(f) + f->count, from->origins.at, from->count * sizeof(uint32_t));
    if (f->traced && !append_ways(f, from))
        return false;
    f->count += from->count;
    f->ends += from->ends;
    return true;
}

void frontier_clear(frontier *f)
{
    f->count = f->ends = f->ways.count = 0;
}

void frontier_untrace(frontier *f)
{
    f->traced = false;
    bigarray_free(&f->origins);
    bigcount_free(&f->ways);
    f->ways = (bigcount){0};
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
