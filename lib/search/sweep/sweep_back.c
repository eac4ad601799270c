/* sweep_back.c - from the goals back: the states on shortest plans, level by level. */
#include "search/sweep/sweep_back.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"
#include "search/engine/limits.h"
#include "space/sets/level_table.h"

enum {
    STATES_AT_ONCE = 128, /* expanded; few, for their successors are not limited */
    KEYS_AT_ONCE = 1024,
};

/* The state on the least plan is the first one of each level, and alone where plans are not
   counted. */
typedef struct walk_back {
    engine *r;
    state_set *set;
    uint32_t levels; /* number of moves from `level` to the goals */
    bool polls;      /* no limit has ended the run before */
    bool counts;
    frontier level, above; /* a level's states on shortest plans; those of the level before */
    frontier below; /* states of the level behind, with the number of plans from each to a goal */
    level_table table; /* the places of the states in `below` */
    uint64_t *plan;    /* states of the least plan, from sweep_back.first's level on */
    uint64_t keys[KEYS_AT_ONCE];
    uint32_t index[KEYS_AT_ONCE];
} walk_back;

static size_t some_of(size_t count, size_t most)
{
    return count < most ? count : most;
}

static const uint64_t *found_state(const walk_back *w, size_t i)
{
    return w->r->successors.state + i * w->r->successors.words;
}

/* ---- a level ------------------------------------------------------------------------------ */

/* Adds the plans from successors in the level behind to those from states `first` on. */
static bool add_plans_behind(walk_back *w, size_t first)
{
    const batch *found = &w->r->successors;
    bool ok = true;
    for (size_t at = 0; ok && at < found->count; at += KEYS_AT_ONCE) {
        const size_t count = some_of(found->count - at, KEYS_AT_ONCE);
        level_table_find(&w->table, w->below.states.at, found_state(w, at), count, w->index);
        for (size_t i = 0; ok && i < count; i++)
            ok = w->index[i] == LEVEL_ABSENT ||
                 bigcount_add(&w->level.ways, first + found->lane[at + i], &w->below.ways,
                              w->index[i]);
    }
    return ok;
}

static bool append_above(walk_back *w, const uint64_t *states, size_t count)
{
    frontier *const above = &w->above;
    if (!frontier_reserve(above, count))
        return false;
    for (size_t i = 0; i < count; i++)
        memcpy(frontier_state(above, above->count++), states + w->index[i] * (size_t)above->words,
               above->words * sizeof *states);
    return true;
}

/* Adds the successors that are in the level before, each once: it is taken out of the set. */
static bool add_those_before(walk_back *w)
{
    const batch *found = &w->r->successors;
    bool ok = true;
    for (size_t at = 0; ok && at < found->count; at += KEYS_AT_ONCE) {
        const size_t count = some_of(found->count - at, KEYS_AT_ONCE);
        state_set_keys(w->set, found_state(w, at), count, w->keys);
        const size_t taken = state_set_take_level(w->set, w->keys, count, w->levels + 1, w->index);
        ok = append_above(w, found_state(w, at), taken);
    }
    return ok;
}

static void put_back_above(walk_back *w)
{
    for (size_t at = 0; at < w->above.count; at += KEYS_AT_ONCE) {
        const size_t count = some_of(w->above.count - at, KEYS_AT_ONCE);
        state_set_keys(w->set, frontier_state(&w->above, at), count, w->keys);
        state_set_put_level(w->set, w->keys, count, w->levels + 1);
    }
}

static void move_to_front(frontier *f, size_t i)
{
    uint64_t *const a = frontier_state(f, 0), *const b = frontier_state(f, i);
    for (unsigned k = 0; k < f->words; k++) {
        const uint64_t word = a[k];
        a[k] = b[k];
        b[k] = word;
    }
}

/* All of the level before were found from the state on the plan. */
static void put_least_first(walk_back *w)
{
    const frontier *above = &w->above;
    size_t least = 0;
    for (size_t i = 1; i < above->count; i++)
        if (model_state_before(w->r->model, frontier_state(above, i), frontier_state(above, least)))
            least = i;
    if (above->count)
        move_to_front(&w->above, least);
}

/* `before`: what leads to them is wanted, too. */
static int expand_back(walk_back *w, size_t first, size_t count, bool before)
{
    engine *r = w->r;
    int code = r->model->expand(r->worker, frontier_state(&w->level, first), count, 0,
                                &r->successors, r->err);
    if (code)
        return code;
    bool ok = !w->counts || !w->levels || add_plans_behind(w, first);
    ok = ok && (!before || add_those_before(w));
    if (ok && !first)
        put_least_first(w);
    return ok ? 0 : error_set_memory(r->err);
}

/* Where a limit ends the run, plans are not counted any more, and the least one is still found. */
static bool still_counts(walk_back *w)
{
    w->counts = w->counts && !(w->polls && limits_poll(w->r));
    return w->counts;
}

/* The first state alone. */
static int expand_level_back(walk_back *w, bool before)
{
    int code = 0;
    w->above.count = 0;
    for (size_t at = 0, count = 1; !code && at < w->level.count && (!at || still_counts(w));) {
        code = expand_back(w, at, count, before);
        at += count;
        count = some_of(w->level.count - at, STATES_AT_ONCE);
    }
    if (before)
        put_back_above(w);
    if (!w->counts && w->above.count)
        w->above.count = 1;
    return code;
}

/* ---- from level to level ------------------------------------------------------------------ */

