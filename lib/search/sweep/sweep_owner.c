/* sweep_owner.c - taking successors a slice at a time: into the set, and into the next level. */
#include "search/sweep/sweep_owner.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"
#include "search/engine/limits.h"

enum {
    SLICE_STATES = 2048, /* their keys, lines and indices stay in the nearer caches */
    LATE_DIRECT = 4,     /* of search_options.hooks.set_kind */
};

typedef struct owner_slice {
    size_t count;
    const uint64_t *states, *keys;
    const uint32_t *sources;
    uint64_t *own_keys;
    bool at_once;
    state_additions found;
    uint32_t fresh[SLICE_STATES], repeats[SLICE_STATES];
} owner_slice;

int sweep_owner_open(sweep_owner *o, const wgcq_model *model, state_set *set, bool borrows,
                     uint32_t most, const frontier *like, wgcq_error *err)
{
    *o = (sweep_owner){.set = set,
                       .borrows_set = borrows,
                       .most = most,
                       .notes_goals = like->counted,
                       .next = {.words = like->words,
                                .marked = like->marked,
                                .traced = like->traced,
                                .counted = like->counted}};
    size_t key_words = state_set_key_words(o->set);
    o->repeats = repeats_make(model->words);
    owner_slice *s = o->slice = calloc(1, sizeof *s);
    if (!s)
        return error_set_memory(err);
    s->own_keys = malloc(SLICE_STATES * key_words * sizeof *s->own_keys);
    return s->own_keys ? 0 : error_set_memory(err);
}

int sweep_owner_open_with_set(sweep_owner *o, const engine *r, const frontier *like)
{
    const bool late = r->options->hooks.set_kind == LATE_DIRECT;
    const state_set_shape shape = {.words = r->model->words,
                                   .bits = r->model->bits,
                                   .fields = r->model->fields,
                                   .field_count = r->model->field_count,
                                   .max_bytes = limits_memory_left(r),
                                   .repeats = like->traced,
                                   .force = late ? -1 : r->options->hooks.set_kind - 1,
                                   .late = late};
    state_set *set;
    int code = state_set_new(&set, &shape, r->err);
    return code ? code : sweep_owner_open(o, r->model, set, false, FRONTIER_MAX, like, r->err);
}

void sweep_owner_close(sweep_owner *o)
{
    if (!o->borrows_set)
        state_set_free(o->set);
    repeats_free(&o->repeats);
    frontier_free(&o->next);
    bigarray_free(&o->goal);
    bigarray_free(&o->log);
    bigarray_free(&o->yielded);
    checks_close(&o->checks);
    if (o->slice)
        free(o->slice->own_keys);
    free(o->slice);
}

size_t sweep_owner_memory(const sweep_owner *o)
{
    return frontier_memory(&o->next) + repeats_memory(&o->repeats, &o->next) + o->goal.bytes +
           (o->logged + o->yielded_count) * sizeof(uint32_t) + sizeof *o->slice;
}

void sweep_owner_begin_level(sweep_owner *o)
{
    frontier_clear(&o->next);
    o->edges = o->goals = o->goal_count = 0;
    repeats_begin_level(&o->repeats);
    if (!o->borrows_set)
        state_set_begin_level(o->set);
}

void sweep_owner_uncount(sweep_owner *o)
{
    frontier_uncount(&o->next);
    o->notes_goals = false;
    bigarray_free(&o->goal);
    o->goal_count = 0;
}

