/* found_orbit.c - the orbit of a state, searched for by applying every map to each state. */
#include "puzzle/found_orbit.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "puzzle/puzzle.h"
#include "puzzle/state_difference.h"

enum { ORBIT_MOST = 1 << 20 }; /* states */

int found_orbit_open(found_orbit *o, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    const unsigned words = puzzle->model.words;
    *o = (found_orbit){.words = words, .elements = lookup_of_states(words)};
    o->state = malloc(words * sizeof *o->state);
    o->image = malloc(words * sizeof *o->image);
    return o->state && o->image ? state_maps_open(&o->maps, puzzle, err) : error_set_memory(err);
}

void found_orbit_close(found_orbit *o)
{
    state_maps_close(&o->maps);
    lookup_free(&o->elements);
    free(o->images);
    free(o->sources);
    free(o->state);
    free(o->image);
}

/* ---- refusals ------------------------------------------------------------------------------ */

int found_orbit_refuse(const found_orbit *o, size_t by, uint32_t from, uint32_t to, strbuf *why,
                       wgcq_error *err)
{
    const struct ast *tree = o->maps.tree;
    const state_map *x = &o->maps.all[by];
    const uint64_t *state = found_orbit_element(o, from), *image = found_orbit_element(o, to);
    strbuf text = {0};
    state_map_describe(x, &text);
    strbuf_put(&text, ", the state");
    put_state_apart(&text, tree, state, image);
    strbuf_put(&text, from == to ? " becomes itself" : " becomes one");
    if (from != to)
        put_state_apart(&text, tree, image, state);
    strbuf_put(&text, strbuf_string(why));
    put_variables_apart(&text, tree, state, image);
    int code = text.failed || why->failed
                   ? error_set_memory(err)
                   : error_set(err, WGCQ_EREQUEST, "'symmetric: %s' does not hold: %s",
                               strbuf_string(&x->declared), strbuf_string(&text));
    strbuf_free(&text);
    strbuf_free(why);
    return code;
}

/* ---- the search ---------------------------------------------------------------------------- */

/* Room for the images of one more element. */
static bool reserve_images(found_orbit *o, uint32_t elements)
{
    size_t room = ((size_t)elements + 1) * o->maps.count, before = o->source_room;
    if (!array_reserve(&o->images, &o->image_room, room, sizeof *o->images) ||
        !array_reserve(&o->sources, &o->source_room, room, sizeof *o->sources))
        return false;
    if (o->source_room > before)
        memset(o->sources + before, 0, (o->source_room - before) * sizeof *o->sources);
    return true;
}

/* Notes the image of an element: no other has the same. */
static int note_image(found_orbit *o, size_t by, uint32_t from, uint32_t to, wgcq_error *err)
{
    size_t maps = o->maps.count;
    uint32_t *source = &o->sources[(size_t)to * maps + by];
    o->images[(size_t)from * maps + by] = to;
    if (!*source) {
        *source = from;
        return 0;
    }
    strbuf why = {0};
    strbuf_put(&why, ", and so does the one");
    put_state_apart(&why, o->maps.tree, found_orbit_element(o, *source),
                    found_orbit_element(o, from));
    return found_orbit_refuse(o, by, from, to, &why, err);
}

static int map_element(found_orbit *o, size_t by, uint32_t from, wgcq_error *err)
{
    memcpy(o->state, found_orbit_element(o, from), o->words * sizeof *o->state);
    int code = state_maps_apply(&o->maps, by, o->state, o->image, err);
    uint32_t to = code ? 0 : lookup_add(&o->elements, o->image);
    if (code)
        return code;
    if (!to || !reserve_images(o, o->elements.count))
        return error_set_memory(err);
    return note_image(o, by, from, to, err);
}

static int begin_orbit(found_orbit *o, const uint64_t *state, wgcq_error *err)
{
    size_t used = ((size_t)o->elements.count + 1) * o->maps.count;
    if (o->elements.count)
        memset(o->sources, 0, used * sizeof *o->sources);
    lookup_clear(&o->elements);
    return lookup_add(&o->elements, state) && reserve_images(o, 1) ? 0 : error_set_memory(err);
}

int found_orbit_find(found_orbit *o, const uint64_t *state, wgcq_error *err)
{
    int code = begin_orbit(o, state, err);
    for (uint32_t i = 1; i <= o->elements.count && !code; i++) {
        for (size_t by = 0; by < o->maps.count && !code; by++)
            code = map_element(o, by, i, err);
        if (!code && i > ORBIT_MOST)
            code = error_set(err, WGCQ_EREQUEST, "'symmetric': an orbit has more than %d states",
                             ORBIT_MOST);
    }
    return code;
}

static bool is_packed_before(const found_orbit *o, const uint64_t *a, const uint64_t *b)
{
    for (unsigned i = 0; i < o->words; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

const uint64_t *found_orbit_least(const found_orbit *o)
{
    const uint64_t *least = found_orbit_element(o, 1);
    for (uint32_t i = 2; i <= o->elements.count; i++)
        if (is_packed_before(o, found_orbit_element(o, i), least))
            least = found_orbit_element(o, i);
    return least;
}
