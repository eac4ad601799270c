/*
 * both_ends_plans.c - the shortest plans, once both sides have met.
 *
 * Layer i has the states that are i moves from a start and length - i moves from a goal.  The layer
 * in the middle is where the sides meet; from there predecessors that were found from the starts
 * are the layers above, and successors that were found from the goals are those below.  A plan is
 * an edge from each layer to the next, so ways are counted along them, and the plan is chosen as by
 * a breadth-first search (search_request.h).
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/containers/bigcount.h"
#include "base/error.h"
#include "search/both_ends.h"
#include "search/engine/limits.h"
#include "search/levels/level_plan.h"

typedef struct plan_layers {
    const meeting *m;
    uint32_t length, middle;
    bool whole;
    bool over; /* the layers do not fit in the memory that is left */
    size_t bytes;
    visited *of;   /* [length + 1] */
    bigcount ways; /* to the states of one layer */
    batch before;
    uint32_t *numbers;
    size_t numbers_room;
} plan_layers;

static bool are_layers_stopped(const plan_layers *l)
{
    return l->whole && limits_poll(l->m->r);
}

static bool reserve_lookups(plan_layers *l, size_t count)
{
    return array_renew(&l->numbers, &l->numbers_room, count + 1, sizeof *l->numbers);
}

/* Without `whole`, the least packed state alone stays. */
static int add_to_layer(plan_layers *l, uint32_t layer, const uint64_t *state)
{
    visited *to = &l->of[layer];
    size_t added;
    if (!l->whole && to->count) {
        if (!model_state_before(l->m->r->model, state, visited_state(to, 1)))
            return 0;
        visited_free(to);
        *to = visited_make(l->m->r->model->words, VISITED_MAX);
    }
    return visited_add(to, state, 1, NULL, &added, l->m->r->err);
}

/* Adds those of `count` states that are in the side's level. */
static int add_those_of_level(plan_layers *l, uint32_t layer, const search_side *side,
                              uint32_t level, const uint64_t *states, size_t count)
{
    const size_t words = l->m->r->model->words;
    int code = reserve_lookups(l, count) ? 0 : error_set_memory(l->m->r->err);
    if (!code && count)
        visited_find(side->set, states, count, l->numbers);
    for (size_t i = 0; i < count && !code; i++)
        if (l->numbers[i] && side_has(side, level, l->numbers[i]))
            code = add_to_layer(l, layer, states + i * words);
    return code;
}

static uint32_t part_of(uint32_t from, uint32_t last)
{
    const uint32_t left = last - from + 1;
    return left < MODEL_BATCH ? left : MODEL_BATCH;
}

/* The states of both last levels. */
static int add_middle(plan_layers *l)
{
    const search_side *forth = l->m->forth, *back = l->m->back;
    const uint32_t last = forth->set->count;
    int code = 0;
    for (uint32_t at = side_first(forth, l->middle); at <= last && !code && !are_layers_stopped(l);
         at += MODEL_BATCH)
        code = add_those_of_level(l, l->middle, back, back->levels - 1,
                                  visited_state(forth->set, at), part_of(at, last));
    return code;
}

static int add_layer_above(plan_layers *l, uint32_t layer)
{
    const meeting *m = l->m;
    const visited *from = &l->of[layer + 1];
    int code = 0;
    for (uint32_t at = 1; at <= from->count && !code && !are_layers_stopped(l); at += MODEL_BATCH) {
        code = m->inverse->predecessors(m->inverse, visited_state(from, at),
                                        part_of(at, from->count), &l->before, m->r->err);
        if (!code)
            code = add_those_of_level(l, layer, m->forth, layer, l->before.state, l->before.count);
    }
    return code;
}

/* The successors of a part of a layer; none of its states is an end state, unless it is the last.
 */
static int expand_states_of(plan_layers *l, uint32_t layer, uint32_t at, unsigned wants)
{
    engine *r = l->m->r;
    const visited *from = &l->of[layer];
    return r->model->expand(r->worker, visited_state(from, at), part_of(at, from->count), wants,
                            &r->successors, r->err);
}

