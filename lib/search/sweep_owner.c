/* sweep_owner.c - taking successors a slice at a time: into the set, and into the next level. */
#include "search/sweep_owner.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"

enum { SLICE_STATES = 2048 }; /* their keys, lines and indices stay in the nearer caches */

typedef struct owner_slice {
    size_t count;
    const uint64_t *states, *keys;
    const uint32_t *sources;
    uint64_t *own_keys;
    uint32_t fresh[SLICE_STATES];
    size_t fresh_count, added;
    uint32_t known[SLICE_STATES], found[SLICE_STATES]; /* those that are not fresh */
    uint64_t *known_keys;
    uint32_t index[SLICE_STATES]; /* in the next level, or LEVEL_ABSENT */
} owner_slice;

int sweep_owner_open(sweep_owner *o, const wgcq_model *model, const state_set_shape *shape,
                     bool traced, wgcq_error *err)
{
    *o = (sweep_owner){.most = FRONTIER_MAX >> shape->owner_bits,
                       .next = {.words = model->words, .marked = model->has_end, .traced = traced}};
    int code = state_set_new(&o->set, shape, err);
    if (code)
        return code;
    size_t key_words = state_set_key_words(o->set);
    o->table = level_table_make((unsigned)key_words);
    owner_slice *s = o->slice = calloc(1, sizeof *s);
    if (!s)
        return error_set_memory(err);
    s->own_keys = malloc(SLICE_STATES * key_words * sizeof *s->own_keys);
    s->known_keys = malloc(SLICE_STATES * key_words * sizeof *s->known_keys);
    return s->own_keys && s->known_keys ? 0 : error_set_memory(err);
}

void sweep_owner_close(sweep_owner *o)
{
    state_set_free(o->set);
    level_table_free(&o->table);
    frontier_free(&o->next);
    bigarray_free(&o->goal);
    if (o->slice) {
        free(o->slice->own_keys);
        free(o->slice->known_keys);
    }
    free(o->slice);
}

size_t sweep_owner_memory(const sweep_owner *o)
{
    return frontier_memory(&o->next) + (o->next.traced ? level_table_memory(&o->table) : 0) +
           o->goal.bytes + sizeof *o->slice;
}

void sweep_owner_begin_level(sweep_owner *o)
{
    frontier_clear(&o->next);
    o->edges = o->goals = o->goal_count = 0;
    if (o->next.traced)
        level_table_clear(&o->table);
}

void sweep_owner_untrace(sweep_owner *o)
{
    frontier_untrace(&o->next);
    level_table_free(&o->table);
    o->table = level_table_make(state_set_key_words(o->set));
    bigarray_free(&o->goal);
}

/* ---- new states ---------------------------------------------------------------------------- */

static void copy_chosen(uint64_t *into, const uint64_t *from, const uint32_t *which, size_t count,
                        unsigned words)
{
    for (size_t i = 0; words == 1 && i < count; i++)
        into[i] = from[which[i]];
    for (size_t i = 0; words > 1 && i < count; i++)
        memcpy(into + i * words, from + (size_t)which[i] * words, words * sizeof *into);
}

static bool note_goal(sweep_owner *o, size_t index)
{
    if (!bigarray_reserve(&o->goal, (o->goal_count + 1) * sizeof(uint32_t)))
        return false;
    ((uint32_t *)o->goal.at)[o->goal_count++] = (uint32_t)index;
    return true;
}

/* The states from `first` on of the next level; *marks is overwritten. */
static int mark_states(sweep_owner *o, const wgcq_model *model, void *worker, size_t first,
                       size_t count, wgcq_error *err)
{
    uint8_t marks[SLICE_STATES];
    frontier *next = &o->next;
    if (!model->has_goal && !model->has_end)
        return 0;
    memset(marks, 0, count);
    int code = model->classify(worker, frontier_state(next, first), count, marks, err);
    for (size_t i = 0; !code && i < count; i++) {
        if (marks[i] & MARK_GOAL) {
            o->goals++;
            if (next->traced && !note_goal(o, first + i))
                return error_set_memory(err);
        }
        next->ends += marks[i] & MARK_END ? 1 : 0;
    }
    if (!code && next->marked)
        memcpy(frontier_marks(next) + first, marks, count);
    return code;
}

/* Appends states which[0..count) of `from` to the next level. */
static int append_states(sweep_owner *o, const wgcq_model *model, void *worker,
                         const uint64_t *from, const uint32_t *which, size_t count, wgcq_error *err)
{
    frontier *next = &o->next;
    size_t first = next->count;
    if (!count)
        return 0;
    if (!frontier_reserve(next, count))
        return error_set_memory(err);
    copy_chosen(frontier_state(next, first), from, which, count, next->words);
    next->count += count;
    return mark_states(o, model, worker, first, count, err);
}

/* ---- a slice, untraced ------------------------------------------------------------------------
 */

static int take_untraced(sweep_owner *o, const wgcq_model *model, void *worker, wgcq_error *err)
{
    owner_slice *s = o->slice;
    int code = state_set_add(o->set, s->states, s->keys, s->count, s->fresh, &s->fresh_count,
                             &s->added, err);
    o->edges += s->added;
    return code ? code : append_states(o, model, worker, s->states, s->fresh, s->fresh_count, err);
}

