/* sweep_trail.c - keeping levels, dropping them, and the plan through those that are kept. */
#include "search/sweep/sweep_trail.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"
#include "search/engine/extract_plan.h"
#include "search/sweep/plan_between.h"

sweep_trail sweep_trail_make(unsigned words, size_t least_bytes)
{
    return (sweep_trail){.words = words, .stride = 1, .least_bytes = least_bytes};
}

void sweep_trail_free(sweep_trail *t)
{
    bigarray_free(&t->states);
    bigarray_free(&t->origins);
    bigarray_free(&t->levels);
    bigarray_free(&t->renumbered);
    t->level_count = t->state_count = 0;
}

static size_t kept_state_bytes(const sweep_trail *t)
{
    return t->words * sizeof(uint64_t) + sizeof(uint32_t);
}

size_t sweep_trail_memory(const sweep_trail *t)
{
    return t->state_count * kept_state_bytes(t) + t->level_count * sizeof(trail_level) +
           t->renumbered.bytes;
}

static trail_level *kept_level(const sweep_trail *t, size_t i)
{
    return (trail_level *)t->levels.at + i;
}

static uint32_t *kept_origins(const sweep_trail *t, size_t i)
{
    return (uint32_t *)t->origins.at + kept_level(t, i)->first;
}

static const uint64_t *kept_state(const sweep_trail *t, size_t i, uint32_t index)
{
    assert(index < kept_level(t, i)->count);
    return (const uint64_t *)t->states.at + (kept_level(t, i)->first + index) * t->words;
}

/* ---- keeping and dropping -------------------------------------------------------------------- */

static bool is_at_stride(const sweep_trail *t, size_t i)
{
    return kept_level(t, i)->depth % t->stride == 0;
}

/* Origins in kept level i become origins in the last one before it that is at the stride. */
static void lead_past_dropped(const sweep_trail *t, size_t i, uint32_t *origins, size_t count)
{
    for (; !is_at_stride(t, i); i--) {
        const uint32_t *further = kept_origins(t, i);
        for (size_t k = 0; k < count; k++)
            origins[k] = further[origins[k]];
    }
}

static void move_level(sweep_trail *t, size_t to, size_t from)
{
    trail_level moved = *kept_level(t, from);
    size_t first = to ? kept_level(t, to - 1)->first + kept_level(t, to - 1)->count : 0;
    uint64_t *states = t->states.at;
    uint32_t *origins = t->origins.at;
    memmove(states + first * t->words, states + moved.first * t->words,
            moved.count * t->words * sizeof *states);
    memmove(origins + first, origins + moved.first, moved.count * sizeof *origins);
    moved.first = first;
    *kept_level(t, to) = moved;
    t->state_count = first + moved.count;
}

/* Every other level goes; the origins of `noted` are in the last kept one. */
static void double_stride(sweep_trail *t, frontier *noted)
{
    size_t count = t->level_count;
    t->stride *= 2;
    for (size_t i = 1; i < count; i++)
        if (is_at_stride(t, i))
            lead_past_dropped(t, i - 1, kept_origins(t, i), kept_level(t, i)->count);
    lead_past_dropped(t, count - 1, frontier_origins(noted), noted->count);
    t->level_count = 0;
    for (size_t i = 0; i < count; i++)
        if (is_at_stride(t, i))
            move_level(t, t->level_count++, i);
}

/* Of level i, leaves the states in which one of the `count` origins is, and renumbers these. */
static void prune_level(const sweep_trail *t, size_t i, uint32_t *restrict origins, size_t count)
{
    trail_level *level = kept_level(t, i);
    uint64_t *states = (uint64_t *)t->states.at + level->first * t->words;
    uint32_t *restrict number = t->renumbered.at, *further = kept_origins(t, i), left = 0;
    memset(number, 0, level->count * sizeof *number);
    for (size_t k = 0; k < count; k++)
        number[origins[k]] = 1;
    for (size_t k = 0; k < level->count; k++) {
        if (!number[k])
            continue;
        number[k] = left;
        memmove(states + left * t->words, states + k * t->words, t->words * sizeof *states);
        further[left++] = further[k];
    }
    for (size_t k = 0; k < count; k++)
        origins[k] = number[origins[k]];
    level->count = left;
}