static int add_layer_below(plan_layers *l, uint32_t layer)
{
    const batch *found = &l->m->r->successors;
    int code = 0;
    for (uint32_t at = 1; at <= l->of[layer - 1].count && !code && !are_layers_stopped(l);
         at += MODEL_BATCH) {
        code = expand_states_of(l, layer - 1, at, 0);
        if (!code)
            code = add_those_of_level(l, layer, l->m->back, l->length - layer, found->state,
                                      found->count);
    }
    return code;
}

/* The goals are what was listed as such, and nothing before them is one. */
static int check_goals(plan_layers *l, uint32_t layer)
{
    engine *r = l->m->r;
    uint8_t marks[MODEL_BATCH];
    const visited *of = &l->of[layer];
    int code = of->count || r->stopped
                   ? 0
                   : error_set(r->err, WGCQ_ERUN, "both ends meet, and no plan leads there");
    for (uint32_t at = 1; at <= of->count && !code; at += MODEL_BATCH) {
        const uint32_t count = part_of(at, of->count);
        code = r->model->classify(r->worker, visited_state(of, at), count, marks, r->err);
        for (uint32_t i = 0; i < count && !code; i++)
            if (!(marks[i] & MARK_GOAL) != (layer < l->length))
                code = error_set(r->err, WGCQ_ERUN, "the goals that were listed are not the goals");
    }
    return code;
}

static void note_layer_memory(plan_layers *l, uint32_t layer)
{
    engine *r = l->m->r;
    const visited *of = &l->of[layer];
    const size_t ways = 2 * of->count * sizeof(uint64_t); /* of it and the one above, at least */
    l->bytes += visited_memory(of);
    l->over = l->over || limits_memory_left(r) < l->bytes + ways;
    if (l->over && !r->stopped)
        limits_stop_memory(r);
}

static int find_layers(plan_layers *l)
{
    int code = add_middle(l);
    if (!code)
        note_layer_memory(l, l->middle);
    for (uint32_t i = l->middle; i-- > 0 && !code && !l->over;) {
        code = add_layer_above(l, i);
        note_layer_memory(l, i);
    }
    for (uint32_t i = l->middle + 1; i <= l->length && !code && !l->over; i++) {
        code = add_layer_below(l, i);
        note_layer_memory(l, i);
    }
    for (uint32_t i = 0; i <= l->length && !code && !l->over; i++)
        code = check_goals(l, i);
    return code;
}

/* ---- ways --------------------------------------------------------------------------------- */

/* The edges from a part of the layer above, from state `at` on, which was just expanded. */
static int add_layer_edges(plan_layers *l, uint32_t layer, uint32_t at, bigcount *ways)
{
    const batch *found = &l->m->r->successors;
    if (!reserve_lookups(l, found->count))
        return error_set_memory(l->m->r->err);
    visited_find(&l->of[layer], found->state, found->count, l->numbers);
    for (size_t i = 0; i < found->count; i++)
        if (l->numbers[i] &&
            !bigcount_add(ways, l->numbers[i] - 1, &l->ways, at + found->lane[i] - 1))
            return error_set_memory(l->m->r->err);
    return 0;
}

/* The ways to a layer, from those to the layer above. */
static int count_ways(plan_layers *l, uint32_t layer)
{
    engine *r = l->m->r;
    bigcount ways = {0};
    const uint32_t above = l->of[layer - 1].count, count = l->of[layer].count;
    int code = bigcount_resize(&ways, count) ? 0 : error_set_memory(r->err);
    for (uint32_t at = 1; at <= above && !code && !are_layers_stopped(l); at += MODEL_BATCH) {
        code = expand_states_of(l, layer - 1, at, WANT_ORDER);
        code = code ? code : add_layer_edges(l, layer, at, &ways);
    }
    bigcount_free(&l->ways);
    l->ways = ways;
    return code;
}

