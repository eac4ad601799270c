/* level_plan.c - the states of a plan from its end, and its moves by expanding again. */
#include "search/levels/level_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/bigcount.h"
#include "base/error.h"

enum { STATES_AT_ONCE = 64 }; /* few, for their successors are not limited */

/* ---- back through the levels ---------------------------------------------------------------- */

int level_plan_begin(level_plan *p, engine *r, search_path *path, uint32_t length)
{
    assert(!path->states && !path->moves);
    const size_t states = length + (size_t)1;
    *p = (level_plan){.r = r, .path = path, .step = length, .known = calloc(states, 1)};
    path->states = malloc(states * r->model->words * sizeof *path->states);
    path->moves = malloc(states * sizeof *path->moves);
    path->length = length;
    return p->known && path->states && path->moves ? 0 : error_set_memory(r->err);
}

void level_plan_close(level_plan *p)
{
    free(p->known);
    *p = (level_plan){0};
}

void level_plan_put(level_plan *p, uint32_t step, const uint64_t *state)
{
    assert(step <= p->step);
    memmove(level_plan_state(p, step), state, p->r->model->words * sizeof *state);
    p->known[step] = true;
    p->step = step;
}

int level_plan_walk_back(level_plan *p, const level_source *from)
{
    int code = 0;
    while (!code && p->step)
        code = from->back(from->self, p);
    return code;
}

/* ---- the least state that leads to the next ----------------------------------------------- */

void level_plan_choose(const engine *r, const uint64_t *states, const uint64_t *to, uint64_t *best,
                       bool *any)
{
    const batch *found = &r->successors;
    const size_t words = found->words;
    for (size_t i = 0; i < found->count; i++)
        if (!memcmp(found->state + i * words, to, words * sizeof *to))
            model_keep_least(r->model, states + found->lane[i] * words, best, any);
}

int level_plan_lacks_successor(const engine *r)
{
    return error_set(r->err, WGCQ_ERUN, "a state that is expanded again lacks a successor");
}

/* ---- how many there are ------------------------------------------------------------------- */

int level_plan_set_count(engine *r, const uint64_t *limb, size_t limbs)
{
    char **out = &r->result->shortest_count;
    const bigcount sum = {
        .limbs = limbs, .count = 1, .room = 1, .limb = (mp_limb_t *)(uintptr_t)limb};
    assert(!*out);
    *out = bigcount_text(&sum, 0);
    return *out ? 0 : error_set_memory(r->err);
}

/* ---- steps that the source left out ------------------------------------------------------- */

/* States that can be reached from one state by exactly so many moves, for each number of moves. */
typedef struct layers {
    engine *r;
    visited *of;
    uint32_t count;
    uint64_t *part; /* [MODEL_BATCH][words] */
} layers;

