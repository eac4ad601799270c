/* orbit_form.c - the one state that stands for an orbit. */
#include "puzzle/symmetry/orbit_form.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/checked.h"
#include "base/containers/sequence_set.h"
#include "base/containers/union_find.h"
#include "base/error.h"

enum {
    ELEMENTS_MOST = 50000,
    ITEMS_MOST = 6000000, /* elements by cells */
    SORTED_MOST = 20,     /* columns: 20! has 64 bits */
    CHUNK_BITS = 8,
    CHUNK_VALUES = 1 << CHUNK_BITS,
    IMAGES_MOST = 1 << 17, /* words of images: 1 MiB */
    WORDS_MOST = 4         /* of a state with such images */
};

typedef struct packed_cell {
    unsigned word, shift;
    uint64_t mask;
} packed_cell;

/* What an element puts into a cell: the bits of another, by a table. */
typedef struct cell_source {
    uint32_t from;  /* a cell of the part */
    uint32_t table; /* where it begins in `tables`; 0: the bits themselves */
} cell_source;

/* Elements that agree in what they put into the cells so far. */
typedef struct element_node {
    cell_source source;            /* of the last of these cells */
    uint32_t first_child, element; /* FIRST_CHILD NO_NODE: this element alone */
    uint32_t child_count;
} element_node;

typedef struct state_chunk { /* consecutive bits of a word, whole cells of a part */
    unsigned word, shift;
    uint64_t mask;
} state_chunk;

typedef struct orbit_part {
    size_t cell_count;
    packed_cell *cells;
    /* A group whose elements are known. */
    size_t element_count;
    cell_source *elements; /* [elements][cells] */
    element_node *nodes;   /* the first is all elements */
    uint32_t *tables;      /* each its length, then what bits become */
    /* The same of few elements: what bits of the state, a chunk, become by each. */
    size_t chunk_count;
    state_chunk *chunks;
    size_t word_count;
    unsigned *words;   /* [word_count] those of the state with cells of the part */
    uint64_t *cleared; /* [word_count] these words without such cells */
    uint64_t *images;  /* [elements][chunks][CHUNK_VALUES][word_count] */
    /* Columns to be sorted: cell k of column i is cells[i * rows + k]. */
    size_t columns, rows;
    unsigned *widths; /* [rows]; one of 64 is alone */
} orbit_part;

struct orbit_form {
    size_t part_count;
    orbit_part *parts;
    size_t most_elements, most_cells, memory;
};

struct orbit_scratch {
    uint64_t *bits;     /* [most_cells] */
    uint32_t *alive[2]; /* [most_elements] */
    uint64_t key[SORTED_MOST];
};

/* ---- one part, while it is made ------------------------------------------------------------ */

typedef struct part_builder {
    const ast *tree;
    const cell_map *maps;
    const uint32_t *exchanges;
    size_t map_count;
    const uint32_t *own; /* [own_count] the part's maps */
    size_t own_count;
    const uint32_t *cells; /* [cell_count] the part's cells */
    size_t cell_count;
    const uint32_t *local; /* [all cells] the number within the part */
    sequence_set tables;   /* of bits, each by its number */
    sequence_set elements; /* from, table; from, table; ... */
    orbit_part *out;
} part_builder;

static const state_cell *cell_of_part(const part_builder *b, size_t local)
{
    return &b->tree->cells[b->cells[local]];
}

static uint64_t bits_of(const state_cell *c, uint64_t position)
{
    return (uint64_t)type_value(c->type, position) - (uint64_t)c->low;
}

/* The bits of one cell become those of another: the table's number, 0 for one that keeps them.
   False: no memory. */
