/* repeats.c - finding which states of a level were found again, and adding up their ways. */
#include "space/repeats.h"

#include <assert.h>

#include "base/containers/prefetch.h"

#define FILTER_FACTOR 0xd6e8feb86659fd93u

enum {
    CHUNK = 1024,              /* states at a time                                   */
    PUT_OFF_MOST = 4096,       /* repeats, or a share of the level's states:         */
    LEVEL_SHARE = 4,           /* with more than a fourth of them there are many     */
    BITS_A_REPEAT = 16,        /* of the filter, so that few other states pass       */
    FILTER_BITS_LEAST = 512,   /* or one for each state of the level, as long as ... */
    FILTER_BITS_MOST = 1 << 20 /* ... it stays in the nearer caches                  */
};

repeats repeats_make(unsigned words)
{
    return (repeats){.words = words, .table = level_table_make(words)};
}

void repeats_free(repeats *r)
{
    bigarray_free(&r->states);
    bigarray_free(&r->sources);
    bigarray_free(&r->filter);
    level_table_free(&r->table);
    *r = repeats_make(r->words);
}

/* ---- putting off ---------------------------------------------------------------------------- */

static uint64_t *repeat_states(const repeats *r, size_t first)
{
    return (uint64_t *)r->states.at + first * r->words;
}

bool repeats_put_off(repeats *r, const uint64_t *states, const uint32_t *sources,
                     const uint32_t *which, size_t count)
{
    const size_t all = r->count + count;
    if (!bigarray_reserve(&r->states, all * r->words * sizeof(uint64_t)) ||
        !bigarray_reserve(&r->sources, all * sizeof(uint32_t)))
        return false;
    uint64_t *to = repeat_states(r, r->count);
    uint32_t *from = (uint32_t *)r->sources.at + r->count;
    for (size_t i = 0; i < count; i++) {
        from[i] = sources[which[i]];
        for (unsigned w = 0; w < r->words; w++)
            to[i * r->words + w] = states[(size_t)which[i] * r->words + w];
    }
    r->count = all;
    return true;
}

static bool is_large_share(const repeats *r, const frontier *level)
{
    return r->count > level->count / LEVEL_SHARE;
}

size_t repeats_memory(const repeats *r, const frontier *level)
{
    const bool all = r->many || is_large_share(r, level);
    return r->states.bytes + r->sources.bytes + r->filter.bytes +
           level_table_memory(&r->table, all ? level->count : r->count);
}

bool repeats_are_many(const repeats *r, const frontier *level)
{
    return r->count > PUT_OFF_MOST && (r->many || is_large_share(r, level));
}

void repeats_begin_level(repeats *r)
{
    assert(!r->count);
    level_table_clear(&r->table);
    r->many = false;
    r->settled = 0;
}

/* ---- the filter ------------------------------------------------------------------------------ */

ALWAYS_INLINE uint64_t filter_bit(unsigned shift, const uint64_t *state, unsigned words)
{
    uint64_t hash = state[0] * FILTER_FACTOR;
    for (unsigned w = 1; w < words; w++)
        hash = ((hash ^ hash >> 32) + state[w]) * FILTER_FACTOR;
    return hash >> shift;
}

static bool reserve_filter(repeats *r, size_t level_count)
{
    const size_t spread = level_count < FILTER_BITS_MOST ? level_count : FILTER_BITS_MOST;
    size_t bits = FILTER_BITS_LEAST;
    while (bits < r->count * BITS_A_REPEAT || bits < spread)
        bits *= 2;
    r->filter_shift = 64 - (unsigned)__builtin_ctzll(bits);
    if (!bigarray_reserve(&r->filter, bits / 8))
        return false;
    memset(r->filter.at, 0, bits / 8);
    return true;
}

static void set_filter(const repeats *r)
{
    uint64_t *filter = r->filter.at;
    for (size_t i = 0; i < r->count; i++) {
        const uint64_t bit = filter_bit(r->filter_shift, repeat_states(r, i), r->words);
        filter[bit / 64] |= (uint64_t)1 << bit % 64;
    }
}

ALWAYS_INLINE size_t pick_filtered(const repeats *r, const uint64_t *states, size_t count,
                                   uint32_t *picked, unsigned words)
{
    const uint64_t *filter = r->filter.at;
    const unsigned shift = r->filter_shift;
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t bit = filter_bit(shift, states + i * words, words);
        picked[n] = (uint32_t)i;
        n += filter[bit / 64] >> bit % 64 & 1;
    }
    return n;
}