void sweep_owner_untrace(sweep_owner *o)
{
    sweep_owner_uncount(o);
    frontier_untrace(&o->next);
    repeats_free(&o->repeats);
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

/* Few states have any: what is done for those that have some is left out for all others at once. */
static bool any_is_marked(const uint8_t *marks, size_t count)
{
    uint8_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= marks[i];
    return any;
}

/* The states from `first` on of the next level. */
static int mark_states(sweep_owner *o, const wgcq_model *model, void *worker, size_t first,
                       size_t count, wgcq_error *err)
{
    uint8_t marks[SLICE_STATES];
    frontier *next = &o->next;
    if (!count || (!model->has_goal && !model->has_end && !o->checks.count))
        return 0;
    memset(marks, 0, count);
    int code = model->classify(worker, frontier_state(next, first), count, marks, err);
    const bool any = any_is_marked(marks, count);
    for (size_t i = 0; any && !code && i < count; i++) {
        if (marks[i] & MARK_GOAL) {
            o->goals++;
            if (o->notes_goals && !note_goal(o, first + i))
                return error_set_memory(err);
        }
        if (o->checks.count && marks[i] & (MARK_VIOLATES | MARK_BOUNDED))
            code = checks_add_state(&o->checks, model, worker, frontier_state(next, first + i),
                                    marks[i], err);
        next->ends += marks[i] & MARK_END ? 1 : 0;
    }
    if (!code && next->marked)
        memcpy(frontier_marks(next) + first, marks, count);
    return code;
}

/* Appends the fresh states of the slice to the next level.  False: no memory. */
static bool append_fresh(sweep_owner *o)
{
    const owner_slice *s = o->slice;
    const size_t count = s->found.fresh_count;
    frontier *next = &o->next;
    if (count && !frontier_reserve(next, count))
        return false;
    uint64_t *const into = frontier_state(next, next->count);
    copy_chosen(into, s->states ? s->states : s->keys, s->fresh, count, next->words);
    if (!s->states)
        state_set_undo_keys(o->set, into, count);
    next->count += count;
    return true;
}

/* ---- a slice --------------------------------------------------------------------------------- */

bool sweep_owner_reserve(sweep_owner *o, size_t states)
{
    const size_t more = states > o->next.count ? states - o->next.count : 0;
    return frontier_reserve(&o->next, more) &&
           (!o->logs || bigarray_reserve(&o->log, states * sizeof(uint32_t)));
}

static bool log_fresh(sweep_owner *o)
{
    const owner_slice *s = o->slice;
    const size_t count = s->found.fresh_count;
    if (!bigarray_reserve(&o->log, (o->logged + count) * sizeof(uint32_t)))
        return false;
    uint32_t *into = (uint32_t *)o->log.at + o->logged;
    for (size_t i = 0; i < count; i++)
        into[i] = (uint32_t)s->keys[s->fresh[i]];
    o->logged += count;
    return true;
}

/* The new ones; where the level is traced, the repeated ones are listed too. */
static int add_slice(sweep_owner *o, const wgcq_model *model, void *worker, wgcq_error *err)
{
    owner_slice *s = o->slice;
    s->found = (state_additions){.fresh = s->fresh, .repeats = o->next.traced ? s->repeats : NULL};
    int code = state_set_add(o->set, s->states, s->keys, s->count, &s->found, err);
    o->edges += s->found.added;
    if (code)
        return code;
    const size_t fresh = s->found.fresh_count;
    if (!append_fresh(o) || (o->logs && !log_fresh(o)))
        return error_set_memory(err);
    return s->at_once ? 0 : mark_states(o, model, worker, o->next.count - fresh, fresh, err);
}

/* Initial states have one way each, and no origin. */
static bool trace_initial(frontier *next, size_t count)
{
    memset(frontier_origins(next) + next->count - count, 0, count * sizeof(uint32_t));
    for (size_t i = 0; next->counted && i < count; i++)
        if (!bigcount_push_one(&next->ways))
            return false;
    return true;
}

/* The source that a state was found from is its origin, and gives it its ways. */
static bool trace_fresh(sweep_owner *o, const frontier *from)
{
    const owner_slice *s = o->slice;
    const size_t count = s->found.fresh_count;
    if (!count)
        return true;
    uint32_t *origins = frontier_origins(&o->next) + o->next.count - count;
    for (size_t i = 0; i < count; i++)
        origins[i] = s->sources[s->fresh[i]];
    return !o->next.counted || bigcount_push_chosen(&o->next.ways, &from->ways, origins, count);
}

static bool trace_slice(sweep_owner *o, const wgcq_model *model, const frontier *from)
{
    const owner_slice *s = o->slice;
    if (!from)
        return trace_initial(&o->next, s->found.fresh_count);
    return trace_fresh(o, from) &&
           repeats_put_off(&o->repeats, s->states, s->sources, s->repeats, s->found.repeat_count) &&
           (!repeats_are_many(&o->repeats, &o->next) ||
            repeats_settle(&o->repeats, model, &o->next, from));
}

int sweep_owner_settle(sweep_owner *o, const wgcq_model *model, const frontier *from,
                       wgcq_error *err)
{
    bool ok = !o->next.traced || repeats_settle(&o->repeats, model, &o->next, from);
    return ok ? 0 : error_set_memory(err);
}

/* ---- a parcel -------------------------------------------------------------------------------- */

static void begin_slice(sweep_owner *o, const sweep_parcel *p, size_t at)
{
    owner_slice *s = o->slice;
    size_t key_words = state_set_key_words(o->set);
    s->at_once = p->at_once;
    s->count = p->count - at < SLICE_STATES ? p->count - at : SLICE_STATES;
    s->states = p->states ? p->states + at * o->next.words : NULL;
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
        code = add_slice(o, model, worker, err);
        if (!code && o->next.traced && !trace_slice(o, model, from))
            code = error_set_memory(err);
        o->full = !code && o->slice->found.added < o->slice->count;
    }
    return code;
}