static bool add_table(part_builder *b, const uint32_t *bits, size_t count, uint32_t *number)
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
static bool table_of_map(part_builder *b, const cell_map *m, size_t cell, uint32_t *number)
{
    const state_cell *to = &b->tree->cells[cell], *from = &b->tree->cells[m->from[cell]];
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
static bool compose_tables(part_builder *b, uint32_t second, uint32_t first, uint32_t *number)
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

/* ---- a group's elements -------------------------------------------------------------------- */

/* The maps of the part as elements, one behind the other. */
static bool generators_of(part_builder *b, uint32_t *out)
{
    bool fine = true;
    for (size_t i = 0; i < b->own_count; i++) {
        const cell_map *m = &b->maps[b->own[i]];
        for (size_t k = 0; k < b->cell_count && fine; k++, out += 2) {
            out[0] = b->local[m->from[b->cells[k]]];
            fine = table_of_map(b, m, b->cells[k], &out[1]);
        }
    }
    return fine;
}

/* Adds the element that is `x` and then `by`.  `room` is for one. */
static bool add_product_of(part_builder *b, const uint32_t *by, uint32_t x, uint32_t *room)
{
    size_t length;
    bool fine = true;
    for (size_t k = 0; k < b->cell_count && fine; k++) {
        const uint32_t *first = sequence_set_at(&b->elements, x, &length) + 2 * (size_t)by[2 * k];
        room[2 * k] = first[0];
        fine = compose_tables(b, by[2 * k + 1], first[1], &room[2 * k + 1]);
    }
    return fine && sequence_set_add(&b->elements, room, 2 * b->cell_count);
}

static bool is_too_large(const part_builder *b)
{
    return b->elements.count > ELEMENTS_MOST ||
           b->elements.count > ITEMS_MOST / (b->cell_count + 1) || b->tables.used > ITEMS_MOST;
}

/* Finds all elements, or too many. */
static bool close_group(part_builder *b)
{
    uint32_t *by = calloc(2 * b->cell_count * b->own_count + 1, sizeof *by);
    uint32_t *room = calloc(2 * b->cell_count + 1, sizeof *room);
    bool fine = by && room && generators_of(b, by);
    for (size_t k = 0; fine && k < b->cell_count; k++)
        room[2 * k] = (uint32_t)k;
    fine = fine && sequence_set_add(&b->elements, room, 2 * b->cell_count);
    for (uint32_t x = 1; fine && x <= b->elements.count && !is_too_large(b); x++)
        for (size_t i = 0; fine && i < b->own_count; i++)
            fine = add_product_of(b, by + 2 * b->cell_count * i, x, room);
    free(by);
    free(room);
    return fine;
}

/* ---- the tree ------------------------------------------------------------------------------ */

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
static bool copy_tables(part_builder *b, uint32_t *begins)
{
    uint32_t *all = calloc(b->tables.used + b->tables.count + 1, sizeof *all);
    size_t at = 0;
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
    return true;
}

/* Copies the elements in order. */
static bool copy_sorted_elements(part_builder *b, const uint32_t *begins)
{
    size_t n = b->elements.count, cells = b->cell_count, length;
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
    b->out->elements = sorted;
    b->out->element_count = n;
    return fine;
}

/* Consecutive elements that agree in the cells before `level`. */
typedef struct tree_range {
    uint32_t node;
    size_t from, to, level;
} tree_range;

typedef struct tree_builder {
    element_node *nodes;
    size_t count, room;
    tree_range *waiting;
    size_t waiting_count, waiting_room;
} tree_builder;

static const cell_source *source_at(const orbit_part *p, size_t element, size_t cell)
{
    return &p->elements[element * p->cell_count + cell];
}

static bool add_node(tree_builder *t, const orbit_part *p, size_t from, size_t to, size_t level)
{
    if (!array_reserve(&t->nodes, &t->room, t->count + 1, sizeof *t->nodes) ||
        !array_reserve(&t->waiting, &t->waiting_room, t->waiting_count + 1, sizeof *t->waiting))
        return false;
    element_node *n = &t->nodes[t->count];
    *n = (element_node){.element = (uint32_t)from};
    if (level)
        n->source = *source_at(p, from, level - 1);
    if (to - from > 1)
        t->waiting[t->waiting_count++] = (tree_range){(uint32_t)t->count, from, to, level};
    t->count++;
    return true;
}

static bool add_children(tree_builder *t, const orbit_part *p, tree_range of)
{
    bool fine = true;
    assert(of.level < p->cell_count);
    t->nodes[of.node].first_child = (uint32_t)t->count;
    for (size_t from = of.from, to; from < of.to && fine; from = to) {
        const cell_source *s = source_at(p, from, of.level);
        for (to = from + 1; to < of.to; to++)
            if (memcmp(source_at(p, to, of.level), s, sizeof *s) != 0)
                break;
        fine = add_node(t, p, from, to, of.level + 1);
    }
    t->nodes[of.node].child_count = (uint32_t)t->count - t->nodes[of.node].first_child;
    return fine;
}

static bool build_element_tree(orbit_part *p)
{
    tree_builder t = {0};
    bool fine = add_node(&t, p, 0, p->element_count, 0);
    while (t.waiting_count && fine)
        fine = add_children(&t, p, t.waiting[--t.waiting_count]);
    free(t.waiting);
    p->nodes = t.nodes;
    return fine;
}

/* ---- images of chunks ---------------------------------------------------------------------- */

static int compare_places(const void *a, const void *b)
{
    const packed_cell *x = a, *y = b;
    if (x->word != y->word)
        return x->word < y->word ? -1 : 1;
    return (x->shift > y->shift) - (x->shift < y->shift);
}

/* Divides the part's cells, as they are in the state, into chunks.  *fits: none has more bits. */
static bool find_chunks(orbit_part *p, bool *fits)
{
    packed_cell *sorted = calloc(p->cell_count, sizeof *sorted);
    p->chunks = calloc(p->cell_count, sizeof *p->chunks);
    p->words = calloc(p->cell_count, sizeof *p->words);
    p->cleared = calloc(p->cell_count, sizeof *p->cleared);
    bool fine = sorted && p->chunks && p->words && p->cleared;
    if (fine) {
        memcpy(sorted, p->cells, p->cell_count * sizeof *sorted);
        qsort(sorted, p->cell_count, sizeof *sorted, compare_places);
    }
    *fits = fine;
    for (size_t i = 0; fine && i < p->cell_count; i++) {
        const packed_cell *c = &sorted[i];
        state_chunk *last = p->chunk_count ? &p->chunks[p->chunk_count - 1] : NULL;
        if (!c->mask)
            continue;
        if (!last || last->word != c->word || c->mask << (c->shift - last->shift) >= CHUNK_VALUES) {
            if (!last || last->word != c->word)
                p->words[p->word_count++] = c->word;
            last = &p->chunks[p->chunk_count++];
            *last = (state_chunk){.word = c->word, .shift = c->shift};
        }
        last->mask |= c->mask << (c->shift - last->shift);
        p->cleared[p->word_count - 1] |= c->mask << c->shift;
        *fits = *fits && last->mask < CHUNK_VALUES;
    }
    free(sorted);
    return fine;
}

/* The number, among the part's words, of a cell's. */
static size_t word_number(const orbit_part *p, const packed_cell *c)
{
    size_t w = 0;
    while (p->words[w] != c->word)
        w++;
    return w;
}

static bool is_in_chunk(const state_chunk *k, const packed_cell *c)
{
    return c->word == k->word && c->shift >= k->shift && k->mask >> (c->shift - k->shift) & 1;
}

/* What an element makes of the bits of a chunk; bits that are no cell's value make anything. */
static void image_of_chunk(const orbit_part *p, size_t element, const state_chunk *k,
                           uint64_t value, uint64_t *image)
{
    memset(image, 0, p->word_count * sizeof *image);
    for (size_t i = 0; i < p->cell_count; i++) {
        const cell_source *s = source_at(p, element, i);
        const packed_cell *to = &p->cells[i], *from = &p->cells[s->from];
        if (!to->mask || !from->mask || !is_in_chunk(k, from))
            continue;
        uint64_t bits = value >> (from->shift - k->shift) & from->mask;
        if (s->table)
            bits = bits < p->tables[s->table - 1] ? p->tables[s->table + bits] : 0;
        image[word_number(p, to)] |= bits << to->shift;
    }
}

static uint64_t *image_at(const orbit_part *p, size_t element, size_t chunk, uint64_t value)
{
    size_t number = (element * p->chunk_count + chunk) * CHUNK_VALUES + (size_t)value;
    return p->images + number * p->word_count;
}

/* Where they fit. */
static bool build_images(orbit_part *p)
{
    bool fits;
    if (!find_chunks(p, &fits))
        return false;
    size_t values = p->chunk_count * CHUNK_VALUES * p->word_count;
    if (!fits || !values || p->word_count > WORDS_MOST || p->element_count > IMAGES_MOST / values)
        return true;
    p->images = calloc(p->element_count * values, sizeof *p->images);
    for (size_t x = 0; p->images && x < p->element_count; x++)
        for (size_t k = 0; k < p->chunk_count; k++)
            for (uint64_t value = 0; value <= p->chunks[k].mask; value++)
                image_of_chunk(p, x, &p->chunks[k], value, image_at(p, x, k, value));
    return p->images != NULL;
}

/* *too_large: there are too many elements. */
static bool build_group(part_builder *b, bool *too_large)
{
    bool fine = close_group(b);
    *too_large = fine && is_too_large(b);
    if (!fine || *too_large)
        return fine;
    uint32_t *begins = calloc((size_t)b->tables.count + 1, sizeof *begins);
    fine = begins && copy_tables(b, begins) && copy_sorted_elements(b, begins) &&
           build_element_tree(b->out) && build_images(b->out);
    free(begins);
    return fine;
}

/* ---- columns ------------------------------------------------------------------------------- */

/* Whether map i of the part moves the cell. */
static bool moves(const part_builder *b, size_t i, uint32_t cell)
{
    return !cell_map_keeps(&b->maps[b->own[i]], cell);
}

/* The part's maps are the exchanges of neighbours of one type, three values or more. */
static bool is_full_exchange(const part_builder *b)
{
    bool fine = b->own_count >= 2 && b->own_count < SORTED_MOST && b->exchanges[b->own[0]];
    for (size_t i = 1; i < b->own_count && fine; i++)
        fine = b->own[i] == b->own[i - 1] + 1 && b->exchanges[b->own[i]] == b->exchanges[b->own[0]];
    return fine;
}

/* Cells of a column: of the first those that the second map keeps, of the others where the map
   before puts those of the column before.  order: [cell_count]. */
static bool find_columns(const part_builder *b, uint32_t *order, size_t *rows)
{
    size_t count = 0;
    for (size_t k = 0; k < b->cell_count; k++)
        if (moves(b, 0, b->cells[k]) && !moves(b, 1, b->cells[k]))
            order[count++] = b->cells[k];
    *rows = count;
    if (!count || count * (b->own_count + 1) != b->cell_count)
        return false;
    for (size_t i = 0; i < b->own_count; i++)
        for (size_t k = 0; k < *rows; k++)
            order[count++] = b->maps[b->own[i]].from[order[i * *rows + k]];
    return true;
}

/* Whether each map exchanges two columns, and nothing else. */
static bool columns_hold(const part_builder *b, const uint32_t *order, size_t rows)
{
    unsigned bits = 0;
    for (size_t k = 0; k < rows; k++)
        bits += b->tree->cells[order[k]].width;
    if (bits > 64)
        return false;
    for (size_t i = 0; i < b->own_count; i++)
        for (size_t k = 0; k < b->cell_count; k++) {
            const cell_map *m = &b->maps[b->own[i]];
            size_t column = k / rows, to = column == i ? k + rows : column == i + 1 ? k - rows : k;
            if (m->from[order[k]] != order[to] || m->becomes[order[k]] ||
                b->tree->cells[order[k]].type != b->tree->cells[order[to]].type)
                return false;
        }
    return true;
}

static packed_cell pack(const state_cell *c)
{
    return (packed_cell){c->word, c->shift, low_bits(c->width)};
}

/* *fits: the part is of columns. */
static bool build_columns(part_builder *b, bool *fits)
{
    orbit_part *p = b->out;
    uint32_t *order = calloc(b->cell_count + 1, sizeof *order);
    size_t rows;
    *fits = order && is_full_exchange(b) && find_columns(b, order, &rows) &&
            columns_hold(b, order, rows);
    bool fine = order != NULL;
    if (*fits) {
        p->columns = b->own_count + 1;
        p->rows = rows;
        p->widths = calloc(rows, sizeof *p->widths);
        fine = p->widths != NULL;
        for (size_t k = 0; k < b->cell_count; k++)
            p->cells[k] = pack(&b->tree->cells[order[k]]);
        for (size_t k = 0; fine && k < rows; k++)
            p->widths[k] = b->tree->cells[order[k]].width;
    }
    free(order);
    return fine;
}

/* ---- parts --------------------------------------------------------------------------------- */

/* WGCQ_DONE: the group is too large. */
static int build_part(part_builder *b)
{
    orbit_part *p = b->out;
    bool columns = false, too_large = false;
    p->cell_count = b->cell_count;
    p->cells = calloc(b->cell_count + 1, sizeof *p->cells);
    bool fine = p->cells && build_columns(b, &columns);
    if (fine && !columns) {
        for (size_t k = 0; k < b->cell_count; k++)
            p->cells[k] = pack(cell_of_part(b, k));
        fine = build_group(b, &too_large);
    }
    sequence_set_free(&b->tables);
    sequence_set_free(&b->elements);
    return !fine ? WGCQ_EMEMORY : too_large ? WGCQ_DONE : 0;
}

/* Joins the cells that one map touches. */
static bool join_cells(union_find *all, const ast *t, const cell_map *maps, size_t count)
{
    if (!union_find_grow(all, (uint32_t)t->cell_count))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t first = 0;
        for (uint32_t c = 0; c < t->cell_count; c++) {
            if (cell_map_keeps(&maps[i], c))
                continue;
            first = first ? first : c + 1;
            union_find_join(all, first, c + 1);
        }
    }
    return true;
}

