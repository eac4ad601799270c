/* plan_between.c - the states of a plan between two that are known, by exploring from the first. */
#include "search/sweep/plan_between.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

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

int extract_plan_between(engine *r, uint32_t from, uint32_t to)
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

void extract_plan_put(engine *r, uint32_t step, const uint64_t *state)
{
    size_t words = r->model->words;
    memcpy(r->result->plan_states + step * words, state, words * sizeof *state);
}
