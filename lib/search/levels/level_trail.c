/* level_trail.c - keeping levels, dropping them, and the way back through those that are kept. */
#include "search/levels/level_trail.h"

#include <assert.h>

level_trail level_trail_make(unsigned words, size_t least_bytes)
{
    return (level_trail){.words = words, .stride = 1, .least_bytes = least_bytes};
}

void level_trail_free(level_trail *t)
{
    bigarray_free(&t->states);
    bigarray_free(&t->origins);
    bigarray_free(&t->levels);
    bigarray_free(&t->renumbered);
    t->level_count = t->state_count = 0;
}

size_t level_trail_state_bytes(const level_trail *t)
{
    return t->words * sizeof(uint64_t) + sizeof(uint32_t);
}

size_t level_trail_memory(const level_trail *t)
{
    return t->state_count * level_trail_state_bytes(t) + t->level_count * sizeof(trail_level) +
           t->renumbered.bytes;
}

static trail_level *kept_level(const level_trail *t, size_t i)
{
    return (trail_level *)t->levels.at + i;
}

static uint32_t *kept_origins(const level_trail *t, size_t i)
{
    return (uint32_t *)t->origins.at + kept_level(t, i)->first;
}

/* ---- keeping and dropping -------------------------------------------------------------------- */

static bool is_at_stride(const level_trail *t, size_t i)
{
    return kept_level(t, i)->depth % t->stride == 0;
}

/* Origins in kept level i become origins in the last one before it that is at the stride. */
static void lead_past_dropped(const level_trail *t, size_t i, uint32_t *origins, size_t count)
{
    for (; !is_at_stride(t, i); i--) {
        const uint32_t *further = kept_origins(t, i);
        for (size_t k = 0; k < count; k++)
            origins[k] = further[origins[k]];
    }
}

static void move_level(level_trail *t, size_t to, size_t from)
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
static void double_stride(level_trail *t, frontier *noted)
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

/* Leaves in level i the states that hold one of the `count` origins, and renumbers these. */
static void prune_level(const level_trail *t, size_t i, uint32_t *restrict origins, size_t count)
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
static bool prune(level_trail *t, frontier *noted)
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

bool level_trail_keep(level_trail *t, const frontier *level, uint32_t depth, uint32_t base)
{
    const size_t first = t->state_count, count = first + level->count;
    if (!bigarray_reserve_huge(&t->states, count * t->words * sizeof(uint64_t)) ||
        !bigarray_reserve_huge(&t->origins, count * sizeof(uint32_t)) ||
        !bigarray_reserve(&t->levels, (t->level_count + 1) * sizeof(trail_level)))
        return false;
    if (level->count) {
        memcpy((uint64_t *)t->states.at + first * t->words, level->states.at,
               level->count * t->words * sizeof(uint64_t));
        memcpy((uint32_t *)t->origins.at + first, level->origins.at,
               level->count * sizeof(uint32_t));
    }
    *kept_level(t, t->level_count++) = (trail_level){depth, base, first, level->count};
    t->state_count = count;
    t->base = base;
    return true;
}

/* Origins in the level noted before become origins in the one kept last. */
static void lead_to_kept(const level_trail *t, frontier *level, const frontier *before)
{
    uint32_t *origins = frontier_origins(level);
    const uint32_t *further = frontier_origins(before);
    for (size_t i = 0; !t->holds_last && i < level->count; i++)
        origins[i] = further[origins[i]];
}

/* Drops states, and levels where that is not enough, so that half of `most` bytes are left for the
   noted level, if it is to be kept. */
static bool make_trail_room(level_trail *t, frontier *noted, uint32_t depth, size_t most)
{
    if (!t->seldom_ends && !prune(t, noted))
        return false;
    t->seldom_ends = level_trail_memory(t) > most / 2;
    while (depth % t->stride == 0 && t->level_count > 1 && level_trail_memory(t) > most / 2)
        double_stride(t, noted);
    return true;
}

bool level_trail_note(level_trail *t, frontier *level, const frontier *before, uint32_t depth,
                      size_t most_bytes)
{
    size_t most = most_bytes > t->least_bytes ? most_bytes : t->least_bytes,
           more = level->count * level_trail_state_bytes(t);
    assert(level->traced && (depth || !t->level_count));
    if (!level->count)
        return true;
    if (depth)
        lead_to_kept(t, level, before);
    t->holds_last = !depth || (more <= most / 2 && depth % t->stride == 0);
    if (t->holds_last && depth && level_trail_memory(t) + more > most &&
        !make_trail_room(t, level, depth, most))
        return false;
    t->holds_last = t->holds_last && depth % t->stride == 0;
    return !t->holds_last || level_trail_keep(t, level, depth, 0);
}

/* ---- the way back --------------------------------------------------------------------------- */

bool level_trail_find(const trail_walk *w, const uint64_t **state, uint32_t *origin)
{
    const level_trail *t = w->trail;
    const trail_level *l = kept_level(t, w->left - 1);
    const uint32_t index = w->number - l->base;
    if (w->number < l->base || index >= l->count)
        return false;
    *state = (const uint64_t *)t->states.at + (l->first + index) * t->words;
    *origin = kept_origins(t, w->left - 1)[index];
    return true;
}

int level_trail_back(void *self, level_plan *p)
{
    trail_walk *w = self;
    const uint64_t *state = w->before;
    uint32_t step = p->step - 1;
    if (!state) {
        const bool found = level_trail_find(w, &state, &w->number);
        assert(found);
        (void)found;
        step = level_trail_depth(w->trail, --w->left);
    }
    w->before = NULL;
    level_plan_put(p, step, state);
    return 0;
}

int level_trail_find_plan(const level_trail *t, engine *r, search_path *path, uint32_t length,
                          const uint64_t *end, const frontier *last, size_t i)
{
    trail_walk w = {.trail = t, .left = t->level_count};
    if (length) {
        const uint64_t *state = frontier_state(last, i);
        w.before = end == state ? NULL : state;
        w.number = level_trail_origin(t, last, i);
    }
    return level_plan_find(r, path, length, end, &(level_source){&w, level_trail_back});
}