typedef struct form_builder {
    part_builder part; /* what all parts have in common */
    union_find joined;
    uint32_t *own, *cells, *local;
    orbit_form *out;
} form_builder;

static bool is_touched(const form_builder *b, uint32_t cell)
{
    for (size_t i = 0; i < b->part.map_count; i++)
        if (!cell_map_keeps(&b->part.maps[i], cell))
            return true;
    return false;
}

/* The part whose first cell this is. */
static int add_part(form_builder *b, uint32_t first)
{
    part_builder p = b->part;
    orbit_form *f = b->out;
    const uint32_t root = union_find_root(&b->joined, first + 1);
    for (uint32_t c = first; c < p.tree->cell_count; c++)
        if (union_find_root(&b->joined, c + 1) == root) {
            b->local[c] = (uint32_t)p.cell_count;
            b->cells[p.cell_count++] = c;
        }
    for (uint32_t i = 0; i < p.map_count; i++)
        for (size_t k = 0; k < p.cell_count; k++)
            if (!cell_map_keeps(&p.maps[i], b->cells[k])) {
                b->own[p.own_count++] = i;
                break;
            }
    p.own = b->own;
    p.cells = b->cells;
    p.local = b->local;
    p.out = &f->parts[f->part_count++];
    int code = build_part(&p);
    if (p.out->element_count > f->most_elements)
        f->most_elements = p.out->element_count;
    if (p.cell_count > f->most_cells)
        f->most_cells = p.cell_count;
    f->memory += (p.out->element_count + 3) * p.cell_count * sizeof(cell_source);
    return code;
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
    form_builder b = {
        .part = {.tree = t, .maps = maps, .exchanges = exchanges, .map_count = count}};
    size_t room = t->cell_count + count + 1;
    b.own = calloc(room, sizeof *b.own);
    b.cells = calloc(room, sizeof *b.cells);
    b.local = calloc(room, sizeof *b.local);
    b.out = calloc(1, sizeof *b.out);
    if (b.out)
        b.out->parts = calloc(room, sizeof *b.out->parts);
    bool fine = b.own && b.cells && b.local && b.out && b.out->parts;
    int code = fine && join_cells(&b.joined, t, maps, count) ? add_parts(&b) : WGCQ_EMEMORY;
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
        free(p->cells);
        free(p->elements);
        free(p->nodes);
        free(p->tables);
        free(p->widths);
        free(p->chunks);
        free(p->words);
        free(p->cleared);
        free(p->images);
    }
    free(f->parts);
    free(f);
}