static void close_layers(layers *l)
{
    for (uint32_t i = 0; l->of && i < l->count; i++)
        visited_free(&l->of[i]);
    free(l->of);
    free(l->part);
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

/* A part of a layer, from number *at on, which becomes that of the next part: its states into
   l->part, their successors into r->successors. */
static int expand_layer_part(const layers *l, const visited *layer, uint32_t *at)
{
    engine *r = l->r;
    const size_t left = layer->count - *at + (size_t)1;
    size_t count = left < MODEL_BATCH ? left : MODEL_BATCH;
    memcpy(l->part, visited_state(layer, *at), count * layer->words * sizeof *l->part);
    *at += (uint32_t)count;
    int code = leave_out_ends(r, l->part, &count);
    return code ? code : r->model->expand(r->worker, l->part, count, 0, &r->successors, r->err);
}

static int add_layer(const layers *l, uint32_t i)
{
    const visited *above = &l->of[i - 1];
    const batch *found = &l->r->successors;
    size_t added;
    int code = 0;
    for (uint32_t at = 1; !code && at <= above->count;) {
        code = expand_layer_part(l, above, &at);
        if (!code)
            code = visited_add(&l->of[i], found->state, found->count, NULL, &added, l->r->err);
    }
    return code;
}

static int open_layers(layers *l, engine *r, const uint64_t *from, uint32_t count)
{
    const unsigned words = r->model->words;
    size_t added;
    *l = (layers){.r = r,
                  .of = calloc(count, sizeof *l->of),
                  .part = malloc(MODEL_BATCH * words * sizeof *l->part)};
    if (!l->of || !l->part)
        return error_set_memory(r->err);
    for (; l->count < count; l->count++)
        l->of[l->count] = visited_make(words, VISITED_MAX);
    int code = visited_add(&l->of[0], from, 1, NULL, &added, r->err);
    for (uint32_t i = 1; !code && i < count; i++)
        code = add_layer(l, i);
    return code;
}

/* The least packed state of the layer that leads to `to`, into *best. */
static int least_of_layer(const layers *l, uint32_t i, const uint64_t *to, uint64_t *best)
{
    const visited *layer = &l->of[i];
    bool any = false;
    int code = 0;
    for (uint32_t at = 1; !code && at <= layer->count;) {
        code = expand_layer_part(l, layer, &at);
        if (!code)
            level_plan_choose(l->r, l->part, to, best, &any);
    }
    return code || any ? code : level_plan_lacks_successor(l->r);
}

/* The steps `from` and `to` are known. */
static int fill_gap(const level_plan *p, uint32_t from, uint32_t to)
{
    layers l;
    if (to - from < 2)
        return 0;
    int code = open_layers(&l, p->r, level_plan_state(p, from), to - from);
    for (uint32_t step = to - 1; !code && step > from; step--)
        code = least_of_layer(&l, step - from, level_plan_state(p, step + 1),
                              level_plan_state(p, step));
    close_layers(&l);
    return code;
}

static int fill_gaps(const level_plan *p)
{
    int code = 0;
    for (uint32_t from = 0, to; !code && from < p->path->length; from = to) {
        for (to = from + 1; !p->known[to];)
            to++;
        code = fill_gap(p, from, to);
    }
    return code;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static bool edge_cheaper(const batch *found, size_t a, size_t b, const int *by, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        if (by[i] < 0)
            continue;
        size_t at = (size_t)by[i];
        int64_t x = found->cost[a * found->costs + at], y = found->cost[b * found->costs + at];
        if (x != y)
            return x < y;
    }
    return false;
}

/* How many of the successors of a plan's state the run had: all, but where a limit cut it short. */
static size_t explored_edges(const engine *r, const uint64_t *state)
{
    const size_t bytes = r->model->words * sizeof *state;
    return r->cut.state && !memcmp(r->cut.state, state, bytes) ? r->cut.edges : SIZE_MAX;
}

/* Orders two edges that lead to one state, a after b in the model's order, which decides where
   moves have no labels. */
static bool edge_preferred(const engine *r, size_t a, size_t b, const int *by, size_t width)
{
    const batch *found = &r->successors;
    if (edge_cheaper(found, a, b, by, width) || edge_cheaper(found, b, a, by, width))
        return edge_cheaper(found, a, b, by, width);
    return r->model->move_text && strcmp(r->model->move_text(r->model, found->move[a]),
                                         r->model->move_text(r->model, found->move[b])) < 0;
}

/* The edge among from..end - 1, all of one state, that leads to `next`, if possible one that was
   explored; `end`: none. */
static size_t choose_edge(const engine *r, size_t from, size_t end, const uint64_t *state,
                          const uint64_t *next, const int *by, size_t width)
{
    const batch *found = &r->successors;
    const size_t words = found->words, explored = explored_edges(r, state);
    size_t chosen = end;
    for (size_t i = from; i < end && (chosen == end || i - from < explored); i++)
        if (!memcmp(found->state + i * words, next, words * sizeof *next) &&
            (chosen == end || edge_preferred(r, i, chosen, by, width)))
            chosen = i;
    return chosen;
}

/* The moves from step `first` on, whose states were just expanded. */
static int choose_moves(const level_plan *p, uint32_t first, uint32_t count, const int *by,
                        size_t width)
{
    const engine *r = p->r;
    const batch *found = &r->successors;
    size_t from = 0, end = 0;
    for (uint32_t k = 0; k < count; k++, from = end) {
        while (end < found->count && found->lane[end] == k)
            end++;
        const size_t chosen = choose_edge(r, from, end, level_plan_state(p, first + k),
                                          level_plan_state(p, first + k + 1), by, width);
        if (chosen == end)
            return level_plan_lacks_successor(r);
        p->path->moves[first + k] = found->move[chosen];
    }
    return 0;
}

static int find_moves(const level_plan *p, const int *by, size_t width)
{
    engine *r = p->r;
    const uint32_t length = p->path->length;
    const unsigned wants = WANT_ORDER | WANT_MOVES | (width ? WANT_COSTS : 0u);
    int code = 0;
    for (uint32_t step = 0; step < length && !code; step += STATES_AT_ONCE) {
        const uint32_t left = length - step, count = left < STATES_AT_ONCE ? left : STATES_AT_ONCE;
        code = r->model->expand(r->worker, level_plan_state(p, step), count, wants, &r->successors,
                                r->err);
        code = code ? code : choose_moves(p, step, count, by, width);
    }
    return code;
}

int level_plan_finish(level_plan *p, const int *by, size_t width)
{
    int code = fill_gaps(p);
    return code ? code : find_moves(p, by, width);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static int find_by(engine *r, search_path *path, uint32_t length, const uint64_t *end,
                   const level_source *from, const int *by, size_t width)
{
    level_plan p;
    int code = level_plan_begin(&p, r, path, length);
    if (!code) {
        level_plan_put(&p, length, end);
        code = level_plan_walk_back(&p, from);
    }
    code = code ? code : level_plan_finish(&p, by, width);
    level_plan_close(&p);
    return code;
}

int level_plan_find(engine *r, search_path *path, uint32_t length, const uint64_t *end,
                    const level_source *from)
{
    return find_by(r, path, length, end, from, NULL, 0);
}

typedef struct parent_source {
    const uint32_t *parent;
    uint32_t number;
} parent_source;

static int back_to_parent(void *self, level_plan *p)
{
    parent_source *s = self;
    s->number = s->parent[s->number - 1];
    assert(s->number);
    level_plan_put(p, p->step - 1, visited_state(&p->r->visited, s->number));
    return 0;
}

int level_plan_by_parents(engine *r, const uint32_t *parent, uint32_t goal, const int *by,
                          size_t width)
{
    uint32_t length = 0;
    for (uint32_t n = goal; parent[n - 1]; n = parent[n - 1])
        length++;
    parent_source self = {parent, goal};
    const level_source from = {&self, back_to_parent};
    return find_by(r, &r->result->plan, length, visited_state(&r->visited, goal), &from, by, width);
}
