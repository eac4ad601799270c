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
    /* of those that are not in the level table */
    size_t absent_count;
    uint32_t absent[SLICE_STATES];
    uint64_t *absent_states, *absent_keys;
    uint32_t index[SLICE_STATES]; /* in the next level, or LEVEL_ABSENT */
    uint32_t fresh[SLICE_STATES];
    size_t fresh_count, added;
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
    s->absent_keys = malloc(SLICE_STATES * key_words * sizeof *s->absent_keys);
    s->absent_states = malloc(SLICE_STATES * model->words * sizeof *s->absent_states);
    return s->own_keys && s->absent_keys && s->absent_states ? 0 : error_set_memory(err);
}

void sweep_owner_close(sweep_owner *o)
{
    state_set_free(o->set);
    level_table_free(&o->table);
    frontier_free(&o->next);
    bigarray_free(&o->goal);
    if (o->slice) {
        free(o->slice->own_keys);
        free(o->slice->absent_keys);
        free(o->slice->absent_states);
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

/* States that are not in the level's table are of an earlier level, or new. */
static void gather_absent(sweep_owner *o, unsigned key_words)
{
    owner_slice *s = o->slice;
    s->absent_count = 0;
    for (size_t i = 0; i < s->count; i++) {
        s->absent[s->absent_count] = (uint32_t)i;
        s->absent_count += s->index[i] == LEVEL_ABSENT;
    }
    copy_chosen(s->absent_states, s->states, s->absent, s->absent_count, o->next.words);
    copy_chosen(s->absent_keys, s->keys, s->absent, s->absent_count, key_words);
}

/* The new ones get their indices, and their source as the least predecessor so far. */
static int index_fresh(sweep_owner *o, wgcq_error *err)
{
    owner_slice *s = o->slice;
    size_t first = o->next.count - s->fresh_count;
    assert(o->table.count == first);
    if (!level_table_insert(&o->table, s->absent_keys, s->fresh, s->fresh_count))
        return error_set_memory(err);
    uint32_t *origins = frontier_origins(&o->next);
    for (size_t k = 0; k < s->fresh_count; k++) {
        uint32_t i = s->absent[s->fresh[k]];
        s->index[i] = (uint32_t)(first + k);
        origins[first + k] = s->sources ? s->sources[i] : 0;
    }
    return 0;
}

/* A state that comes twice in the slice is new only the first time. */
static void index_twins(sweep_owner *o, unsigned key_words)
{
    owner_slice *s = o->slice;
    uint32_t *rest = s->fresh, found[SLICE_STATES];
    size_t count = 0;
    for (size_t k = 0; k < s->absent_count; k++)
        if (s->index[s->absent[k]] == LEVEL_ABSENT)
            rest[count++] = (uint32_t)k;
    for (size_t k = 0; k < count; k++)
        memmove(s->absent_keys + k * key_words, s->absent_keys + (size_t)rest[k] * key_words,
                key_words * sizeof *s->absent_keys);
    level_table_find(&o->table, s->absent_keys, count, found);
    for (size_t k = 0; k < count; k++)
        s->index[s->absent[rest[k]]] = found[k];
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

/* Where the set is full, the slice ends before the state that did not fit. */
static void cut_slice(owner_slice *s, size_t added_absent)
{
    s->added = added_absent < s->absent_count ? s->absent[added_absent] : s->count;
    s->absent_count = added_absent;
}

static int take_traced(sweep_owner *o, const wgcq_model *model, void *worker, const frontier *from,
                       wgcq_error *err)
{
    owner_slice *s = o->slice;
    unsigned key_words = o->table.key_words;
    size_t added;
    level_table_find(&o->table, s->keys, s->count, s->index);
    gather_absent(o, key_words);
    int code = state_set_add(o->set, s->absent_states, s->absent_keys, s->absent_count, s->fresh,
                             &s->fresh_count, &added, err);
    if (code)
        return code;
    cut_slice(s, added);
    o->edges += s->added;
    code = append_states(o, model, worker, s->absent_states, s->fresh, s->fresh_count, err);
    if (!code && s->fresh_count)
        code = index_fresh(o, err);
    if (!code && !from)
        for (size_t i = 0; i < s->fresh_count; i++)
            bigcount_set_small(&o->next.ways, o->next.count - s->fresh_count + i, 1);
    if (code || !from)
        return code;
    if (s->fresh_count < s->absent_count)
        index_twins(o, key_words);
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