size_t orbit_form_memory(const orbit_form *f)
{
    return f->memory;
}

orbit_scratch *orbit_scratch_new(const orbit_form *f)
{
    orbit_scratch *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->bits = calloc(2 * f->most_cells + 1, sizeof *s->bits);
    s->alive[0] = calloc(f->most_elements + 1, sizeof *s->alive[0]);
    s->alive[1] = calloc(f->most_elements + 1, sizeof *s->alive[1]);
    if (s->bits && s->alive[0] && s->alive[1])
        return s;
    orbit_scratch_free(s);
    return NULL;
}

void orbit_scratch_free(orbit_scratch *s)
{
    if (!s)
        return;
    free(s->bits);
    free(s->alive[0]);
    free(s->alive[1]);
    free(s);
}

/* ---- states -------------------------------------------------------------------------------- */

static uint64_t read_bits(const packed_cell *c, const uint64_t *state)
{
    return state[c->word] >> c->shift & c->mask;
}

static void write_bits(const packed_cell *c, uint64_t *state, uint64_t bits)
{
    state[c->word] = (state[c->word] & ~(c->mask << c->shift)) | bits << c->shift;
}

static uint64_t put_by(const orbit_part *p, const cell_source *s, const uint64_t *bits)
{
    uint64_t x = bits[s->from];
    return s->table ? p->tables[s->table + x] : x;
}

