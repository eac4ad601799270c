/* rank_sources.c - sources out of packets, and forgetting those that are not needed. */
#include "search/ranks/rank_sources.h"

#include <string.h>

#include "base/error.h"

enum { THIN_LEAST = 1 << 16 }; /* fewer are not worth it */

rank_sources rank_sources_make(unsigned words)
{
    return (rank_sources){.level = {.words = words, .traced = true, .counted = true}};
}

void rank_sources_free(rank_sources *s)
{
    frontier_free(&s->level);
    bigarray_free(&s->found);
    bigarray_free(&s->numbers);
}

size_t rank_sources_memory(const rank_sources *s)
{
    return frontier_memory(&s->level) + s->found.bytes + s->numbers.bytes;
}

void rank_sources_clear(rank_sources *s)
{
    frontier_clear(&s->level);
}

/* ---- adding --------------------------------------------------------------------------------- */

/* `source` is that part of a record.  There is room. */
static bool add_source(frontier *f, const uint64_t *source, unsigned limbs)
{
    const bigcount ways = {.limbs = limbs,
                           .count = 1,
                           .room = 1,
                           .limb = (mp_limb_t *)(uintptr_t)(source + f->words + 1)};
    const size_t at = f->count++;
    memcpy(frontier_state(f, at), source, f->words * sizeof *source);
    frontier_origins(f)[at] = (uint32_t)source[f->words];
    return bigcount_push(&f->ways, &ways, 0);
}

static bool is_last_source(const frontier *f, const uint64_t *state)
{
    return f->count && !memcmp(frontier_state(f, f->count - 1), state, f->words * sizeof *state);
}

/* Successors and sources into their places; those of one source follow one another. */
static bool deal_records(rank_sources *s, const rank_packet *from, record_layout layout)
{
    const size_t words = layout.words, each = record_words_of(layout);
    frontier *f = &s->level;
    uint64_t *found = s->found.at;
    uint32_t *numbers = s->numbers.at;
    bool ok = true;
    for (size_t i = 0; ok && i < from->count; i++) {
        const uint64_t *record = from->record + i * each;
        memcpy(found + i * words, record, words * sizeof *found);
        ok = is_last_source(f, record + words) || add_source(f, record + words, layout.limbs);
        numbers[i] = (uint32_t)(f->count - 1);
    }
    return ok;
}

/* As deal_records, where states and ways are one word each. */
static void deal_narrow_records(rank_sources *s, const rank_packet *from)
{
    enum { EACH = 4 };
    frontier *f = &s->level;
    uint64_t *found = s->found.at, *states = f->states.at;
    uint32_t *numbers = s->numbers.at, *origins = f->origins.at;
    mp_limb_t *ways = f->ways.limb;
    size_t last = f->count - 1; /* of none, it wraps around */
    for (size_t i = 0; i < from->count; i++) {
        const uint64_t *record = from->record + i * EACH;
        found[i] = record[0];
        if (last + 1 == 0 || states[last] != record[1]) {
            last++;
            states[last] = record[1];
            origins[last] = (uint32_t)record[2];
            ways[last] = record[3];
        }
        numbers[i] = (uint32_t)last;
    }
    f->count = f->ways.count = last + 1;
}

static bool add_traced(rank_sources *s, const rank_packet *from, record_layout layout)
{
    frontier *f = &s->level;
    if (!bigarray_reserve(&s->found, from->count * layout.words * sizeof(uint64_t)) ||
        !bigarray_reserve(&s->numbers, from->count * sizeof(uint32_t)) ||
        !frontier_reserve(f, from->count))
        return false;
    if (layout.words > 1 || layout.limbs > 1 || f->ways.limbs > 1)
        return deal_records(s, from, layout);
    deal_narrow_records(s, from);
    return true;
}

bool rank_sources_add(rank_sources *s, const rank_packet *from, record_layout layout,
                      sweep_parcel *out)
{
    if (!layout.limbs) {
        *out = (sweep_parcel){.count = from->count, .states = from->record};
        return true;
    }
    if (!add_traced(s, from, layout))
        return false;
    *out = (sweep_parcel){.count = from->count, .states = s->found.at, .sources = s->numbers.at};
    return true;
}

/* ---- forgetting ----------------------------------------------------------------------------- */

/* Each state of the next level gets a copy of its origin, in turn; `into` is empty. */
static bool copy_origins(frontier *into, const frontier *from, const frontier *next)
{
    const size_t count = next->count, words = from->words;
    uint32_t *origins = frontier_origins(next);
    if (!frontier_reserve(into, count) ||
        !bigcount_push_chosen(&into->ways, &from->ways, origins, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        memcpy(frontier_state(into, i), frontier_state(from, origins[i]), words * sizeof(uint64_t));
        frontier_origins(into)[i] = frontier_origins(from)[origins[i]];
        origins[i] = (uint32_t)i;
    }
    into->count = count;
    return true;
}

int rank_sources_thin(rank_sources *s, sweep_owner *o, const wgcq_model *model, wgcq_error *err)
{
    frontier thin = {.words = s->level.words, .traced = true, .counted = true};
    if (s->level.count < THIN_LEAST || s->level.count / 3 < o->next.count)
        return 0;
    int code = sweep_owner_settle(o, model, &s->level, err);
    if (!code && !copy_origins(&thin, &s->level, &o->next)) {
        frontier_free(&thin);
        return error_set_memory(err);
    }
    if (code)
        return code;
    repeats_begin_level(&o->repeats); /* all are settled; its table is made anew */
    frontier_free(&s->level);
    s->level = thin;
    return 0;
}
