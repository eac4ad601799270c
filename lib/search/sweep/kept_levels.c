/* kept_levels.c - keeping levels, and the way back through them. */
#include "search/sweep/kept_levels.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/limits.h"
#include "search/levels/level_plan.h"

kept_levels kept_levels_make(unsigned words, size_t most)
{
    return (kept_levels){.words = words, .most = most};
}

void kept_levels_free(kept_levels *k)
{
    bigarray_free(&k->states);
    bigarray_free(&k->ends);
    k->most = k->count = 0;
}

size_t kept_levels_memory(const kept_levels *k)
{
    return k->states.bytes + k->ends.bytes;
}

/* ---- keeping --------------------------------------------------------------------------------- */

static size_t end_of_level(const kept_levels *k, size_t i)
{
    return ((const size_t *)k->ends.at)[i];
}

static size_t begin_of_level(const kept_levels *k, size_t i)
{
    return i ? end_of_level(k, i - 1) : 0;
}

static uint64_t *kept_state(const kept_levels *k, size_t i)
{
    return (uint64_t *)k->states.at + i * k->words;
}

bool kept_levels_add(kept_levels *k, const sweep_level *level)
{
    const size_t end = begin_of_level(k, k->count) + level->count - level->ends,
                 bytes = end * k->words * sizeof(uint64_t);
    if (!k->most)
        return false;
    if (bytes > k->most || !bigarray_reserve_huge(&k->states, bytes) ||
        !bigarray_reserve(&k->ends, (k->count + 1) * sizeof(size_t))) {
        kept_levels_free(k);
        return false;
    }
    ((size_t *)k->ends.at)[k->count++] = end;
    return true;
}

/* End states lead nowhere. */
void kept_levels_fill(kept_levels *k, const sweep_level *level, size_t part)
{
    const frontier *from = &level->part[part];
    const size_t bytes = k->words * sizeof(uint64_t);
    size_t at = begin_of_level(k, k->count - 1);
    for (size_t i = 0; i < part; i++)
        at += level->part[i].count - level->part[i].ends;
    if (!from->ends && from->count)
        memcpy(kept_state(k, at), frontier_state(from, 0), from->count * bytes);
    for (size_t i = 0; from->ends && i < from->count; i++)
        if (!(frontier_marks(from)[i] & MARK_END))
            memcpy(kept_state(k, at++), frontier_state(from, i), bytes);
}

/* ---- the way back ---------------------------------------------------------------------------- */

typedef struct kept_walk {
    const kept_levels *k;
    uint64_t *batch; /* [MODEL_BATCH][words] */
} kept_walk;

/* Takes states of the level, from number *at on, which come before *best where there is any. */
static size_t pick_candidates(const kept_walk *w, const wgcq_model *model, size_t *at, size_t end,
                              const uint64_t *best, bool any)
{
    const unsigned words = w->k->words;
    size_t picked = 0;
    for (; *at < end && picked < MODEL_BATCH; ++*at) {
        const uint64_t *state = kept_state(w->k, *at);
        if (!any || model_state_before(model, state, best))
            memcpy(w->batch + picked++ * words, state, words * sizeof *state);
    }
    return picked;
}

/* Tries the first `count` states of the batch.  WGCQ_DONE: the run is stopped. */
static int choose_among(const kept_walk *w, engine *r, size_t count, const uint64_t *to,
                        uint64_t *best, bool *any)
{
    int code = 0;
    for (size_t done = 0; !code && done < count;) {
        expansion x = {.states = w->batch + done * w->k->words, .count = count - done, .first = 1};
        if (limits_poll(r) || !engine_find_successors(r, &x, &code))
            return code ? code : WGCQ_DONE;
        level_plan_choose(r, x.states, to, best, any);
        done += x.count;
    }
    return code;
}

/* The back of a level_source. */
static int back_to_level(void *self, level_plan *p)
{
    const kept_walk *w = self;
    const uint32_t step = p->step - 1;
    size_t at = begin_of_level(w->k, step);
    bool any = false;
    int code = 0;
    while (!code && at < end_of_level(w->k, step)) {
        uint64_t *best = level_plan_state(p, step);
        const size_t count =
            pick_candidates(w, p->r->model, &at, end_of_level(w->k, step), best, any);
        code = choose_among(w, p->r, count, level_plan_state(p, p->step), best, &any);
    }
    if (code || !any)
        return code ? code : level_plan_lacks_successor(p->r);
    level_plan_put(p, step, level_plan_state(p, step));
    return 0;
}

int kept_levels_find_path(const kept_levels *k, engine *r, search_path *path, uint32_t length,
                          const uint64_t *end)
{
    kept_walk w = {k, malloc(MODEL_BATCH * k->words * sizeof *w.batch)};
    assert(length <= k->count);
    int code = w.batch ? level_plan_find(r, path, length, end, &(level_source){&w, back_to_level})
                       : error_set_memory(r->err);
    free(w.batch);
    if (code == WGCQ_DONE)
        search_path_free(path);
    return code == WGCQ_DONE ? 0 : code;
}
