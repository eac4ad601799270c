/*
 * start_maps.c - the elements of a declared group that map starts to starts.
 *
 * The images of a start, its orbit, are found breadth-first, each with a way of maps from the start
 * (t) and one back to it (u).  The ways t(x) g u(g(x)) and t(x) u(x), of all images x and maps g,
 * generate the elements that keep the start (Schreier's lemma; the second, as u is not always the
 * inverse of t).  Most of them are the identity, or one that was found: where the maps rename
 * values, that is seen by what they do to each value of each cell.
 */
#include "answers/classes/start_maps.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/error.h"

enum {
    IMAGES_MOST = 1 << 16,
    ELEMENTS_MOST = 1 << 12,
    FACTS_MOST = 1 << 16,   /* values of all cells */
    FACTS_OF_ALL = 1 << 25, /* of all images */
};

typedef struct start_orbit {
    sequence_set *out;
    const state_maps *maps;
    const graph *g;
    wgcq_error *err;
    uint32_t start;
    lookup images;               /* 1 is the start */
    uint32_t *to, *source;       /* [images + 1][maps] the image of each, and the inverse */
    uint32_t *before, *after;    /* [images + 1] on the way from the start, and back to it */
    uint32_t *came_by, *goes_by; /* [images + 1] the maps there */
    size_t to_room, image_room;
    uint64_t *state; /* room for two */
    /* By a value of a cell, what it becomes; 0 facts: some map does more than rename. */
    uint32_t facts;
    uint32_t *becomes;               /* [maps][facts] */
    uint32_t *from_start, *to_start; /* [images + 1][facts] */
    uint32_t *fact;                  /* room for one element */
    sequence_set met;                /* elements, by what they do */
    uint32_t *word;
    size_t word_room;
} start_orbit;

/* ---- what maps do to values ---------------------------------------------------------------- */

static int find_facts(start_orbit *o)
{
    int code = 0;
    bool known = true;
    o->facts = state_maps_values(o->maps);
    o->facts = o->facts <= FACTS_MOST ? o->facts : 0;
    o->becomes = malloc((o->maps->count * o->facts + 1) * sizeof *o->becomes);
    o->fact = malloc(((size_t)o->facts + 1) * sizeof *o->fact);
    if (!o->becomes || !o->fact)
        return error_set_memory(o->err);
    for (size_t by = 0; by < o->maps->count && o->facts && known && !code; by++)
        code = state_maps_becomes(o->maps, by, o->becomes + by * o->facts, &known, o->err);
    o->facts = known ? o->facts : 0;
    return code;
}

/* The facts of two elements, one after the other. */
static void apply_facts(uint32_t *out, const uint32_t *one, const uint32_t *other, uint32_t facts)
{
    for (uint32_t f = 0; f < facts; f++)
        out[f] = other[one[f]];
}

/* ---- the orbit ----------------------------------------------------------------------------- */

static bool reserve_orbit(start_orbit *o, uint32_t images)
{
    const size_t maps = o->maps->count, room = (size_t)images + 1;
    size_t same = o->to_room, rooms[3] = {o->image_room, o->image_room, o->image_room};
    return array_reserve(&o->source, &same, room * maps, sizeof *o->source) &&
           array_reserve(&o->to, &o->to_room, room * maps, sizeof *o->to) &&
           array_reserve(&o->after, &rooms[0], room, sizeof *o->after) &&
           array_reserve(&o->goes_by, &rooms[1], room, sizeof *o->goes_by) &&
           array_reserve(&o->came_by, &rooms[2], room, sizeof *o->came_by) &&
           array_reserve(&o->before, &o->image_room, room, sizeof *o->before);
}

static int refuse_orbit(const start_orbit *o)
{
    return error_set(o->err, WGCQ_EREQUEST,
                     "'symmetric': a start has too many images for classes of its plans: they may "
                     "be %s, and not all starts",
                     WGCQ_GROUPED(IMAGES_MOST));
}

