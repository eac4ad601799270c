/* orbit_form.c - the one state that stands for an orbit, part by part. */
#include "puzzle/symmetry/orbit_form.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/union_find.h"
#include "base/error.h"
#include "puzzle/symmetry/chunk_images.h"
#include "puzzle/symmetry/element_tree.h"
#include "puzzle/symmetry/named_form.h"
#include "puzzle/symmetry/sorted_columns.h"

enum { LISTED_MOST = 100 }; /* elements where there may be names: tests/bench/README.md */

typedef struct orbit_part {
    sorted_columns columns; /* or none: */
    name_mentions names;    /* or none: */
    group_elements group;
    chunk_images images; /* or, where there are none: */
    element_tree tree;
} orbit_part;

struct orbit_form {
    size_t words; /* of a state */
    size_t part_count;
    orbit_part *parts;
    size_t most_elements, most_cells; /* of parts with a tree */
    size_t most_names, most_mentions; /* of parts with names */
};

struct orbit_scratch {
    element_room room;
    naming_room *naming; /* where some part has names; else NULL */
    uint64_t *state;     /* one */
};

/* ---- parts --------------------------------------------------------------------------------- */

/* *too_large: the group has too many elements. */
static bool build_part(orbit_part *out, const map_part *part, bool *too_large)
{
    bool fine = sorted_columns_find(&out->columns, part);
    if (!fine || out->columns.columns)
        return fine;
    fine = name_mentions_find(&out->names, part, LISTED_MOST + 1);
    if (!fine || out->names.name_count)
        return fine;
    fine = group_elements_find(&out->group, part, too_large);
    if (fine && !*too_large)
        fine = chunk_images_build(&out->images, &out->group);
    if (fine && !*too_large && !out->images.images)
        fine = element_tree_build(&out->tree, &out->group);
    return fine;
}

/* Joins the cells that one map touches. */
static bool join_cells(union_find *all, const map_part *p, size_t count)
{
    if (!union_find_grow(all, (uint32_t)p->tree->cell_count))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t first = 0;
        for (uint32_t c = 0; c < p->tree->cell_count; c++) {
            if (cell_map_keeps(&p->maps[i], c))
                continue;
            first = first ? first : c + 1;
            union_find_join(all, first, c + 1);
        }
    }
    return true;
}

typedef struct form_builder {
    map_part part; /* what all parts have in common */
    size_t map_count;
    union_find joined;
    uint32_t *own, *cells, *local;
    orbit_form *out;
} form_builder;

static bool is_touched(const form_builder *b, uint32_t cell)
{
    for (size_t i = 0; i < b->map_count; i++)
        if (!cell_map_keeps(&b->part.maps[i], cell))
            return true;
    return false;
}

/* The part whose first cell this is.  WGCQ_DONE: its group is too large. */
static int add_part(form_builder *b, uint32_t first)
{
    map_part p = b->part;
    orbit_form *f = b->out;
    const uint32_t root = union_find_root(&b->joined, first + 1);
    for (uint32_t c = first; c < p.tree->cell_count; c++)
        if (union_find_root(&b->joined, c + 1) == root) {
            b->local[c] = (uint32_t)p.cell_count;
            b->cells[p.cell_count++] = c;
        }
    for (uint32_t i = 0; i < b->map_count; i++)
        for (size_t k = 0; k < p.cell_count; k++)
            if (!cell_map_keeps(&p.maps[i], b->cells[k])) {
                b->own[p.own_count++] = i;
                break;
            }
    p.own = b->own;
    p.cells = b->cells;
    p.local = b->local;
    orbit_part *out = &f->parts[f->part_count++];
    bool too_large = false, fine = build_part(out, &p, &too_large);
    if (out->tree.nodes && out->group.count > f->most_elements)
        f->most_elements = out->group.count;
    if (out->tree.nodes && p.cell_count > f->most_cells)
        f->most_cells = p.cell_count;
    if (out->names.name_count > f->most_names)
        f->most_names = out->names.name_count;
    if (out->names.cell_count > f->most_mentions)
        f->most_mentions = out->names.cell_count;
    return !fine ? WGCQ_EMEMORY : too_large ? WGCQ_DONE : 0;
}

static int add_parts(form_builder *b)
{
    const ast *t = b->part.tree;
    int code = 0;
    for (uint32_t c = 0; c < t->cell_count && !code; c++)
        if (union_find_root(&b->joined, c + 1) == c + 1 && is_touched(b, c))
            code = add_part(b, c);
    return code;
}

