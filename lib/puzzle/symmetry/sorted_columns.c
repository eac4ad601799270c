/* sorted_columns.c - columns of cells that are exchanged, all with all. */
#include "puzzle/symmetry/sorted_columns.h"

#include <stdlib.h>

enum { SORTED_MOST = 20 }; /* columns: 20! has 64 bits */

/* ---- finding them -------------------------------------------------------------------------- */

/* Whether map i of the part moves the cell. */
static bool moves(const map_part *p, size_t i, uint32_t cell)
{
    return !cell_map_keeps(map_of_part(p, i), cell);
}

/* The part's maps are the exchanges of neighbours of one type, three values or more. */
static bool is_full_exchange(const map_part *p)
{
    bool fine = p->own_count >= 2 && p->own_count < SORTED_MOST && p->exchanges[p->own[0]];
    for (size_t i = 1; i < p->own_count && fine; i++)
        fine = p->own[i] == p->own[i - 1] + 1 && p->exchanges[p->own[i]] == p->exchanges[p->own[0]];
    return fine;
}

/* Cells of a column: of the first those that the second map keeps, of the others where the map
   before puts those of the column before.  order: [cell_count]. */
static bool find_order(const map_part *p, uint32_t *order, size_t *rows)
{
    size_t count = 0;
    for (size_t k = 0; k < p->cell_count; k++)
        if (moves(p, 0, p->cells[k]) && !moves(p, 1, p->cells[k]))
            order[count++] = p->cells[k];
    *rows = count;
    if (!count || count * (p->own_count + 1) != p->cell_count)
        return false;
    for (size_t i = 0; i < p->own_count; i++)
        for (size_t k = 0; k < *rows; k++)
            order[count++] = map_of_part(p, i)->from[order[i * *rows + k]];
    return true;
}

/* Whether each map exchanges two columns, and nothing else. */
static bool columns_hold(const map_part *p, const uint32_t *order, size_t rows)
{
    const state_cell *cells = p->tree->cells;
    unsigned bits = 0;
    for (size_t k = 0; k < rows; k++)
        bits += cells[order[k]].width;
    if (bits > 64)
        return false;
    for (size_t i = 0; i < p->own_count; i++)
        for (size_t k = 0; k < p->cell_count; k++) {
            const cell_map *m = map_of_part(p, i);
            size_t column = k / rows, to = column == i ? k + rows : column == i + 1 ? k - rows : k;
            if (m->from[order[k]] != order[to] || m->becomes[order[k]] ||
                cells[order[k]].type != cells[order[to]].type)
                return false;
        }
    return true;
}

static bool copy_columns(sorted_columns *out, const map_part *p, const uint32_t *order, size_t rows)
{
    out->columns = p->own_count + 1;
    out->rows = rows;
    out->cells = calloc(p->cell_count, sizeof *out->cells);
    out->widths = calloc(rows, sizeof *out->widths);
    if (!out->cells || !out->widths)
        return false;
    for (size_t k = 0; k < p->cell_count; k++)
        out->cells[k] = packed_cell_of(&p->tree->cells[order[k]]);
    for (size_t k = 0; k < rows; k++)
        out->widths[k] = p->tree->cells[order[k]].width;
    return true;
}

bool sorted_columns_find(sorted_columns *out, const map_part *part)
{
    size_t rows;
    uint32_t *order = calloc(part->cell_count + 1, sizeof *order);
    bool fine = order != NULL;
    *out = (sorted_columns){0};
    if (fine && is_full_exchange(part) && find_order(part, order, &rows) &&
        columns_hold(part, order, rows))
        fine = copy_columns(out, part, order, rows);
    free(order);
    return fine;
}

void sorted_columns_free(sorted_columns *s)
{
    free(s->cells);
    free(s->widths);
    *s = (sorted_columns){0};
}

/* ---- sorting ------------------------------------------------------------------------------- */

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

uint64_t sorted_columns_sort(const sorted_columns *s, uint64_t *state)
{
    uint64_t keys[SORTED_MOST];
    for (size_t i = 0; i < s->columns; i++) {
        uint64_t key = 0;
        for (size_t k = 0; k < s->rows; k++)
            key = key << (s->widths[k] & 63) | read_cell_bits(&s->cells[i * s->rows + k], state);
        keys[i] = key;
    }
    uint64_t ways = sort_keys(keys, s->columns);
    for (size_t i = 0; i < s->columns; i++) {
        uint64_t key = keys[i];
        for (size_t k = s->rows; k-- > 0;) {
            const packed_cell *c = &s->cells[i * s->rows + k];
            write_cell_bits(c, state, key & c->mask);
            key >>= s->widths[k] & 63;
        }
    }
    return ways;
}