/* ---- goals ----------------------------------------------------------------------------------- */

bool sweep_owner_add_goal_ways(const sweep_owner *o, bigcount *sum)
{
    const uint32_t *goal = o->goal.at;
    bool ok = true;
    for (size_t i = 0; ok && i < o->goal_count; i++)
        ok = bigcount_add(sum, 0, &o->next.ways, goal[i]);
    return ok;
}

uint32_t sweep_owner_least_goal(const sweep_owner *o, const wgcq_model *model)
{
    const uint32_t *goal = o->goal.at;
    uint32_t least = goal[0];
    for (size_t i = 1; i < o->goal_count; i++)
        if (model_state_before(model, frontier_state(&o->next, goal[i]),
                               frontier_state(&o->next, least)))
            least = goal[i];
    return least;
}

/* ---- what several owners found at once ------------------------------------------------------ */

/* The last bit of a key says which of two owners keeps the state. */
int sweep_owner_learn(sweep_owner *o, const sweep_owner *other, bool goes_first, wgcq_error *err)
{
    if (!other->logged)
        return 0;
    if (!bigarray_reserve(&o->yielded, (o->yielded_count + other->logged) * sizeof(uint32_t)))
        return error_set_memory(err);
    o->yielded_count += state_set_learn(o->set, other->log.at, other->logged, goes_first,
                                        (uint32_t *)o->yielded.at + o->yielded_count);
    return 0;
}

/* Moves those states of the slice logged from `first` on that are in the set to the end of the next
   level; its states that are not moved begin at `from`. */
static int keep_slice(sweep_owner *o, const wgcq_model *model, void *worker, size_t first,
                      size_t from, wgcq_error *err)
{
    frontier *next = &o->next;
    uint32_t *kept = o->slice->fresh;
    const size_t left = o->logged - first, count = left < SLICE_STATES ? left : SLICE_STATES,
                 at = next->count,
                 keeps = state_set_find(o->set, (const uint32_t *)o->log.at + first, count, kept);
    copy_chosen(frontier_state(next, at), frontier_state(next, from), kept, keeps, next->words);
    next->count += keeps;
    return mark_states(o, model, worker, at, keeps, err);
}

int sweep_owner_keep(sweep_owner *o, const wgcq_model *model, void *worker, wgcq_error *err)
{
    const size_t unmarked = o->next.count - o->logged;
    int code = 0;
    state_set_hide(o->set, o->yielded.at, o->yielded_count, true);
    o->next.count = unmarked;
    for (size_t at = 0; !code && at < o->logged; at += SLICE_STATES)
        code = keep_slice(o, model, worker, at, unmarked + at, err);
    state_set_hide(o->set, o->yielded.at, o->yielded_count, false);
    return code;
}

void sweep_owner_clear_log(sweep_owner *o)
{
    o->logged = o->yielded_count = 0;
}