/* The level before becomes the level. */
static bool turn_back(walk_back *w)
{
    frontier spare = w->below;
    w->below = w->level;
    w->level = w->above;
    w->above = spare;
    level_table_clear(&w->table);
    w->levels++;
    assert(w->level.count);
    return !w->counts || (level_table_insert(&w->table, w->below.states.at, NULL, w->below.count) &&
                          bigcount_resize(&w->level.ways, w->level.count));
}

static void note_on_plan(const walk_back *w, uint32_t step)
{
    const size_t words = w->level.words;
    memcpy(w->plan + step * words, frontier_state(&w->level, 0), words * sizeof *w->plan);
}

/* As far as the level that is `steps` before the goals'. */
static int walk_levels(walk_back *w, uint32_t steps)
{
    int code = 0;
    note_on_plan(w, steps);
    while (!code && w->levels < steps) {
        code = expand_level_back(w, true);
        if (!code && !turn_back(w))
            code = error_set_memory(w->r->err);
        if (!code)
            note_on_plan(w, steps - w->levels);
    }
    return code || !w->counts ? code : expand_level_back(w, false);
}

static bool begin_walk(walk_back *w, goals_found *goals, uint32_t steps)
{
    const unsigned words = goals->states.words;
    w->level = goals->states;
    w->level.counted = w->counts;
    goals->states = (frontier){0};
    w->above = w->below = (frontier){.words = words, .counted = w->counts};
    w->table = level_table_make(words);
    move_to_front(&w->level, goals->least);
    w->plan = malloc((steps + (size_t)1) * words * sizeof *w->plan);
    bool ok = w->plan && (!w->counts || frontier_reserve(&w->level, 0));
    for (size_t i = 0; ok && w->counts && i < w->level.count; i++)
        ok = bigcount_push_one(&w->level.ways);
    return ok;
}

static void end_walk(walk_back *w)
{
    frontier_free(&w->level);
    frontier_free(&w->above);
    frontier_free(&w->below);
    level_table_free(&w->table);
    free(w->plan);
}

/* ---- plans -------------------------------------------------------------------------------- */

/* The plans to each state of the first level, times those from there on. */
static int count_plans_back(walk_back *w, const frontier *first)
{
    bigcount sum = {0};
    level_table_clear(&w->table);
    bool ok = bigcount_resize(&sum, 1) &&
              level_table_insert(&w->table, w->level.states.at, NULL, w->level.count);
    for (size_t at = 0; ok && at < first->count; at += KEYS_AT_ONCE) {
        const size_t count = some_of(first->count - at, KEYS_AT_ONCE);
        level_table_find(&w->table, w->level.states.at, frontier_state(first, at), count, w->index);
        for (size_t i = 0; ok && i < count; i++)
            ok = w->index[i] == LEVEL_ABSENT ||
                 bigcount_add_product(&sum, 0, &first->ways, at + i, &w->level.ways, w->index[i]);
    }
    int code = ok ? level_plan_set_count(w->r, sum.limb, sum.limbs) : error_set_memory(w->r->err);
    bigcount_free(&sum);
    return code;
}

/* A level_source: first by the plan's states that are there, then by the trail. */
typedef struct plan_source {
    const uint64_t *plan;
    uint32_t depth; /* the depth of its first state */
    trail_walk walk;
} plan_source;

static int back_on_plan(void *self, level_plan *p)
{
    plan_source *s = self;
    const size_t words = p->r->model->words;
    if (p->step <= s->depth)
        return level_trail_back(&s->walk, p);
    level_plan_put(p, p->step - 1, s->plan + (p->step - 1 - s->depth) * words);
    return 0;
}

static int find_plan_back(const walk_back *w, const sweep_back *b, const level_trail *trail,
                          uint32_t length)
{
    const size_t at = frontier_find(&b->first, w->plan);
    assert(at < b->first.count);
    plan_source source = {.plan = w->plan,
                          .depth = b->depth,
                          .walk = {.trail = trail,
                                   .left = trail->level_count,
                                   .number = level_trail_origin(trail, &b->first, at)}};
    const uint64_t *goal = w->plan + (length - b->depth) * (size_t)b->first.words;
    return level_plan_find(w->r, &w->r->result->plan, length, goal,
                           &(level_source){&source, back_on_plan});
}

int sweep_back_find_plans(const sweep_back *b, engine *r, state_set *set, goals_found *goals,
                          const level_trail *trail)
{
    const uint32_t steps = goals->depth - b->depth, length = goals->depth;
    walk_back *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(r->err);
    *w = (walk_back){.r = r, .set = set, .polls = !r->stopped, .counts = goals->all};
    int code = begin_walk(w, goals, steps) ? walk_levels(w, steps) : error_set_memory(r->err);
    if (!code && w->counts)
        code = count_plans_back(w, &b->first);
    if (!code && trail)
        code = find_plan_back(w, b, trail, length);
    end_walk(w);
    free(w);
    return code;
}

/* ---- begun -------------------------------------------------------------------------------- */

bool sweep_back_begin(sweep_back *b, const frontier *level, uint32_t depth)
{
    b->depth = depth;
    b->first = (frontier){.words = level->words,
                          .marked = level->marked,
                          .traced = level->traced,
                          .counted = level->counted};
    return frontier_append(&b->first, level);
}

void sweep_back_free(sweep_back *b)
{
    frontier_free(&b->first);
    *b = (sweep_back){0};
}
