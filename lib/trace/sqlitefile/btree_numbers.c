/*
 * btree_numbers.c - the fast paths of a growing B-tree: rows of integers, encoded where they will
 * stand in the leaf.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sqlitefile/btree.h"
#include "trace/sqlitefile/record.h"

/* ---- numbers --------------------------------------------------------------------------------- */

number_range number_range_of(int64_t value)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 6, 8};
    uint64_t distance = (uint64_t)(value ^ value >> 63), least = 0, most = INT8_MAX;
    unsigned i = 0;
    while (distance > most) {
        least = most + 1;
        most = INT64_MAX >> (64 - 8 * sizes[++i]);
    }
    return (number_range){value < 0 ? ~most : least, most - least, sizes[i], i + 1};
}

static inline bool has_number(const number_range *r, int64_t value)
{
    return (uint64_t)value - r->least <= r->span;
}

static inline bool is_said_by_type(int64_t value)
{
    return (uint64_t)value < 2;
}

static inline unsigned bytes_in_range(const number_range *r, int64_t value)
{
    return r->bytes - is_said_by_type(value);
}

static inline uint64_t type_in_range(const number_range *r, int64_t value)
{
    return is_said_by_type(value) ? 8 + (uint64_t)value : r->type;
}

/* The value that its bytes hold. */
static inline uint64_t stored_value(uint32_t value)
{
    return is_said_by_type(value) ? 0 : value;
}

/* ---- adding a few integers ------------------------------------------------------------------- */

/* A cell is encoded from its end to its start, where it will stand in the page, with eight bytes to
   spare: payload size (one byte for so few columns), rowid, header, types, values. */
enum { FEW_ROOM = 1 + VARINT_MOST + 2 + BTREE_FEW * 9 + 8 };

/* Returns where the record begins that ends at `end`. */
static inline uint8_t *put_record_before(btree *t, uint8_t *end, const record_row *row)
{
    uint64_t types = 0;
    for (unsigned i = row->count, at = 0; i-- > 0; at += 8) {
        int64_t value = row->values[i];
        number_range *r = &t->range[i];
        if (value == RECORD_NULL && i >= row->nullable)
            continue;
        if (!has_number(r, value))
            *r = number_range_of(value);
        record_put8(end - 8, (uint64_t)value);
        end -= bytes_in_range(r, value);
        types |= type_in_range(r, value) << at;
    }
    record_put8(end - 8, types);
    end -= row->count + row->alias + (size_t)1;
    end[row->alias] = 0; /* of the alias; else overwritten */
    end[0] = (uint8_t)(row->count + row->alias + 1u);
    return end;
}

/* Where a cell of FEW_ROOM at most may end: in the leaf, else in `spare` [FEW_ROOM]. */
static inline uint8_t *cell_end(const btree *t, uint8_t *spare)
{
    const tree_node *n = &t->level[0];
    bool fits = n->content >= n->base + LEAF_HEADER + 2 * (n->cells + 1) + FEW_ROOM;
    return fits ? n->page + n->content : spare + FEW_ROOM;
}

/* The cell [at, end) becomes the leaf's last one, if it does not stand there already. */
static inline int settle_cell(btree *t, const uint8_t *at, const uint8_t *end)
{
    tree_node *n = &t->level[0];
    size_t size = (size_t)(end - at);
    if (end == n->page + n->content) {
        new_cell(n, size);
        return SQLITE_OK;
    }
    int code = has_room(n, size) ? SQLITE_OK : btree_close_leaf(t);
    if (!code)
        memcpy(new_cell(n, size), at, size);
    return code;
}

int btree_append_few(btree *t, int64_t rowid, const record_row *row)
{
    uint8_t spare[FEW_ROOM], *end = cell_end(t, spare);
    assert(row->count && row->count <= BTREE_FEW);
    if (rowid <= t->last)
        return SQLITE_CORRUPT;
    uint8_t *record = put_record_before(t, end, row);
    uint8_t *at = record_put_varint_before(record, (uint64_t)rowid) - 1;
    *at = (uint8_t)(end - record);
    int code = settle_cell(t, at, end);
    t->last = rowid;
    return code;
}

