/* patch_row.c - one row of a table, found, changed and put back in its page. */
#include "trace/sqlitefile/patch_row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"

enum { COLUMNS_MOST = 64 };

typedef struct leaf_page {
    pager *file;
    uint32_t number;
    uint8_t *page, *packed;
    unsigned base, cells;
} leaf_page;

/* A cell of the page, decoded. */
typedef struct stored_row {
    const uint8_t *from, *record, *end;
    uint64_t payload, rowid;
} stored_row;

/* ---- finding the page ------------------------------------------------------------------------ */

/* The child of an inner page that holds the row; 0: damaged. */
static uint32_t child_of(const leaf_page *l, int64_t rowid)
{
    const uint8_t *h = l->page + l->base, *end = l->page + l->file->size;
    for (unsigned i = 0; i < l->cells; i++) {
        unsigned at = record_get2(h + INNER_HEADER + 2 * (size_t)i);
        uint64_t key;
        if (at + 4 >= l->file->size || !record_get_varint(l->page + at + 4, end, &key))
            return 0;
        if (rowid <= (int64_t)key)
            return record_get4(l->page + at);
    }
    return record_get4(h + PAGE_AT_RIGHT);
}

static int find_leaf(leaf_page *l, uint32_t root, int64_t rowid)
{
    l->number = root;
    for (int depth = 0; depth < TREE_DEPTH_MOST; depth++) {
        int code = pager_get(l->file, l->number, l->page);
        if (code)
            return code;
        l->base = page_base(l->number);
        const uint8_t *h = l->page + l->base;
        l->cells = record_get2(h + PAGE_AT_CELLS);
        if (l->base + INNER_HEADER + 2 * l->cells > l->file->size ||
            (h[0] != TABLE_LEAF && h[0] != TABLE_INNER))
            return SQLITE_CORRUPT;
        if (h[0] == TABLE_LEAF)
            return SQLITE_OK;
        l->number = child_of(l, rowid);
    }
    return SQLITE_CORRUPT;
}

/* false: damaged, or it has overflow pages. */
static bool parse_row(const leaf_page *l, unsigned i, stored_row *out)
{
    unsigned at = record_get2(l->page + l->base + LEAF_HEADER + 2 * (size_t)i);
    const uint8_t *end = l->page + l->file->size;
    if (at >= l->file->size)
        return false;
    out->from = l->page + at;
    const uint8_t *next = record_get_varint(out->from, end, &out->payload);
    out->record = next ? record_get_varint(next, end, &out->rowid) : NULL;
    if (!out->record || out->payload > l->file->size - 35 ||
        out->payload > (uint64_t)(end - out->record))
        return false;
    out->end = out->record + out->payload;
    return true;
}

/* ---- changing the record --------------------------------------------------------------------- */

typedef struct record_column {
    uint64_t type;
    const uint8_t *value;
} record_column;

static bool read_columns(const stored_row *c, record_column *out, unsigned *count)
{
    uint64_t head;
    const uint8_t *type = record_get_varint(c->record, c->end, &head);
    if (!type || head > c->payload)
        return false;
    const uint8_t *value = c->record + head, *types_end = value;
    for (*count = 0; type < types_end; ++*count) {
        if (*count == COLUMNS_MOST ||
            !(type = record_get_varint(type, types_end, &out[*count].type)) ||
            record_type_size(out[*count].type) > (uint64_t)(c->end - value))
            return false;
        out[*count].value = value;
        value += record_type_size(out[*count].type);
    }
    return true;
}

/* Encodes the value into bytes[8], of which as many count as its type says. */
static void encode_value(const row_patch *change, record_column *out, uint8_t *bytes)
{
    uint8_t type = 7;
    uint64_t bits;
    memcpy(&bits, &change->number, sizeof bits);
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(bits >> (56 - 8 * i));
    if (!change->real)
        record_put_integer(&type, bytes, change->integer);
    out->type = type;
    out->value = bytes;
}

