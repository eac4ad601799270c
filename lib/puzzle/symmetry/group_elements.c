/* group_elements.c - all elements of a group, by products of its generators. */
#include "puzzle/symmetry/group_elements.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/sequence_set.h"

enum {
    ELEMENTS_MOST = 50000,
    ITEMS_MOST = 6000000 /* elements by cells */
};

typedef struct elements_builder {
    const map_part *part;
    sequence_set tables;   /* of bits, each by its number */
    sequence_set elements; /* from, table; from, table; ... */
    group_elements *out;
} elements_builder;

/* ---- what bits become ---------------------------------------------------------------------- */

static uint64_t bits_of(const state_cell *c, uint64_t position)
{
    return (uint64_t)type_value(c->type, position) - (uint64_t)c->low;
}

/* The bits of one cell become those of another: the table's number, 0 for one that keeps them.
   False: no memory. */
static bool add_table(elements_builder *b, const uint32_t *bits, size_t count, uint32_t *number)
{
    bool same = true;
    for (size_t i = 0; i < count && same; i++)
        same = bits[i] == i;
    *number = same ? 0 : sequence_set_add(&b->tables, bits, count);
    return same || *number;
}

/* How many values the bits of a cell have, those that stand for none among them. */
static size_t bits_room(const state_cell *c)
{
    uint64_t most = 0;
    for (uint64_t i = 0; i < c->type->count && c->type->values; i++)
        most = bits_of(c, i) > most ? bits_of(c, i) : most;
    return (size_t)(c->type->values ? most + 1 : c->type->count);
}

/* What map `m` puts into a cell.  Larger types keep their bits. */
static bool table_of_map(elements_builder *b, const cell_map *m, size_t cell, uint32_t *number)
{
    const state_cell *cells = b->part->tree->cells, *to = &cells[cell],
                     *from = &cells[m->from[cell]];
    *number = 0;
    if (to->type->count > CELL_MAP_VALUES_MOST)
        return true;
    size_t room = bits_room(from);
    uint32_t *bits = calloc(room + 1, sizeof *bits);
    for (uint64_t i = 0; bits && i < from->type->count; i++)
        bits[bits_of(from, i)] = (uint32_t)bits_of(to, m->becomes[cell] ? m->becomes[cell][i] : i);
    bool fine = bits && add_table(b, bits, room, number);
    free(bits);
    return fine;
}

/* `first`, then `second`. */
static bool compose_tables(elements_builder *b, uint32_t second, uint32_t first, uint32_t *number)
{
    size_t count, other;
    *number = first ? first : second;
    if (!first || !second)
        return true;
    const uint32_t *inner = sequence_set_at(&b->tables, first, &count);
    const uint32_t *outer = sequence_set_at(&b->tables, second, &other);
    uint32_t *bits = calloc(count + 1, sizeof *bits);
    for (size_t i = 0; bits && i < count; i++)
        bits[i] = inner[i] < other ? outer[inner[i]] : 0;
    bool fine = bits && add_table(b, bits, count, number);
    free(bits);
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
            fine = table_of_map(b, m, p->cells[k], &out[1]);
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
        fine = compose_tables(b, by[2 * k + 1], first[1], &room[2 * k + 1]);
    }
    return fine && sequence_set_add(&b->elements, room, 2 * cells);
}

static bool is_too_large(const elements_builder *b)
{
    return b->elements.count > ELEMENTS_MOST ||
           b->elements.count > ITEMS_MOST / (b->part->cell_count + 1) ||
           b->tables.used > ITEMS_MOST;
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

/* Copies the tables into one array, and says where each begins. */
static bool copy_tables(elements_builder *b, uint32_t *begins)
{
    size_t room = b->tables.used + b->tables.count + 1, at = 0;
    uint32_t *all = calloc(room, sizeof *all);
    if (!all)
        return false;
    for (uint32_t i = 1; i <= b->tables.count; i++) {
        size_t length;
        const uint32_t *table = sequence_set_at(&b->tables, i, &length);
        all[at++] = (uint32_t)length;
        begins[i] = (uint32_t)at;
        memcpy(all + at, table, length * sizeof *all);
        at += length;
    }
    b->out->tables = all;
    b->out->memory += room * sizeof *all;
    return true;
}

/* Copies the elements in order. */
static bool copy_sorted_elements(elements_builder *b, const uint32_t *begins)
{
    size_t n = b->elements.count, cells = b->part->cell_count, length;
    cell_source *unsorted = malloc(n * cells * sizeof *unsorted);
    cell_source *sorted = malloc(n * cells * sizeof *sorted);
    cell_source **order = malloc(n * sizeof *order);
    bool fine = unsorted && sorted && order;
    for (size_t i = 0; fine && i < n; i++) {
        const uint32_t *x = sequence_set_at(&b->elements, (uint32_t)i + 1, &length);
        order[i] = unsorted + i * cells;
        for (size_t k = 0; k < cells; k++)
            order[i][k] = (cell_source){x[2 * k], begins[x[2 * k + 1]]};
    }
    if (fine && n > 1)
        qsort(order, n, sizeof *order, compare_elements);
    for (size_t i = 0; fine && i < n; i++)
        memcpy(sorted + i * cells, order[i], cells * sizeof *sorted);
    free(unsorted);
    free(order);
    b->out->all = sorted;
    b->out->count = n;
    b->out->memory += n * cells * sizeof *sorted;
    return fine;
}

static bool copy_group(elements_builder *b)
{
    const map_part *p = b->part;
    uint32_t *begins = calloc((size_t)b->tables.count + 1, sizeof *begins);
    b->out->cell_count = p->cell_count;
    b->out->cells = calloc(p->cell_count + 1, sizeof *b->out->cells);
    bool fine =
        begins && b->out->cells && copy_tables(b, begins) && copy_sorted_elements(b, begins);
    for (size_t k = 0; fine && k < p->cell_count; k++)
        b->out->cells[k] = packed_cell_of(&p->tree->cells[p->cells[k]]);
    free(begins);
    return fine;
}

bool group_elements_find(group_elements *out, const map_part *part, bool *too_large)
{
    elements_builder b = {.part = part, .out = out};
    *out = (group_elements){0};
    bool fine = close_group(&b);
    *too_large = fine && is_too_large(&b);
    if (fine && !*too_large)
        fine = copy_group(&b);
    sequence_set_free(&b.tables);
    sequence_set_free(&b.elements);
    return fine;
}

void group_elements_free(group_elements *g)
{
    free(g->cells);
    free(g->all);
    free(g->tables);
    *g = (group_elements){0};
}