typedef struct survivors { /* nodes, and the least value that they put into the cell */
    uint32_t *nodes;
    size_t count;
    uint64_t least;
} survivors;

static inline void offer_node(survivors *s, uint32_t node, uint64_t value)
{
    if (value > s->least)
        return;
    if (value < s->least)
        s->count = 0;
    s->least = value;
    s->nodes[s->count++] = node;
}

/* What the elements of each node put into a cell. */
static void put_next_cell(const orbit_part *p, survivors *to, const survivors *from, size_t cell,
                          const uint64_t *bits)
{
    *to = (survivors){to->nodes, 0, UINT64_MAX};
    for (size_t i = 0; i < from->count; i++) {
        const element_node *n = &p->nodes[from->nodes[i]];
        if (!n->child_count)
            offer_node(to, from->nodes[i], put_by(p, source_at(p, n->element, cell), bits));
        for (uint32_t k = 0; k < n->child_count; k++)
            offer_node(to, n->first_child + k,
                       put_by(p, &p->nodes[n->first_child + k].source, bits));
    }
}

/* Returns the size of the part's orbit. */
static uint64_t find_by_elements(const orbit_part *p, orbit_scratch *s, uint64_t *state)
{
    uint64_t *bits = s->bits;
    survivors now = {s->alive[0], 1, 0}, next = {s->alive[1], 0, 0};
    for (size_t k = 0; k < p->cell_count; k++)
        bits[k] = read_bits(&p->cells[k], state);
    now.nodes[0] = 0;
    for (size_t k = 0; k < p->cell_count; k++) {
        put_next_cell(p, &next, &now, k, bits);
        write_bits(&p->cells[k], state, next.least);
        survivors last = now;
        now = next;
        next = last;
    }
    return p->element_count / now.count;
}

