/*
 * pair_orbit.c - which element of a declared group of generators makes one stored plan the other.
 *
 * The images of plan a are made breadth-first, each by one more generator, until one has b's states
 * or there are no more.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/classes/plan_pair.h"
#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/containers/sequence_set.h"
#include "base/error.h"

enum { ITEMS_MOST = 1 << 24 }; /* states of all images; beyond that the answer is unknown */

/* How an image was made. */
typedef struct image_source {
    uint32_t from; /* the image before; 0: plan a itself */
    size_t by;     /* the generator */
} image_source;

typedef struct plan_orbit {
    const stored_plan *a, *b;
    const state_maps *maps;
    lookup states;
    sequence_set images; /* of a: the numbers of their states */
    image_source *sources;
    size_t source_room;
    uint32_t *items; /* [count] of one image */
    uint64_t *room;  /* [2 * words] a state and its image */
    unsigned words;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} plan_orbit;

static int number_states(plan_orbit *o, const stored_plan *plan)
{
    bool fine = true;
    for (size_t k = 0; k < plan->count && fine; k++)
        fine = (o->items[k] = lookup_add(&o->states, stored_plan_state(plan, k))) != 0;
    return fine ? 0 : error_set_memory(o->err);
}

/* Adds the image in `items`, unless it is there. */
static int add_plan_image(plan_orbit *o, uint32_t from, size_t by)
{
    uint32_t before = o->images.count;
    if (!array_reserve(&o->sources, &o->source_room, (size_t)before + 2, sizeof *o->sources))
        return error_set_memory(o->err);
    uint32_t number = sequence_set_add(&o->images, o->items, o->a->count);
    if (number > before)
        o->sources[number] = (image_source){from, by};
    return number ? 0 : error_set_memory(o->err);
}

/* The image of image `from` under a generator. */
static int map_plan(plan_orbit *o, uint32_t from, size_t by)
{
    size_t length;
    int code = 0;
    const uint32_t *items = sequence_set_at(&o->images, from, &length);
    assert(length == o->a->count);
    for (size_t k = 0; k < length && !code; k++) {
        memcpy(o->room, o->states.keys + (size_t)items[k] * o->states.width,
               o->words * sizeof *o->room);
        code = state_maps_apply(o->maps, by, o->room, o->room + o->words, o->err);
        if (!code && !(o->items[k] = lookup_add(&o->states, o->room + o->words)))
            code = error_set_memory(o->err);
    }
    return code ? code : add_plan_image(o, from, by);
}

/* *found: the image that is b; 0: there is none, or, where *all is false, none so far. */
static int search_orbit(plan_orbit *o, uint32_t *found, bool *all)
{
    int code = number_states(o, o->b);
    uint32_t *wanted = o->items;
    o->items = code ? NULL : malloc(o->b->count * sizeof *o->items);
    if (!code)
        code = o->items ? number_states(o, o->a) : error_set_memory(o->err);
    code = code ? code : add_plan_image(o, 0, 0);
    *found = 0;
    for (uint32_t i = 1; i <= o->images.count && !code; i++) {
        *found = sequence_set_find(&o->images, wanted, o->b->count);
        if (*found || o->images.used > ITEMS_MOST)
            break;
        for (size_t by = 0; by < o->maps->count && !code; by++)
            code = map_plan(o, i, by);
        if (!code && i % 64 == 0)
            code = plan_pair_poll(o->monitor, "symmetry", o->err);
    }
    *all = o->images.used <= ITEMS_MOST;
    free(wanted);
    return code;
}

/* "quarter turn, mirror": what is applied to a, in this order. */
static void put_generators(const plan_orbit *o, uint32_t image, strbuf *out)
{
    const image_source *s = &o->sources[image];
    if (!s->from)
        return;
    put_generators(o, s->from, out);
    const state_map *x = &o->maps->all[s->by];
    strbuf_put(out, out->length ? ", " : "");
    if (x->by)
        strbuf_put(out, strbuf_string(&x->declared));
    else
        strbuf_printf(out, "%s <-> %s", strbuf_string(&x->values[0].name),
                      strbuf_string(&x->values[1].name));
    if (state_maps_share_names(o->maps, s->by))
        strbuf_printf(out, " (%s)", strbuf_string(&x->declared));
}

/* Whether several moves of b join two of its states. */
static int has_parallel_moves(const plan_orbit *o, bool *out)
{
    const reference_model *by = &o->b->reference;
    batch successors = {.words = o->words, .costs = by->model->costs};
    size_t bytes = o->words * sizeof *o->room;
    int code = 0;
    *out = false;
    for (size_t k = 1; k < o->b->count && !*out && !code; k++) {
        size_t joining = 0;
        code = by->model->reference.expand(by->worker, stored_plan_state(o->b, k - 1), WANT_MOVES,
                                           &successors, o->err);
        for (size_t i = 0; i < successors.count && !code; i++)
            joining += !memcmp(successors.state + i * o->words, stored_plan_state(o->b, k), bytes);
        *out = joining > 1;
    }
    batch_free(&successors);
    return code;
}

int plan_pair_orbit(plan_pair *out, const stored_plan *a, const stored_plan *b,
                    const state_maps *maps, const wgcq_monitor *monitor, wgcq_error *err)
{
    plan_orbit o = {.a = a,
                    .b = b,
                    .maps = maps,
                    .words = a->reference.model->words,
                    .monitor = monitor,
                    .err = err};
    uint32_t found = 0;
    bool all = false;
    o.states = lookup_of_states(o.words);
    o.items = malloc(a->count * sizeof *o.items);
    o.room = malloc(2 * (size_t)o.words * sizeof *o.room);
    int code = o.items && o.room ? search_orbit(&o, &found, &all) : error_set_memory(err);
    if (!code && found)
        code = has_parallel_moves(&o, &out->by_states);
    if (!code && found)
        put_generators(&o, found, &out->exchange);
    if (!code && out->exchange.failed)
        code = error_set_memory(err);
    out->symmetry = found ? PAIR_EQUAL : all ? PAIR_DIFFERENT : PAIR_UNKNOWN;
    lookup_free(&o.states);
    sequence_set_free(&o.images);
    FREE_EACH(o.sources, o.items, o.room);
    return code;
}