static int count_all_ways(plan_layers *l)
{
    int code = 0;
    for (uint32_t i = 0; i < l->of[0].count; i++)
        if (!bigcount_push_one(&l->ways))
            return error_set_memory(l->m->r->err);
    for (uint32_t i = 1; i <= l->length && !code; i++)
        code = count_ways(l, i);
    return code;
}

static int sum_ways(plan_layers *l)
{
    bigcount sum = {0};
    bool ok = bigcount_resize(&sum, 1);
    for (size_t i = 0; i < l->ways.count && ok; i++)
        ok = bigcount_add(&sum, 0, &l->ways, i);
    int code =
        ok ? level_plan_set_count(l->m->r, sum.limb, sum.limbs) : error_set_memory(l->m->r->err);
    bigcount_free(&sum);
    return code;
}

/* ---- the plan ----------------------------------------------------------------------------- */

/* The back of a level_source: the least predecessor in the layer above. */
static int back_by_layer(void *self, level_plan *p)
{
    plan_layers *l = self;
    const batch *before = &l->before;
    engine *r = l->m->r;
    const uint32_t layer = p->step - 1;
    bool any = false;
    int code = l->m->inverse->predecessors(l->m->inverse, level_plan_state(p, p->step), 1,
                                           &l->before, r->err);
    if (!code && !reserve_lookups(l, before->count))
        code = error_set_memory(r->err);
    if (code)
        return code;
    visited_find(&l->of[layer], before->state, before->count, l->numbers);
    for (size_t i = 0; i < before->count; i++)
        if (l->numbers[i])
            model_keep_least(r->model, before->state + i * before->words,
                             level_plan_state(p, layer), &any);
    if (!any)
        return level_plan_lacks_successor(r);
    level_plan_put(p, layer, level_plan_state(p, layer));
    return 0;
}

static int find_least_plan(plan_layers *l)
{
    engine *r = l->m->r;
    const visited *last = &l->of[l->length];
    const uint64_t *goal = visited_state(last, 1);
    for (uint32_t i = 2; i <= last->count; i++)
        if (model_state_before(r->model, visited_state(last, i), goal))
            goal = visited_state(last, i);
    return level_plan_find(r, &r->result->plan, l->length, goal, &(level_source){l, back_by_layer});
}

/* ---- all of it ---------------------------------------------------------------------------- */

static int make_plan_layers(plan_layers *l, const meeting *m, bool whole)
{
    const unsigned words = m->r->model->words;
    *l = (plan_layers){.m = m,
                       .length = m->forth->levels + m->back->levels - 2,
                       .middle = m->forth->levels - 1,
                       .whole = whole,
                       .before = {.words = words}};
    l->of = calloc(l->length + (size_t)1, sizeof *l->of);
    for (uint32_t i = 0; l->of && i <= l->length; i++)
        l->of[i] = visited_make(words, VISITED_MAX);
    return l->of ? 0 : error_set_memory(m->r->err);
}

static void free_plan_layers(plan_layers *l)
{
    for (uint32_t i = 0; l->of && i <= l->length; i++)
        visited_free(&l->of[i]);
    free(l->of);
    bigcount_free(&l->ways);
    batch_free(&l->before);
    free(l->numbers);
}

static bool was_stopped(const plan_layers *l)
{
    return l->over || (l->whole && l->m->r->stopped);
}

int both_ends_find_plans(const meeting *m, bool whole, bool *done)
{
    plan_layers l;
    int code = make_plan_layers(&l, m, whole);
    code = code ? code : find_layers(&l);
    if (!code && whole && !was_stopped(&l))
        code = count_all_ways(&l);
    *done = !code && !was_stopped(&l);
    if (*done && whole)
        code = sum_ways(&l);
    if (!code && *done && !m->r->options->no_plan)
        code = find_least_plan(&l);
    if (!code && *done) {
        m->r->result->goals = l.of[l.length].count;
        m->r->result->shortest = l.length;
    }
    free_plan_layers(&l);
    return code;
}