/* Only states remain through which a plan leads to a noted one. */
static bool prune(sweep_trail *t, frontier *noted)
{
    const size_t levels = t->level_count;
    size_t widest = 0;
    for (size_t i = 0; i < levels; i++)
        widest = kept_level(t, i)->count > widest ? kept_level(t, i)->count : widest;
    if (!bigarray_reserve(&t->renumbered, widest * sizeof(uint32_t)))
        return false;
    prune_level(t, levels - 1, frontier_origins(noted), noted->count);
    for (size_t i = levels - 1; i-- > 0;)
        prune_level(t, i, kept_origins(t, i + 1), kept_level(t, i + 1)->count);
    for (size_t i = 0; i < levels; i++)
        move_level(t, i, i);
    return true;
}

static bool keep_level(sweep_trail *t, const frontier *level, uint32_t depth)
{
    size_t count = t->state_count + level->count;
    if (!bigarray_reserve(&t->states, count * t->words * sizeof(uint64_t)) ||
        !bigarray_reserve(&t->origins, count * sizeof(uint32_t)) ||
        !bigarray_reserve(&t->levels, (t->level_count + 1) * sizeof(trail_level)))
        return false;
    memcpy((uint64_t *)t->states.at + t->state_count * t->words, level->states.at,
           level->count * t->words * sizeof(uint64_t));
    memcpy((uint32_t *)t->origins.at + t->state_count, level->origins.at,
           level->count * sizeof(uint32_t));
    *kept_level(t, t->level_count++) = (trail_level){depth, t->state_count, level->count};
    t->state_count = count;
    return true;
}

/* Origins in the level noted before become origins in the one kept last. */
static void lead_to_kept(const sweep_trail *t, frontier *level, const frontier *before)
{
    uint32_t *origins = frontier_origins(level);
    const uint32_t *further = frontier_origins(before);
    for (size_t i = 0; !t->holds_last && i < level->count; i++)
        origins[i] = further[origins[i]];
}

/* Drops states, and levels where that is not enough, so that half of `most` bytes are left for the
   noted level, if it is to be kept. */
static bool make_trail_room(sweep_trail *t, frontier *noted, uint32_t depth, size_t most)
{
    if (!t->seldom_ends && !prune(t, noted))
        return false;
    t->seldom_ends = sweep_trail_memory(t) > most / 2;
    while (depth % t->stride == 0 && t->level_count > 1 && sweep_trail_memory(t) > most / 2)
        double_stride(t, noted);
    return true;
}

bool sweep_trail_note(sweep_trail *t, frontier *level, const frontier *before, uint32_t depth,
                      size_t most_bytes)
{
    size_t most = most_bytes > t->least_bytes ? most_bytes : t->least_bytes,
           more = level->count * kept_state_bytes(t);
    assert(level->traced && (depth || !t->level_count));
    if (!level->count)
        return true;
    if (depth)
        lead_to_kept(t, level, before);
    t->holds_last = !depth || (more <= most / 2 && depth % t->stride == 0);
    if (t->holds_last && depth && sweep_trail_memory(t) + more > most &&
        !make_trail_room(t, level, depth, most))
        return false;
    t->holds_last = t->holds_last && depth % t->stride == 0;
    return !t->holds_last || keep_level(t, level, depth);
}

/* ---- the plan ------------------------------------------------------------------------------- */

/* The states of the kept levels before step `known`, from the one kept last, and those between. */
static int fill_kept(const sweep_trail *t, engine *r, uint32_t index, uint32_t known)
{
    int code = 0;
    for (size_t i = t->level_count; !code && i--;) {
        uint32_t depth = kept_level(t, i)->depth;
        extract_plan_put(r, depth, kept_state(t, i, index));
        if (depth < known)
            code = extract_plan_between(r, depth, known);
        known = depth;
        index = kept_origins(t, i)[index];
    }
    return code;
}

int sweep_trail_extract(const sweep_trail *t, engine *r, const frontier *last, uint32_t length,
                        const uint64_t *goal, uint32_t before)
{
    int code = extract_plan_begin(r, length);
    if (code)
        return code;
    extract_plan_put(r, length, goal);
    if (!length)
        return 0;
    extract_plan_put(r, length - 1, frontier_state(last, before));
    code = fill_kept(t, r, t->holds_last ? before : frontier_origins(last)[before], length - 1);
    return code ? code : extract_plan_moves(r, NULL, 0);
}