int orbit_form_new(orbit_form **out, const ast *t, const cell_map *maps, const uint32_t *exchanges,
                   size_t count, wgcq_error *err)
{
    form_builder b = {.part = {.tree = t, .maps = maps, .exchanges = exchanges},
                      .map_count = count};
    size_t room = t->cell_count + count + 1;
    b.own = calloc(room, sizeof *b.own);
    b.cells = calloc(room, sizeof *b.cells);
    b.local = calloc(room, sizeof *b.local);
    b.out = calloc(1, sizeof *b.out);
    if (b.out) {
        b.out->words = t->words;
        b.out->parts = calloc(room, sizeof *b.out->parts);
    }
    bool fine = b.own && b.cells && b.local && b.out && b.out->parts;
    int code = fine && join_cells(&b.joined, &b.part, count) ? add_parts(&b) : WGCQ_EMEMORY;
    union_find_free(&b.joined);
    free(b.own);
    free(b.cells);
    free(b.local);
    if (code) {
        orbit_form_free(b.out);
        b.out = NULL;
    }
    *out = b.out;
    return code == WGCQ_EMEMORY ? error_set_memory(err) : 0;
}

void orbit_form_free(orbit_form *f)
{
    if (!f)
        return;
    for (size_t i = 0; f->parts && i < f->part_count; i++) {
        orbit_part *p = &f->parts[i];
        sorted_columns_free(&p->columns);
        name_mentions_free(&p->names);
        group_elements_free(&p->group);
        chunk_images_free(&p->images);
        element_tree_free(&p->tree);
    }
    free(f->parts);
    free(f);
}

size_t orbit_form_memory(const orbit_form *f)
{
    size_t bytes = 0;
    for (size_t i = 0; i < f->part_count; i++)
        bytes += f->parts[i].names.memory + f->parts[i].group.memory + f->parts[i].images.memory +
                 f->parts[i].tree.memory;
    return bytes;
}

/* ---- states -------------------------------------------------------------------------------- */

orbit_scratch *orbit_scratch_new(const orbit_form *f)
{
    orbit_scratch *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->state = calloc(f->words, sizeof *s->state);
    s->room.bits = calloc(f->most_cells + 1, sizeof *s->room.bits);
    s->room.alive[0] = calloc(f->most_elements + 1, sizeof *s->room.alive[0]);
    s->room.alive[1] = calloc(f->most_elements + 1, sizeof *s->room.alive[1]);
    if (f->most_names)
        s->naming = naming_room_new(f->most_names, f->most_mentions, f->words);
    if (s->state && s->room.bits && s->room.alive[0] && s->room.alive[1] &&
        (s->naming || !f->most_names))
        return s;
    orbit_scratch_free(s);
    return NULL;
}

void orbit_scratch_free(orbit_scratch *s)
{
    if (!s)
        return;
    naming_room_free(s->naming);
    free(s->state);
    free(s->room.bits);
    free(s->room.alive[0]);
    free(s->room.alive[1]);
    free(s);
}

void orbit_form_find(const orbit_form *f, orbit_scratch *s, uint64_t *states, size_t count)
{
    for (size_t i = 0; i < f->part_count; i++) {
        const orbit_part *p = &f->parts[i];
        if (p->images.images) {
            chunk_images_find(&p->images, states, count, f->words);
            continue;
        }
        for (size_t k = 0; k < count; k++)
            if (p->columns.columns)
                sorted_columns_sort(&p->columns, states + k * f->words);
            else if (p->names.name_count)
                named_form_find(&p->names, s->naming, states + k * f->words);
            else
                element_tree_find(&p->tree, &p->group, &s->room, states + k * f->words);
    }
}

/* Size of one part; found by its form once more, which is the state itself.  2^64 - 1: so many or
   more. */
static uint64_t size_of_part(const orbit_part *p, orbit_scratch *s, const uint64_t *state)
{
    if (p->columns.columns)
        return sorted_columns_sort(&p->columns, s->state);
    if (p->names.name_count) {
        naming_count size = p->names.order / named_form_find(&p->names, s->naming, s->state);
        return size < UINT64_MAX ? (uint64_t)size : UINT64_MAX;
    }
    if (p->images.images)
        return p->group.count / chunk_images_keeping(&p->images, state);
    return p->group.count / element_tree_find(&p->tree, &p->group, &s->room, s->state);
}

bool orbit_form_size(uint64_t *out, const orbit_form *f, orbit_scratch *s, const uint64_t *state)
{
    uint64_t size = 1;
    bool fits = true;
    memcpy(s->state, state, f->words * sizeof *state);
    for (size_t i = 0; i < f->part_count && fits; i++) {
        const uint64_t part = size_of_part(&f->parts[i], s, state);
        fits = part < UINT64_MAX && !__builtin_mul_overflow(size, part, &size);
    }
    *out = size;
    return fits;
}