static int add_image_of(start_orbit *o, uint32_t from, uint32_t by)
{
    const unsigned words = o->g->words;
    const size_t maps = o->maps->count;
    memcpy(o->state, o->images.keys + from * o->images.width, o->images.width);
    int code = state_maps_apply(o->maps, by, o->state, o->state + words, o->err);
    if (code)
        return code;
    const uint32_t before = o->images.count, to = lookup_add(&o->images, o->state + words);
    if (!to || !reserve_orbit(o, to))
        return error_set_memory(o->err);
    if (to > IMAGES_MOST || (uint64_t)to * o->facts > FACTS_OF_ALL)
        return refuse_orbit(o);
    if (to > before) {
        o->before[to] = from;
        o->came_by[to] = by;
    }
    o->to[from * maps + by] = to;
    o->source[to * maps + by] = from;
    return 0;
}

/* The ways back, breadth-first too, from the start against the maps. */
static int find_ways_back(start_orbit *o)
{
    const size_t maps = o->maps->count;
    uint32_t *queue = malloc(((size_t)o->images.count + 1) * sizeof *queue), count = 0;
    if (!queue)
        return error_set_memory(o->err);
    memset(o->after, 0, ((size_t)o->images.count + 1) * sizeof *o->after);
    queue[count++] = 1;
    o->after[1] = 1;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t by = 0; by < maps; by++) {
            const uint32_t from = o->source[queue[k] * maps + by];
            if (o->after[from])
                continue;
            o->after[from] = queue[k];
            o->goes_by[from] = by;
            queue[count++] = from;
        }
    free(queue);
    return count == o->images.count
               ? 0
               : error_set(o->err, WGCQ_EREQUEST,
                           "'symmetric' does not hold: it makes two images of a start the same");
}

static int find_images(start_orbit *o)
{
    int code =
        lookup_add(&o->images, o->g->state + (size_t)o->start * o->g->words) && reserve_orbit(o, 1)
            ? 0
            : error_set_memory(o->err);
    for (uint32_t i = 1; i <= o->images.count && !code; i++)
        for (uint32_t by = 0; by < o->maps->count && !code; by++)
            code = add_image_of(o, i, by);
    return code ? code : find_ways_back(o);
}

/* The facts of the ways; a way leads over images whose own are shorter. */
static int find_facts_of_ways(start_orbit *o)
{
    const size_t facts = o->facts, room = ((size_t)o->images.count + 1) * facts + 1;
    o->from_start = malloc(room * sizeof *o->from_start);
    o->to_start = malloc(room * sizeof *o->to_start);
    if (!o->from_start || !o->to_start)
        return error_set_memory(o->err);
    for (uint32_t f = 0; f < facts; f++)
        o->from_start[facts + f] = f;
    for (uint32_t i = 2; i <= o->images.count; i++)
        apply_facts(o->from_start + i * facts, o->from_start + o->before[i] * facts,
                    o->becomes + o->came_by[i] * facts, o->facts);
    for (uint32_t i = 1; i <= o->images.count; i++) {
        uint32_t *back = o->to_start + i * facts;
        for (uint32_t f = 0; f < facts; f++)
            back[f] = f;
        for (uint32_t at = i; at != 1; at = o->after[at])
            apply_facts(back, back, o->becomes + o->goes_by[at] * facts, o->facts);
    }
    return 0;
}

/* ---- elements ------------------------------------------------------------------------------ */

static bool push(start_orbit *o, size_t *length, uint32_t item)
{
    if (!array_reserve(&o->word, &o->word_room, *length + 1, sizeof *o->word))
        return false;
    o->word[(*length)++] = item;
    return true;
}

static bool push_way_to(start_orbit *o, size_t *length, uint32_t image)
{
    size_t first = *length;
    bool fine = true;
    for (uint32_t at = image; at != 1 && fine; at = o->before[at])
        fine = push(o, length, o->came_by[at]);
    for (size_t last = *length; fine && first + 1 < last; first++, last--) {
        const uint32_t item = o->word[first];
        o->word[first] = o->word[last - 1];
        o->word[last - 1] = item;
    }
    return fine;
}

static bool push_way_back(start_orbit *o, size_t *length, uint32_t image)
{
    bool fine = true;
    for (uint32_t at = image; at != 1 && fine; at = o->after[at])
        fine = push(o, length, o->goes_by[at]);
    return fine;
}

