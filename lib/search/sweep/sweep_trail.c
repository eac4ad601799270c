/* sweep_trail.c - keeping levels, dropping them, and the plan through those that are kept. */
#include "search/sweep/sweep_trail.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"
#include "search/engine/extract_plan.h"
#include "search/engine/limits.h"

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

/* ---- keeping and dropping ---------------------------------------------------------------------
 */

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
static bool make_room(sweep_trail *t, frontier *noted, uint32_t depth, size_t most)
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
        !make_room(t, level, depth, most))
        return false;
    t->holds_last = t->holds_last && depth % t->stride == 0;
    return !t->holds_last || keep_level(t, level, depth);
}

/* ---- between two kept levels --------------------------------------------------------------- */

/* What can be reached from one state by just so many moves, for each number of moves. */
typedef struct layers {
    engine *r;
    visited *of;
    uint32_t count;
} layers;

static void close_layers(layers *l)
{
    for (uint32_t i = 0; l->of && i < l->count; i++)
        visited_free(&l->of[i]);
    free(l->of);
}

/* Moves the states that are not end states to the front; *count becomes their number. */
static int leave_out_ends(const engine *r, uint64_t *states, size_t *count)
{
    uint8_t marks[MODEL_BATCH] = {0};
    size_t words = r->model->words, all = *count, kept = 0;
    assert(all <= MODEL_BATCH);
    int code = r->model->has_end ? r->model->classify(r->worker, states, all, marks, r->err) : 0;
    for (size_t i = 0; i < all; i++)
        if (!(marks[i] & MARK_END))
            memmove(states + kept++ * words, states + i * words, words * sizeof *states);
    *count = kept;
    return code;
}

/* The successors of `count` states of a layer from number `first` on, into r->successors; `copy`
   has room for the states, and *count becomes the number of those that are expanded. */
static int expand_layer_part(const layers *l, const visited *layer, uint32_t first, size_t *count,
                             uint64_t *copy)
{
    engine *r = l->r;
    memcpy(copy, visited_state(layer, first), *count * layer->words * sizeof *copy);
    int code = leave_out_ends(r, copy, count);
    return code ? code : r->model->expand(r->worker, copy, *count, 0, &r->successors, r->err);
}

static size_t part_of_layer(const visited *layer, uint32_t first)
{
    size_t left = layer->count - first + (size_t)1;
    return left < MODEL_BATCH ? left : MODEL_BATCH;
}

static int add_layer(const layers *l, uint32_t i, uint64_t *copy)
{
    const visited *above = &l->of[i - 1];
    const batch *found = &l->r->successors;
    int code = 0;
    for (uint32_t at = 1; !code && at <= above->count; at += MODEL_BATCH) {
        size_t count = part_of_layer(above, at), added;
        code = expand_layer_part(l, above, at, &count, copy);
        if (!code)
            code = visited_add(&l->of[i], found->state, found->count, NULL, &added, l->r->err);
    }
    return code;
}

static int open_layers(layers *l, engine *r, const uint64_t *from, uint32_t count, uint64_t *copy)
{
    size_t added;
    *l = (layers){.r = r, .of = calloc(count, sizeof *l->of)};
    if (!l->of)
        return error_set_memory(r->err);
    for (; l->count < count; l->count++)
        l->of[l->count] = visited_make(r->model->words, VISITED_MAX);
    int code = visited_add(&l->of[0], from, 1, NULL, &added, r->err);
    for (uint32_t i = 1; !code && i < count; i++)
        code = add_layer(l, i, copy);
    return code;
}

/* The least packed state of the layer that leads to `to`, into *best. */
static int least_before(const layers *l, uint32_t i, const uint64_t *to, uint64_t *copy,
                        uint64_t *best)
{
    const visited *layer = &l->of[i];
    const batch *found = &l->r->successors;
    size_t bytes = layer->words * sizeof *to;
    bool any = false;
    int code = 0;
    for (uint32_t at = 1; !code && at <= layer->count; at += MODEL_BATCH) {
        size_t count = part_of_layer(layer, at);
        code = expand_layer_part(l, layer, at, &count, copy);
        for (size_t k = 0; !code && k < found->count; k++) {
            const uint64_t *source = copy + found->lane[k] * (size_t)layer->words;
            if (memcmp(found->state + k * layer->words, to, bytes) ||
                (any && !model_state_before(l->r->model, source, best)))
                continue;
            memcpy(best, source, bytes);
            any = true;
        }
    }
    return code || any ? code
                       : error_set(l->r->err, WGCQ_ERUN,
                                   "a state that is expanded again lacks a successor");
}

/* The states of the plan between its steps `from` and `to`, which are known. */
static int fill_between(engine *r, uint32_t from, uint32_t to)
{
    size_t words = r->model->words;
    uint64_t *plan = r->result->plan_states, *copy = malloc(MODEL_BATCH * words * sizeof *copy);
    layers l = {0};
    if (to - from < 2 || !copy) {
        free(copy);
        return copy ? 0 : error_set_memory(r->err);
    }
    int code = open_layers(&l, r, plan + from * words, to - from, copy);
    for (uint32_t step = to - 1; !code && step > from; step--)
        code = least_before(&l, step - from, plan + (step + (size_t)1) * words, copy,
                            plan + step * words);
    close_layers(&l);
    free(copy);
    return code;
}

/* ---- the plan ------------------------------------------------------------------------------- */

static void put_state(engine *r, uint32_t step, const uint64_t *state)
{
    size_t words = r->model->words;
    memcpy(r->result->plan_states + step * words, state, words * sizeof *state);
}

/* The states of the kept levels before step `known`, from the one kept last, and those between. */
static int fill_kept(const sweep_trail *t, engine *r, uint32_t index, uint32_t known)
{
    int code = 0;
    for (size_t i = t->level_count; !code && i--;) {
        uint32_t depth = kept_level(t, i)->depth;
        put_state(r, depth, kept_state(t, i, index));
        if (depth < known)
            code = fill_between(r, depth, known);
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
    put_state(r, length, goal);
    if (!length)
        return 0;
    put_state(r, length - 1, frontier_state(last, before));
    code = fill_kept(t, r, t->holds_last ? before : frontier_origins(last)[before], length - 1);
    return code ? code : extract_plan_moves(r, NULL, 0);
}
