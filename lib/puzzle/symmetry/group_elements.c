/* group_elements.c - all elements of a group, by products of its generators. */
#include "puzzle/symmetry/group_elements.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/sequence_set.h"

enum {
    ELEMENTS_MOST = 50000,
    ITEMS_MOST = 6000000 /* elements by cells */
};

typedef struct elements_builder {
    const map_part *part;
    sequence_set becomes;  /* positions by positions, each by its number, 0: what they are */
    sequence_set elements; /* from, becomes; from, becomes; ... */
    /* By the bits of cells: */
    sequence_set layouts; /* types of two cells, and what the one's positions become in the other */
    uint32_t *begins;     /* [layouts + 1] where the table of each begins */
    size_t begins_room, table_room, table_used;
    bool too_large; /* the tables are */
    group_elements *out;
} elements_builder;

/* ---- what positions become ------------------------------------------------------------------ */

/* The number of `becomes`.  False: no memory. */
static bool add_becomes(elements_builder *b, const uint32_t *becomes, size_t count,
                        uint32_t *number)
{
    bool same = true;
    for (size_t i = 0; i < count && same; i++)
        same = becomes[i] == i;
    *number = same ? 0 : sequence_set_add(&b->becomes, becomes, count);
    return same || *number;
}

/* The value that map `m` puts into a cell. */
static bool becomes_by_map(elements_builder *b, const cell_map *m, size_t cell, uint32_t *number)
{
    const type *of = b->part->tree->cells[cell].type;
    *number = 0;
    return !m->becomes[cell] || add_becomes(b, m->becomes[cell], (size_t)of->count, number);
}

/* `first`, then `second`: permutations of as many positions. */
static bool compose_becomes(elements_builder *b, uint32_t second, uint32_t first, uint32_t *number)
{
    size_t count, other;
    *number = first ? first : second;
    if (!first || !second)
        return true;
    const uint32_t *inner = sequence_set_at(&b->becomes, first, &count);
    const uint32_t *outer = sequence_set_at(&b->becomes, second, &other);
    uint32_t *product = calloc(count + 1, sizeof *product);
    assert(count == other);
    for (size_t i = 0; product && i < count; i++)
        product[i] = outer[inner[i]];
    bool fine = product && add_becomes(b, product, count, number);
    free(product);
    return fine;
}

/* ---- products ------------------------------------------------------------------------------ */

/* The maps of the part as elements, one behind the other. */
static bool generators_of(elements_builder *b, uint32_t *out)
{
    const map_part *p = b->part;
    bool fine = true;
    for (size_t i = 0; i < p->own_count; i++)
        for (size_t k = 0; k < p->cell_count && fine; k++, out += 2) {
            const cell_map *m = map_of_part(p, i);
            out[0] = p->local[m->from[p->cells[k]]];
            fine = becomes_by_map(b, m, p->cells[k], &out[1]);
        }
    return fine;
}

/* Adds the element that is `x` and then `by`.  `room` is for one. */
static bool add_product_of(elements_builder *b, const uint32_t *by, uint32_t x, uint32_t *room)
{
    const size_t cells = b->part->cell_count;
    size_t length;
    bool fine = true;
    for (size_t k = 0; k < cells && fine; k++) {
        const uint32_t *first = sequence_set_at(&b->elements, x, &length) + 2 * (size_t)by[2 * k];
        room[2 * k] = first[0];
        fine = compose_becomes(b, by[2 * k + 1], first[1], &room[2 * k + 1]);
    }
    return fine && sequence_set_add(&b->elements, room, 2 * cells);
}

static bool is_too_large(const elements_builder *b)
{
    return b->elements.count > ELEMENTS_MOST ||
           b->elements.count > ITEMS_MOST / (b->part->cell_count + 1) ||
           b->becomes.used > ITEMS_MOST || b->too_large;
}

/* Finds all elements, or too many. */
static bool close_group(elements_builder *b)
{
    const size_t width = 2 * b->part->cell_count, count = b->part->own_count;
    uint32_t *by = calloc(width * count + 1, sizeof *by);
    uint32_t *room = calloc(width + 1, sizeof *room);
    bool fine = by && room && generators_of(b, by);
    for (size_t k = 0; fine && k < width; k += 2)
        room[k] = (uint32_t)(k / 2);
    fine = fine && sequence_set_add(&b->elements, room, width);
    for (uint32_t x = 1; fine && x <= b->elements.count && !is_too_large(b); x++)
        for (size_t i = 0; fine && i < count; i++)
            fine = add_product_of(b, by + width * i, x, room);
    free(by);
    free(room);
    return fine;
}

/* ---- what bits become ---------------------------------------------------------------------- */

/* Whether each value's bits become themselves. */
static bool keeps_bits(const state_cell *from, const state_cell *to, const uint32_t *becomes)
{
    bool same = true;
    if (!becomes && (from->type == to->type || (!from->type->values && !to->type->values)))
        return true;
    for (uint64_t i = 0; i < from->type->count && same; i++)
        same = bits_of_position(from, i) == bits_of_position(to, becomes ? becomes[i] : i);
    return same;
}

/* Where the table begins by which the bits of one cell become those of another; what bits that
   stand for no value become makes no difference.  False: no memory. */