int btree_append_key_few(btree *t, const record_row *row)
{
    uint8_t spare[FEW_ROOM], *end = cell_end(t, spare);
    assert(row->count > 1 && row->count <= BTREE_FEW);
    uint8_t *record = put_record_before(t, end, row), *at = record - 1;
    *at = (uint8_t)(end - record);
    return settle_cell(t, at, end);
}

/* ---- adding rows of a few integers -------------------------------------------------------- */

/* NULL in a column has a range of its own; elsewhere it is a number. */
static number_range find_nullable_range(int64_t value, bool nullable)
{
    if (nullable && value == RECORD_NULL)
        return (number_range){(uint64_t)RECORD_NULL, 0, 0, 0};
    return number_range_of(value);
}

/* Writes a number that ends at `end`, and its type in front of *types; returns where it begins.
   RECORD_NULL is in the range of the largest numbers, but in a nullable column it has one of its
   own, of no bytes. */
static inline __attribute__((always_inline)) uint8_t *
put_number_before(uint8_t *end, int64_t value, number_range *r, uint64_t *types, bool nullable)
{
    if (__builtin_expect(!has_number(r, value) || (value == RECORD_NULL && r->bytes), 0))
        *r = find_nullable_range(value, nullable);
    record_put8(end - 8, (uint64_t)value);
    *types = *types >> 8 | type_in_range(r, value) << 56;
    return end - bytes_in_range(r, value);
}

/* Puts rows into the leaf of a table while one of any size fits, from number `from` on; returns
   where it stopped.  Inlined for each number of columns.  A cell is written from its end to its
   start, as by btree_append_few. */
static inline __attribute__((always_inline)) size_t fill_table_leaf(btree *t, int64_t first,
                                                                    const record_rows *rows,
                                                                    unsigned columns, bool alias,
                                                                    size_t from)
{
    tree_node *n = &t->level[0];
    uint8_t *const page = n->page, *end = page + n->content;
    uint8_t *pointer = page + first_pointer(n) + 2 * (size_t)n->cells;
    const int64_t *value = rows->values + from * columns;
    const unsigned head = columns + alias + 1, nullable = rows->nullable;
    number_range r[5];
    size_t i = from;
    memcpy(r, t->range, columns * sizeof *r);
    for (; i < rows->rows && end - pointer >= 2 + FEW_ROOM; i++, pointer += 2, value += columns) {
        uint64_t types = 0; /* each one in front of those behind it */
        uint8_t *at = end;
        if (columns > 4)
            at = put_number_before(at, value[4], &r[4], &types, nullable <= 4);
        if (columns > 3)
            at = put_number_before(at, value[3], &r[3], &types, nullable <= 3);
        if (columns > 2)
            at = put_number_before(at, value[2], &r[2], &types, nullable <= 2);
        at = put_number_before(at, value[1], &r[1], &types, nullable <= 1);
        at = put_number_before(at, value[0], &r[0], &types, nullable == 0);
        record_put8(at - 8, types >> (64 - 8 * columns) | (uint64_t)head << 8 * (head - 1));
        at -= head;
        unsigned size = (unsigned)(end - at);
        end = record_put_varint_before(at, (uint64_t)first + i) - 1;
        *end = (uint8_t)size;
        record_put2(pointer, (unsigned)(end - page));
    }
    memcpy(t->range, r, columns * sizeof *r);
    n->cells += (unsigned)(i - from);
    n->content = (unsigned)(end - page);
    n->changed = n->changed || i > from;
    t->last = i > from ? first + (int64_t)i - 1 : t->last;
    return i;
}

/* Distances; states of one word, of two; steps. */
static size_t fill_leaf_with(btree *t, int64_t first, const record_rows *rows, size_t from)
{
    if (!rows->alias)
        return rows->columns == 5 ? fill_table_leaf(t, first, rows, 5, false, from) : from;
    switch (rows->columns) {
    case 2: return fill_table_leaf(t, first, rows, 2, true, from);
    case 3: return fill_table_leaf(t, first, rows, 3, true, from);
    case 4: return fill_table_leaf(t, first, rows, 4, true, from);
    default: return from;
    }
}