/* ---- a slice, traced --------------------------------------------------------------------------
 */

/* The new ones get their indices, and their source as the least predecessor so far. */
static int index_fresh(sweep_owner *o, wgcq_error *err)
{
    owner_slice *s = o->slice;
    size_t first = o->next.count - s->fresh_count;
    assert(o->table.count == first);
    if (s->fresh_count && !level_table_insert(&o->table, s->keys, s->fresh, s->fresh_count))
        return error_set_memory(err);
    uint32_t *origins = frontier_origins(&o->next);
    for (size_t k = 0; k < s->fresh_count; k++) {
        s->index[s->fresh[k]] = (uint32_t)(first + k);
        origins[first + k] = s->sources ? s->sources[s->fresh[k]] : 0;
    }
    return 0;
}

/* The others are in the next level already, or in an earlier one. */
static void index_known(sweep_owner *o)
{
    owner_slice *s = o->slice;
    size_t count = 0, fresh = 0;
    for (size_t i = 0; i < s->added; i++) {
        bool is_fresh = fresh < s->fresh_count && s->fresh[fresh] == i;
        s->known[count] = (uint32_t)i;
        count += !is_fresh;
        fresh += is_fresh;
    }
    copy_chosen(s->known_keys, s->keys, s->known, count, o->table.key_words);
    level_table_find(&o->table, s->known_keys, count, s->found);
    for (size_t k = 0; k < count; k++)
        s->index[s->known[k]] = s->found[k];
}

static void prefer_source(frontier *next, const wgcq_model *model, uint32_t index, uint32_t source,
                          const frontier *from)
{
    uint32_t *origin = frontier_origins(next) + index;
    if (*origin != source &&
        model_state_before(model, frontier_state(from, source), frontier_state(from, *origin)))
        *origin = source;
}

/* While counts fit one limb: how many successors of the slice were added. */
static size_t add_narrow_ways(sweep_owner *o, const frontier *from)
{
    const owner_slice *s = o->slice;
    const mp_limb_t *here = from->ways.limb;
    mp_limb_t *below = o->next.ways.limb;
    if (from->ways.limbs != 1 || o->next.ways.limbs != 1)
        return 0;
    for (size_t i = 0; i < s->added; i++) {
        if (s->index[i] == LEVEL_ABSENT)
            continue;
        mp_limb_t sum = below[s->index[i]] + here[s->sources[i]];
        if (sum < here[s->sources[i]])
            return i;
        below[s->index[i]] = sum;
    }
    return s->added;
}

static bool add_ways(sweep_owner *o, const wgcq_model *model, const frontier *from)
{
    const owner_slice *s = o->slice;
    for (size_t i = add_narrow_ways(o, from); i < s->added; i++)
        if (s->index[i] != LEVEL_ABSENT &&
            !bigcount_add(&o->next.ways, s->index[i], &from->ways, s->sources[i]))
            return false;
    for (size_t i = 0; i < s->added; i++)
        if (s->index[i] != LEVEL_ABSENT)
            prefer_source(&o->next, model, s->index[i], s->sources[i], from);
    return true;
}

static void set_initial_ways(sweep_owner *o)
{
    for (size_t i = o->next.count - o->slice->fresh_count; i < o->next.count; i++)
        bigcount_set_small(&o->next.ways, i, 1);
}

static int take_traced(sweep_owner *o, const wgcq_model *model, void *worker, const frontier *from,
                       wgcq_error *err)
{
    owner_slice *s = o->slice;
    int code = take_untraced(o, model, worker, err);
    if (!code)
        code = index_fresh(o, err);
    if (code)
        return code;
    if (!from) {
        set_initial_ways(o);
        return 0;
    }
    if (s->fresh_count < s->added)
        index_known(o);
    return add_ways(o, model, from) ? 0 : error_set_memory(err);
}

/* ---- a parcel ---------------------------------------------------------------------------------
 */

static void begin_slice(sweep_owner *o, const sweep_parcel *p, size_t at)
{
    owner_slice *s = o->slice;
    unsigned key_words = o->table.key_words;
    s->count = p->count - at < SLICE_STATES ? p->count - at : SLICE_STATES;
    s->states = p->states + at * o->next.words;
    s->sources = p->sources ? p->sources + at : NULL;
    s->keys = p->keys ? p->keys + at * key_words : s->own_keys;
    if (!p->keys)
        state_set_keys(o->set, s->states, s->count, s->own_keys);
}

int sweep_owner_take(sweep_owner *o, const wgcq_model *model, void *worker,
                     const sweep_parcel *parcel, const frontier *from, wgcq_error *err)
{
    int code = 0;
    assert(!from || !o->next.traced || !parcel->count || parcel->sources);
    for (size_t at = 0; !code && !o->full && at < parcel->count; at += o->slice->count) {
        o->full = o->level_full = o->next.count > o->most - SLICE_STATES;
        if (o->full)
            break;
        begin_slice(o, parcel, at);
        code = o->next.traced ? take_traced(o, model, worker, from, err)
                              : take_untraced(o, model, worker, err);
        o->full = !code && o->slice->added < o->slice->count;
    }
    return code;
}