/* ---- the table ------------------------------------------------------------------------------- */

static size_t chunk_from(size_t first, size_t count)
{
    return count - first < CHUNK ? count - first : CHUNK;
}

/* Indexes the states that pass the filter. */
static bool index_picked(repeats *r, const frontier *level)
{
    uint32_t picked[CHUNK];
    bool ok = true;
    for (size_t first = 0; ok && first < level->count; first += CHUNK) {
        const size_t count = chunk_from(first, level->count);
        const uint64_t *states = frontier_state(level, first);
        const size_t n = r->words == 1 ? pick_filtered(r, states, count, picked, 1)
                                       : pick_filtered(r, states, count, picked, r->words);
        for (size_t i = 0; i < n; i++)
            picked[i] += (uint32_t)first;
        ok = level_table_insert(&r->table, level->states.at, picked, n);
    }
    return ok;
}

static bool index_level(repeats *r, const frontier *level)
{
    assert(r->many || !r->table.count);
    r->many = r->many || is_large_share(r, level);
    if (r->many) /* those that are not in the table */
        return level_table_insert(&r->table, level->states.at, NULL, level->count - r->table.count);
    if (!reserve_filter(r, level->count))
        return false;
    set_filter(r);
    return index_picked(r, level);
}

/* ---- adding up ------------------------------------------------------------------------------- */

/* `simple`: states are compared as one word. */
ALWAYS_INLINE void prefer_source(frontier *level, const wgcq_model *model, size_t index,
                                 uint32_t source, const frontier *above, bool simple)
{
    uint32_t *const origin = frontier_origins(level) + index;
    const uint64_t *const states = above->states.at;
    if (simple) /* without a branch that is guessed wrong half of the time */
        *origin = states[source] < states[*origin] ? source : *origin;
    else if (*origin != source && model_state_before(model, frontier_state(above, source),
                                                     frontier_state(above, *origin)))
        *origin = source;
}

/* Prefetches the memory that adding to each of the states touches, anywhere in both levels. */
ALWAYS_INLINE void fetch_level_states(const frontier *level, const frontier *above,
                                      const uint32_t *index, size_t count)
{
    const uint32_t *origins = frontier_origins(level);
    for (size_t i = 0; i < count; i++) {
        if (level->counted)
            bigcount_fetch(&level->ways, index[i]);
        prefetch_far(origins + index[i]);
    }
    for (size_t i = 0; i < count; i++)
        prefetch_far(frontier_state(above, origins[index[i]]));
}

/* Leaves those that are in the level, which are all but some where others passed the filter. */
static size_t leave_present(uint32_t *index, uint32_t *source, const uint32_t *sources,
                            size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        index[n] = index[i];
        source[n] = sources[i];
        n += index[i] != LEVEL_ABSENT;
    }
    return n;
}

ALWAYS_INLINE bool add_some(const wgcq_model *model, frontier *level, const frontier *above,
                            const uint32_t *index, const uint32_t *source, size_t count,
                            bool simple)
{
    for (size_t i = 0; i < count; i++) {
        if (level->counted && !bigcount_add(&level->ways, index[i], &above->ways, source[i]))
            return false;
        prefer_source(level, model, index[i], source[i], above, simple);
    }
    return true;
}

static bool add_repeats(repeats *r, const wgcq_model *model, frontier *level, const frontier *above)
{
    const bool simple = model->words == 1 && !model->plain.widen;
    const uint32_t *sources = r->sources.at;
    uint32_t index[CHUNK], source[CHUNK];
    bool ok = true;
    for (size_t first = 0; ok && first < r->count; first += CHUNK) {
        size_t count = chunk_from(first, r->count);
        level_table_find(&r->table, level->states.at, repeat_states(r, first), count, index);
        count = leave_present(index, source, sources + first, count);
        r->settled += count;
        fetch_level_states(level, above, index, count);
        ok = simple ? add_some(model, level, above, index, source, count, true)
                    : add_some(model, level, above, index, source, count, false);
    }
    return ok;
}

bool repeats_settle(repeats *r, const wgcq_model *model, frontier *level, const frontier *above)
{
    assert(level->traced && above->traced && above->counted >= level->counted);
    if (!r->count)
        return true;
    bool ok = index_level(r, level) && add_repeats(r, model, level, above);
    r->count = 0;
    return ok;
}