/* Encodes a cell; returns its size. */
static size_t encode_cell(uint8_t *to, uint64_t rowid, const record_column *columns, unsigned count)
{
    size_t head = 1, payload;
    for (unsigned i = 0; i < count; i++)
        head += record_varint_size(columns[i].type);
    payload = head += head > 127;
    for (unsigned i = 0; i < count; i++)
        payload += record_type_size(columns[i].type);
    uint8_t *at = record_put_varint(record_put_varint(to, payload), rowid);
    at = record_put_varint(at, head);
    for (unsigned i = 0; i < count; i++)
        at = record_put_varint(at, columns[i].type);
    for (unsigned i = 0; i < count; i++) {
        memcpy(at, columns[i].value, record_type_size(columns[i].type));
        at += record_type_size(columns[i].type);
    }
    return (size_t)(at - to);
}

/* Encodes the cell with the changes; returns its size, 0: damaged. */
static size_t encode_changed(uint8_t *to, const stored_row *c, const row_patch *changes,
                             size_t changed)
{
    record_column columns[COLUMNS_MOST];
    uint8_t values[COLUMNS_MOST][8];
    unsigned count;
    if (!read_columns(c, columns, &count))
        return 0;
    for (size_t i = 0; i < changed; i++) {
        if (changes[i].column >= count)
            return 0;
        encode_value(&changes[i], &columns[changes[i].column], values[changes[i].column]);
    }
    return encode_cell(to, c->rowid, columns, count);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Rewrites the page: all cells one behind the other, the changed one among them. */
static int rewrite_page(leaf_page *l, int64_t rowid, const uint8_t *changed, size_t size)
{
    unsigned content = l->file->size, first = l->base + LEAF_HEADER + 2 * l->cells;
    memset(l->packed, 0, content);
    memcpy(l->packed, l->page, l->base + (size_t)LEAF_HEADER);
    for (unsigned i = 0; i < l->cells; i++) {
        stored_row c;
        if (!parse_row(l, i, &c))
            return SQLITE_TOOBIG;
        bool same = (int64_t)c.rowid != rowid;
        size_t bytes = same ? (size_t)(c.end - c.from) : size;
        bytes = bytes < CELL_LEAST ? CELL_LEAST : bytes;
        if (bytes > content - first)
            return SQLITE_TOOBIG;
        content -= (unsigned)bytes;
        memcpy(l->packed + content, same ? c.from : changed, bytes);
        record_put2(l->packed + l->base + LEAF_HEADER + 2 * (size_t)i, content);
    }
    record_put2(l->packed + l->base + PAGE_AT_FREE, 0); /* no free blocks, no odd bytes */
    record_put2(l->packed + l->base + PAGE_AT_CONTENT, content);
    l->packed[l->base + PAGE_AT_ODD] = 0;
    return pager_set(l->file, l->number, l->packed);
}

static int change_row(leaf_page *l, int64_t rowid, const row_patch *changes, size_t count)
{
    for (unsigned i = 0; i < l->cells; i++) {
        stored_row c;
        if (!parse_row(l, i, &c))
            return SQLITE_TOOBIG;
        if ((int64_t)c.rowid != rowid)
            continue;
        uint8_t *changed = malloc(c.payload + (size_t)64 + 9 * count);
        if (!changed)
            return SQLITE_NOMEM;
        size_t size = encode_changed(changed, &c, changes, count);
        bool fits = size && size + 35 <= l->file->size;
        int code = fits ? rewrite_page(l, rowid, changed, size) : SQLITE_TOOBIG;
        free(changed);
        return code;
    }
    return SQLITE_CORRUPT;
}

int patch_row_columns(pager *p, uint32_t root, int64_t rowid, const row_patch *changes,
                      size_t count)
{
    for (size_t i = 1; i < count; i++)
        assert(changes[i - 1].column < changes[i].column);
    leaf_page l = {.file = p, .page = malloc(p->size), .packed = malloc(p->size)};
    int code = l.page && l.packed ? find_leaf(&l, root, rowid) : SQLITE_NOMEM;
    code = code ? code : change_row(&l, rowid, changes, count);
    free(l.page);
    free(l.packed);
    return code;
}