int btree_append_rows(btree *t, int64_t first, const record_rows *rows)
{
    int code = first > t->last || !rows->rows ? SQLITE_OK : SQLITE_CORRUPT;
    for (size_t i = 0; i < rows->rows && !code;) {
        i = fill_leaf_with(t, first, rows, i);
        if (i == rows->rows)
            break;
        assert(rows->columns <= BTREE_FEW);
        code = btree_append_few(t, first + (int64_t)i,
                                &(record_row){.alias = rows->alias,
                                              .values = rows->values + i * rows->columns,
                                              .count = rows->columns,
                                              .nullable = rows->nullable});
        i++;
    }
    return code;
}

/* ---- adding columns of numbers ------------------------------------------------------------ */

/* Room that no such cell exceeds, with eight bytes to spare: sizes, types, values. */
enum { COLUMNS_ROOM = 2 + BTREE_COLUMNS * 5 + 8 };

/* Finds the ranges that hold the three numbers, where the numbers of a column mostly stay in one
   range.  false: a number does not fit four bytes. */
static bool find_ranges(number_range *of, uint32_t a, uint32_t b, uint32_t c)
{
    of[0] = number_range_of(a);
    of[1] = number_range_of(b);
    of[2] = number_range_of(c);
    return of[0].bytes <= 4 && of[1].bytes <= 4 && of[2].bytes <= 4;
}

static inline bool have_numbers(const number_range *r, uint32_t a, uint32_t b, uint32_t c)
{
    return has_number(&r[0], a) && has_number(&r[1], b) && has_number(&r[2], c);
}

/* Bytes of a number of a column; only where the column is among `small`, a set of bits, may its
   type say all. */
static inline unsigned bytes_of_column(const number_range *r, unsigned k, unsigned small,
                                       uint32_t value)
{
    return small >> k & 1 ? bytes_in_range(&r[k], value) : r[k].bytes;
}

static inline uint64_t type_of_column(const number_range *r, unsigned k, unsigned small,
                                      uint32_t value)
{
    return small >> k & 1 ? type_in_range(&r[k], value) : r[k].type;
}

/* Puts a cell of 2 or 3 numbers, which are in their ranges, in front of `end`; returns where it
   begins.  It is written from its end to its start: the last columns together, then the types with
   the first one, each time eight bytes, of which those in front are overwritten by what stands
   there. */
static inline __attribute__((always_inline)) uint8_t *
put_cell_before(uint8_t *end, unsigned columns, const number_range *r, unsigned small, uint32_t a,
                uint32_t b, uint32_t c)
{
    const unsigned a_bytes = bytes_of_column(r, 0, small, a),
                   c_bytes = bytes_of_column(r, 2, small, c),
                   b_bytes = columns == 3 ? bytes_of_column(r, 1, small, b) : 0;
    uint64_t types = (columns + 1) << 8 | type_of_column(r, 0, small, a);
    types = columns == 3 ? types << 8 | type_of_column(r, 1, small, b) : types;
    types = types << 8 | type_of_column(r, 2, small, c);
    record_put8(end - 8, (uint64_t)b << 8 * c_bytes | (small >> 2 & 1 ? stored_value(c) : c));
    record_put8(end - c_bytes - b_bytes - 8,
                types << 8 * a_bytes | (small & 1 ? stored_value(a) : a));
    const unsigned bytes = columns + 1 + a_bytes + b_bytes + c_bytes;
    end -= bytes + 1;
    *end = (uint8_t)bytes;
    return end;
}

/* A leaf that cells are put into: where the next pointer goes, and where the next cell ends. */
typedef struct leaf_room {
    uint8_t *pointer, *end;
} leaf_room;

/* Rows of at most `bytes` each that may be put before the rest of the room is looked at again. */
static inline size_t rows_that_fit(const leaf_room *l, unsigned bytes)
{
    const ptrdiff_t spare = l->end - l->pointer - (2 + COLUMNS_ROOM);
    return spare < 0 ? 0 : (size_t)spare / (bytes + 2) + 1;
}