/* Where the images of a state's chunks begin, of one element. */
static inline void find_offsets(const orbit_part *p, const uint64_t *state, size_t *offset)
{
    for (size_t k = 0; k < p->chunk_count; k++) {
        const state_chunk *c = &p->chunks[k];
        size_t value = (size_t)(state[c->word] >> c->shift & c->mask);
        offset[k] = (k * CHUNK_VALUES + value) * p->word_count;
    }
}

/* The least of all images, and by how many elements it is one. */
static uint64_t least_of_one_word(const orbit_part *p, const size_t *offset, uint64_t *out)
{
    const size_t chunks = p->chunk_count, stride = chunks * CHUNK_VALUES;
    const uint64_t *images = p->images, *end = images + p->element_count * stride;
    uint64_t least = UINT64_MAX, times = 0;
    for (; images < end; images += stride) {
        uint64_t image = images[offset[0]];
        for (size_t k = 1; k < chunks; k++)
            image |= images[offset[k]];
        times = image < least ? 1 : times + (image == least);
        least = image < least ? image : least;
    }
    *out = least;
    return times;
}

/* By their words, from the first. */
static uint64_t least_of_words(const orbit_part *p, const size_t *offset, uint64_t *least)
{
    const size_t chunks = p->chunk_count, words = p->word_count;
    const size_t stride = chunks * CHUNK_VALUES * words;
    uint64_t times = 0;
    for (size_t x = 0; x < p->element_count; x++) {
        const uint64_t *images = p->images + x * stride;
        int less = times ? 0 : -1; /* so far: below 0 where the image is less than the least */
        for (size_t w = 0; w < words && less <= 0; w++) {
            uint64_t image = 0;
            for (size_t k = 0; k < chunks; k++)
                image |= images[offset[k] + w];
            if (!less)
                less = (image > least[w]) - (image < least[w]);
            least[w] = less < 0 ? image : least[w];
        }
        times = less < 0 ? 1 : times + !less;
    }
    return times;
}