static bool add_table(elements_builder *b, const state_cell *from, const state_cell *to,
                      const uint32_t *becomes, uint32_t *begins)
{
    group_elements *g = b->out;
    *begins = 0;
    if (keeps_bits(from, to, becomes))
        return true;
    const uint64_t most = most_bits_of_cell(from);
    b->too_large = most > ITEMS_MOST - b->table_used || most_bits_of_cell(to) > UINT32_MAX;
    if (b->too_large)
        return true;
    const size_t count = (size_t)most + 1, at = b->table_used + 1;
    if (!array_reserve_zeros(&g->tables, &b->table_room, at + count, sizeof *g->tables))
        return false;
    g->tables[at - 1] = (uint32_t)count;
    for (uint64_t i = 0; i < from->type->count; i++)
        g->tables[at + bits_of_position(from, i)] =
            (uint32_t)bits_of_position(to, becomes ? becomes[i] : i);
    b->table_used = at + count;
    *begins = (uint32_t)at;
    return true;
}

/* The part's first cell of the same type as cell k. */
static uint32_t type_number(const map_part *p, size_t k)
{
    const state_cell *cells = p->tree->cells;
    uint32_t i = 0;
    while (cells[p->cells[i]].type != cells[p->cells[k]].type)
        i++;
    return i;
}

/* The value that an element puts into cell k, by bits: the source of which `from` is set.  types:
   of each cell. */
static bool find_table(elements_builder *b, cell_source *s, size_t k, uint32_t becomes,
                       const uint32_t *types)
{
    const map_part *p = b->part;
    const uint32_t key[] = {types[s->from], types[k], becomes}, before = b->layouts.count;
    if (!becomes && key[0] == key[1])
        return true;
    uint32_t number = sequence_set_add(&b->layouts, key, 3);
    bool fine =
        number && array_reserve(&b->begins, &b->begins_room, (size_t)number + 1, sizeof *b->begins);
    size_t length;
    if (fine && number > before)
        fine = add_table(b, &p->tree->cells[p->cells[s->from]], &p->tree->cells[p->cells[k]],
                         becomes ? sequence_set_at(&b->becomes, becomes, &length) : NULL,
                         &b->begins[number]);
    if (fine)
        s->table = b->begins[number];
    return fine;
}

/* Copies the elements.  to: [elements][cells], zeros. */
static bool copy_sources(elements_builder *b, cell_source *to)
{
    const map_part *p = b->part;
    size_t length;
    uint32_t *types = calloc(p->cell_count + 1, sizeof *types);
    bool fine = types != NULL;
    for (size_t k = 0; fine && k < p->cell_count; k++)
        types[k] = type_number(p, k);
    for (uint32_t i = 1; fine && i <= b->elements.count; i++) {
        const uint32_t *x = sequence_set_at(&b->elements, i, &length);
        for (size_t k = 0; fine && k < p->cell_count && !b->too_large; k++, to++) {
            to->from = x[2 * k];
            fine = find_table(b, to, k, x[2 * k + 1], types);
        }
    }
    free(types);
    return fine;
}

/* ---- in order ------------------------------------------------------------------------------ */

static int compare_elements(const void *a, const void *b)
{
    const cell_source *x = *(cell_source *const *)a, *y = *(cell_source *const *)b;
    for (; x != y; x++, y++) { /* no two are equal */
        if (x->from != y->from)
            return x->from < y->from ? -1 : 1;
        if (x->table != y->table)
            return x->table < y->table ? -1 : 1;
    }
    return 0;
}

static bool copy_sorted_elements(elements_builder *b)
{
    size_t n = b->elements.count, cells = b->part->cell_count;
    cell_source *unsorted = calloc(n * cells, sizeof *unsorted);
    cell_source *sorted = malloc(n * cells * sizeof *sorted);
    cell_source **order = malloc(n * sizeof *order);
    bool fine = unsorted && sorted && order && copy_sources(b, unsorted);
    for (size_t i = 0; fine && i < n; i++)
        order[i] = unsorted + i * cells;
    if (fine && n > 1 && !b->too_large)
        qsort(order, n, sizeof *order, compare_elements);
    for (size_t i = 0; fine && i < n; i++)
        memcpy(sorted + i * cells, order[i], cells * sizeof *sorted);
    free(unsorted);
    free(order);
    b->out->all = sorted;
    b->out->count = n;
    b->out->memory += n * cells * sizeof *sorted + b->table_room * sizeof *b->out->tables;
    return fine;
}

static bool copy_group(elements_builder *b)
{
    const map_part *p = b->part;
    b->out->cell_count = p->cell_count;
    b->out->cells = calloc(p->cell_count + 1, sizeof *b->out->cells);
    bool fine = b->out->cells && copy_sorted_elements(b);
    for (size_t k = 0; fine && k < p->cell_count; k++)
        b->out->cells[k] = packed_cell_of(&p->tree->cells[p->cells[k]]);
    return fine;
}

bool group_elements_find(group_elements *out, const map_part *part, bool *too_large)
{
    elements_builder b = {.part = part, .out = out};
    *out = (group_elements){0};
    bool fine = close_group(&b);
    if (fine && !is_too_large(&b))
        fine = copy_group(&b);
    *too_large = fine && is_too_large(&b);
    sequence_set_free(&b.becomes);
    sequence_set_free(&b.elements);
    sequence_set_free(&b.layouts);
    free(b.begins);
    return fine;
}

void group_elements_free(group_elements *g)
{
    free(g->cells);
    free(g->all);
    free(g->tables);
    *g = (group_elements){0};
}