/* Whether o->fact is no element yet; the identity is one. */
static int is_new(start_orbit *o, bool *new)
{
    const uint32_t before = o->met.count;
    *new = true;
    if (!o->facts)
        return 0;
    const uint32_t at = sequence_set_add(&o->met, o->fact, o->facts);
    *new = at > before;
    return at ? 0 : error_set_memory(o->err);
}

/* The element that goes to image i, from there by a map (maps: by none), and back. */
static int add_loop(start_orbit *o, uint32_t i, uint32_t by)
{
    const size_t maps = o->maps->count, facts = o->facts;
    const uint32_t end = by < maps ? o->to[i * maps + by] : i;
    size_t length = 0;
    bool new;
    if (facts) {
        const uint32_t *one = o->from_start + i * facts;
        if (by < maps) {
            apply_facts(o->fact, one, o->becomes + by * facts, o->facts);
            one = o->fact;
        }
        apply_facts(o->fact, one, o->to_start + end * facts, o->facts);
    }
    int code = is_new(o, &new);
    if (code || !new)
        return code;
    bool fine = push(o, &length, o->start) && push_way_to(o, &length, i) &&
                (by == maps || push(o, &length, by)) && push_way_back(o, &length, end);
    if (!fine || (length > 1 && !sequence_set_add(o->out, o->word, length)))
        return error_set_memory(o->err);
    return o->out->count > ELEMENTS_MOST ? refuse_orbit(o) : 0;
}

static int add_all_loops(start_orbit *o)
{
    const uint32_t maps = (uint32_t)o->maps->count;
    int code = 0;
    bool new;
    for (uint32_t f = 0; f < o->facts; f++)
        o->fact[f] = f;
    code = is_new(o, &new); /* the identity */
    for (uint32_t i = 1; i <= o->images.count && !code; i++)
        for (uint32_t by = 0; by <= maps && !code; by++)
            code = add_loop(o, i, by);
    return code;
}

/* The ways to another start, which is image i, and back. */
static int add_ways_between(start_orbit *o, uint32_t other, uint32_t i)
{
    size_t length = 0;
    bool fine = push(o, &length, o->start) && push_way_to(o, &length, i) &&
                sequence_set_add(o->out, o->word, length);
    length = 0;
    fine = fine && push(o, &length, other) && push_way_back(o, &length, i) &&
           sequence_set_add(o->out, o->word, length);
    return fine ? 0 : error_set_memory(o->err);
}

static int add_other_starts(start_orbit *o, bool *done)
{
    const graph *g = o->g;
    int code = 0;
    for (uint32_t s = o->start + 1; s <= g->states && !code; s++) {
        if (!(g->marks[s] & MARK_START))
            continue;
        const uint32_t i = lookup_find(&o->images, g->state + (size_t)s * g->words);
        done[s] |= i != 0;
        code = i ? add_ways_between(o, s, i) : 0;
    }
    return code;
}

static void close_orbit(start_orbit *o)
{
    lookup_free(&o->images);
    sequence_set_free(&o->met);
    FREE_EACH(o->to, o->source, o->before, o->after, o->came_by, o->goes_by, o->state, o->becomes,
              o->from_start, o->to_start, o->fact, o->word);
}

/* Finds the elements of one start; marks all that are in its orbit as done. */
static int find_of_start(start_orbit *o, bool *done)
{
    o->images = lookup_of_states(o->g->words);
    o->state = malloc(2 * (size_t)o->g->words * sizeof *o->state);
    int code = o->state ? find_facts(o) : error_set_memory(o->err);
    code = code ? code : find_images(o);
    code = code ? code : find_facts_of_ways(o);
    code = code ? code : add_all_loops(o);
    return code ? code : add_other_starts(o, done);
}

int start_maps_find(sequence_set *out, const state_maps *maps, const graph *g, wgcq_error *err)
{
    bool *done = calloc((size_t)g->states + 1, sizeof *done);
    int code = done ? 0 : error_set_memory(err);
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        start_orbit o = {.out = out, .maps = maps, .g = g, .err = err, .start = s};
        if (!(g->marks[s] & MARK_START) || done[s])
            continue;
        code = find_of_start(&o, done);
        close_orbit(&o);
    }
    free(done);
    return code;
}