static uint64_t find_by_images(const orbit_part *p, uint64_t *state)
{
    size_t offset[64 * WORDS_MOST]; /* a chunk has a bit or more */
    uint64_t least[WORDS_MOST];
    find_offsets(p, state, offset);
    uint64_t times =
        p->word_count == 1 ? least_of_one_word(p, offset, least) : least_of_words(p, offset, least);
    for (size_t w = 0; w < p->word_count; w++)
        state[p->words[w]] = (state[p->words[w]] & ~p->cleared[w]) | least[w];
    return p->element_count / times;
}

/* Sorts the keys; returns in how many ways they can be arranged. */
static uint64_t sort_keys(uint64_t *key, size_t count)
{
    uint64_t ways = 1, run = 1;
    for (size_t i = 1; i < count; i++) {
        uint64_t x = key[i];
        size_t k = i;
        for (; k && key[k - 1] > x; k--)
            key[k] = key[k - 1];
        key[k] = x;
    }
    for (size_t i = 1; i < count; i++) { /* (i + 1)! / product of runs!: exact at each step */
        run = key[i] == key[i - 1] ? run + 1 : 1;
        ways = ways * (i + 1) / run;
    }
    return ways;
}

static uint64_t find_by_sorting(const orbit_part *p, orbit_scratch *s, uint64_t *state)
{
    for (size_t i = 0; i < p->columns; i++) {
        uint64_t key = 0;
        for (size_t k = 0; k < p->rows; k++)
            key = key << (p->widths[k] & 63) | read_bits(&p->cells[i * p->rows + k], state);
        s->key[i] = key;
    }
    uint64_t ways = sort_keys(s->key, p->columns);
    for (size_t i = 0; i < p->columns; i++) {
        uint64_t key = s->key[i];
        for (size_t k = p->rows; k-- > 0;) {
            const packed_cell *c = &p->cells[i * p->rows + k];
            write_bits(c, state, key & c->mask);
            key >>= p->widths[k] & 63;
        }
    }
    return ways;
}

uint64_t orbit_form_find(const orbit_form *f, orbit_scratch *s, uint64_t *state)
{
    uint64_t size = 1;
    for (size_t i = 0; i < f->part_count; i++) {
        const orbit_part *p = &f->parts[i];
        size *= p->columns  ? find_by_sorting(p, s, state)
                : p->images ? find_by_images(p, state)
                            : find_by_elements(p, s, state);
    }
    return size;
}