/* Puts rows [from, to) while their numbers are in the ranges; returns where it stopped.  Sizes of
   the columns that are not among `small` are the same in all of them. */
static inline __attribute__((always_inline)) size_t
fill_run(leaf_room *l, const uint8_t *page, const uint32_t *const *column, unsigned columns,
         const number_range *ranges, unsigned small, size_t from, size_t to)
{
    const uint32_t *first = column[0], *middle = column[1], *last = column[columns - 1];
    const number_range r[3] = {ranges[0], ranges[1], ranges[2]};
    uint8_t *pointer = l->pointer, *end = l->end;
    size_t i = from;
    for (; i < to; i++, pointer += 2) {
        uint32_t a = first[i], b = columns == 3 ? middle[i] : 0, c = last[i];
        if (__builtin_expect(!have_numbers(r, a, b, c), 0))
            break;
        end = put_cell_before(end, columns, r, small, a, b, c);
        record_put2(pointer, (unsigned)(end - page));
    }
    *l = (leaf_room){pointer, end};
    return i;
}

/* Puts cells of rows [from, to) into the leaf while one of any size fits; returns where it stopped,
   which may be at a number beyond the ranges.  Inlined for each number of columns, 2 or 3. */
static inline __attribute__((always_inline)) size_t
fill_leaf(tree_node *n, const uint32_t *const *column, unsigned columns, size_t from, size_t to)
{
    enum { FIRST = 1, MIDDLE = 2, LAST = 4 };
    const uint32_t *first = column[0], *middle = column[1], *last = column[columns - 1];
    leaf_room l = {n->page + first_pointer(n) + 2 * (size_t)n->cells, n->page + n->content};
    number_range r[3];
    size_t i = from, fit;
    while (i < to && find_ranges(r, first[i], columns == 3 ? middle[i] : 0, last[i]) &&
           (fit = rows_that_fit(&l, columns + 2 + r[0].bytes + r[1].bytes + r[2].bytes)) > 0) {
        const size_t end = to - i < fit ? to : i + fit;
        if (r[0].bytes == 1 || (r[2].bytes == 1 && columns == 3 && r[1].bytes == 1))
            i = fill_run(&l, n->page, column, columns, r, FIRST | MIDDLE | LAST, i, end);
        else if (columns == 3 && r[1].bytes == 1)
            i = fill_run(&l, n->page, column, columns, r, MIDDLE, i, end);
        else
            i = fill_run(&l, n->page, column, columns, r, LAST, i, end);
    }
    n->cells += (unsigned)(i - from);
    n->content = (unsigned)(l.end - n->page);
    n->changed = n->changed || i > from;
    return i;
}

/* A row that may not fit the leaf, or has a larger number. */
static int append_row_of(btree *t, const uint32_t *const *column, unsigned columns, size_t i)
{
    int64_t values[BTREE_COLUMNS];
    for (unsigned k = 0; k < columns; k++)
        values[k] = column[k][i];
    return btree_append_key_few(
        t, &(record_row){.values = values, .count = columns, .nullable = columns});
}

int btree_append_columns(btree *t, const uint32_t *const *column, unsigned columns, size_t rows)
{
    assert(columns > 1 && columns <= BTREE_COLUMNS);
    int code = SQLITE_OK;
    for (size_t i = 0; i < rows && !code;) {
        tree_node *n = &t->level[0];
        i = columns == 2 ? fill_leaf(n, column, 2, i, rows) : fill_leaf(n, column, 3, i, rows);
        if (i < rows)
            code = append_row_of(t, column, columns, i++);
    }
    return code;
}
int btree_append_divider(btree *t, const record_row *row)
{
    uint8_t spare[FEW_ROOM], *end = spare + FEW_ROOM;
    assert(!t->holds && t->level[0].cells && row->count <= BTREE_FEW);
    uint8_t *record = put_record_before(t, end, row), *at = record - 1;
    *at = (uint8_t)(end - record);
    uint8_t *divider = malloc(t->file->size);
    if (!divider)
        return SQLITE_NOMEM;
    memcpy(divider, at, (size_t)(end - at));
    int code = btree_end_leaf(t, divider, (size_t)(end - at));
    free(divider);
    return code;
}
