/*
 * orbits.c - plans that are equal up to the group that a puzzle declares.
 *
 * A plan's image under an element has the images of its states; its moves are the edges between
 * them.  The orbits are closed under all of symmetry.elements, also through images that are not
 * among the gathered plans, so two plans are equal wherever any element of the group maps one to
 * the other.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/classes/equivalence.h"
#include "answers/classes/symmetry.h"
#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* Images are sequences of the start, then for every move 0 and the state it leads to; instead of
   the 0 the move's number + 1 where several moves join the two states. */
typedef struct orbits {
    const equivalence_groups *of;
    symmetry symmetry;
    sequence_set images;
    union_find groups; /* orbits of images */
    uint32_t *items;   /* room for a plan ...  */
    size_t room;
} orbits;

static bool reserve_items(orbits *o, size_t length)
{
    return array_reserve(&o->items, &o->room, 2 * length, sizeof *o->items);
}

/* The number of a gathered plan among the images; 0: no memory. */
static uint32_t add_plan_key(orbits *o, uint32_t plan)
{
    size_t length;
    const uint32_t *items = sequence_set_at(o->of->plans, plan, &length);
    if (!reserve_items(o, length))
        return 0;
    memcpy(o->items, items, length * sizeof *items);
    for (size_t i = 1; i < length; i += 2)
        o->items[i] =
            o->symmetry.by_states || symmetry_edges(o->of->g, items[i - 1], items[i + 1]) < 2
                ? 0
                : items[i] + 1;
    return sequence_set_add(&o->images, o->items, length);
}

/* Adds the image under element x to the orbit. */
static int add_image(orbits *o, uint32_t x, uint32_t number)
{
    size_t length;
    const uint32_t *items = sequence_set_at(&o->images, number, &length);
    const uint32_t begins = symmetry_begins(&o->symmetry, x);
    assert(length % 2);
    wgcq_error *err = o->of->a->err;
    if (begins && begins != *items)
        return 0;
    int code = reserve_items(o, length) ? 0 : error_set_memory(err);
    for (size_t i = 0; i < length && !code; i += 2) {
        code = symmetry_state(&o->items[i], &o->symmetry, x, items[i]);
        if (i)
            o->items[i - 1] = items[i - 1];
        if (i && items[i - 1] && !code) {
            uint32_t move;
            code = symmetry_move(&move, &o->symmetry, x, items[i - 1] - 1, o->items[i - 2],
                                 o->items[i]);
            o->items[i - 1] = move + 1;
        }
    }
    uint32_t image = code ? 0 : sequence_set_add(&o->images, o->items, length);
    if (!code && (!image || !union_find_grow(&o->groups, o->images.count)))
        code = error_set_memory(err);
    if (!code)
        union_find_join(&o->groups, number, image);
    return code;
}

static int add_orbits(orbits *o, uint32_t *image_of)
{
    const equivalence_groups *of = o->of;
    progress_clock look;
    int code = 0;
    progress_begin(&look, "classes", of->g);
    for (uint32_t p = 1; p <= of->plans->count && !code; p++) {
        image_of[p] = add_plan_key(o, p);
        if (!image_of[p] || !union_find_grow(&o->groups, o->images.count))
            code = error_set_memory(of->a->err);
    }
    for (uint32_t i = 1; i <= o->images.count && !code; i++) {
        for (uint32_t x = 1; x <= o->symmetry.elements.count && !code; x++)
            code = add_image(o, x, i);
        code = code ? code : progress_poll(&look, of->a->monitor, i, of->a->err);
    }
    return code;
}

/* Joins the plans whose images are in one orbit. */
static int join_plans(orbits *o, const uint32_t *image_of)
{
    const equivalence_groups *of = o->of;
    uint32_t *first = calloc((size_t)o->images.count + 1, sizeof *first);
    if (!first)
        return error_set_memory(of->a->err);
    for (uint32_t p = 1; p <= of->plans->count; p++) {
        uint32_t *one = &first[union_find_root(&o->groups, image_of[p])];
        if (*one)
            union_find_join(of->groups, *one, p);
        else
            *one = p;
    }
    free(first);
    return 0;
}

int equivalence_by_symmetry(const equivalence_groups *of)
{
    orbits o = {.of = of};
    uint32_t *image_of = malloc(((size_t)of->plans->count + 1) * sizeof *image_of);
    int code = image_of ? 0 : error_set_memory(of->a->err);
    code = code ? code : symmetry_open(&o.symmetry, of->a, of->g);
    code = code ? code : add_orbits(&o, image_of);
    code = code ? code : join_plans(&o, image_of);
    if (!code && o.symmetry.by_states)
        strbuf_put(of->note, "plans were compared by their states");
    symmetry_close(&o.symmetry);
    sequence_set_free(&o.images);
    union_find_free(&o.groups);
    FREE_EACH(o.items, image_of);
    return code;
}
