/* table_scan.c - reads columns of a table, leaf by leaf from left to right. */
#include "trace/sqlitefile/table_scan.h"

#include <assert.h>
#include <stdlib.h>

#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"

typedef struct path_entry {
    uint32_t number; /* an inner page     */
    unsigned next;   /* index of its next child; `cells`: the rightmost */
} path_entry;

typedef struct table_walk {
    const pager *file;
    table_scan *out;
    uint64_t row;
    path_entry path[TREE_DEPTH_MOST];
    unsigned depth;
    uint8_t *window; /* consecutive pages, from `first` on */
    uint32_t first, pages;
} table_walk;

/* A page, mostly out of the window: leaves are mostly consecutive. */
static int get_page(table_walk *w, uint32_t number, const uint8_t **out)
{
    const pager *p = w->file;
    uint32_t end = p->next - p->streamed; /* those from here on are not flushed */
    if (!number || number >= end)
        return SQLITE_CORRUPT;
    if ((*out = pager_patched(p, number)))
        return SQLITE_OK;
    if (number < w->first || number >= w->first + w->pages) {
        w->first = number;
        w->pages = IO_BYTES_MOST / p->size;
        w->pages = end - number < w->pages ? end - number : w->pages;
        int code = pager_read(p, number, w->window, w->pages * p->size);
        if (code) {
            w->pages = 0;
            return code;
        }
    }
    *out = w->window + (size_t)(number - w->first) * p->size;
    return SQLITE_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The requested columns of a record, which are integers or NULL. */
static bool scan_record(table_walk *w, const uint8_t *record, const uint8_t *end)
{
    table_scan *s = w->out;
    uint64_t head, type;
    const uint8_t *types = record_get_varint(record, end, &head);
    if (!types || head > (uint64_t)(end - record))
        return false;
    const uint8_t *value = record + head, *types_end = value;
    for (unsigned column = 0, taken = 0; taken < s->columns; column++) {
        if (!(types = record_get_varint(types, types_end, &type)) ||
            record_type_size(type) > (uint64_t)(end - value))
            return false;
        if (column == s->column[taken]) {
            int64_t number = type ? record_get_integer(type, value) + 1 : 0;
            if (number < 0 || number > UINT32_MAX || type == 7 || type > 9)
                return false;
            s->values[taken++][w->row] = (uint32_t)number;
        }
        value += record_type_size(type);
    }
    return true;
}

static bool scan_cell(table_walk *w, const uint8_t *from, const uint8_t *end)
{
    uint64_t payload, rowid;
    const uint8_t *at = record_get_varint(from, end, &payload);
    at = at ? record_get_varint(at, end, &rowid) : NULL;
    if (!at || w->row == w->out->count)
        return false;
    if (!w->out->rowids && rowid != w->row + 1)
        return false;
    if (w->out->rowids && rowid > UINT32_MAX)
        return false;
    if (w->out->rowids)
        w->out->rowids[w->row] = (uint32_t)rowid;
    const uint8_t *record_end = payload < (uint64_t)(end - at) ? at + payload : end;
    bool good = scan_record(w, at, record_end);
    w->row++;
    return good;
}

static int scan_leaf(table_walk *w, const uint8_t *page, unsigned cells)
{
    const uint8_t *end = page + w->file->size;
    for (unsigned i = 0; i < cells; i++) {
        unsigned at = record_get2(page + LEAF_HEADER + 2 * (size_t)i);
        if (at >= w->file->size || !scan_cell(w, page + at, end))
            return SQLITE_CORRUPT;
    }
    return SQLITE_OK;
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* Reads a leaf, or pushes an inner page onto the path. */
static int visit_page(table_walk *w, uint32_t number)
{
    const uint8_t *page;
    int code = get_page(w, number, &page);
    if (code)
        return code;
    unsigned cells = record_get2(page + PAGE_AT_CELLS);
    if ((page[0] != TABLE_LEAF && page[0] != TABLE_INNER) ||
        INNER_HEADER + 2 * cells > w->file->size)
        return SQLITE_CORRUPT;
    if (page[0] == TABLE_LEAF)
        return scan_leaf(w, page, cells);
    if (w->depth == TREE_DEPTH_MOST)
        return SQLITE_CORRUPT;
    w->path[w->depth++] = (path_entry){number, 0};
    return SQLITE_OK;
}

/* The next child of the inner page at the end of the path; 0: there is none. */
static int next_child(table_walk *w, uint32_t *child)
{
    path_entry *at = &w->path[w->depth - 1];
    const uint8_t *page;
    int code = get_page(w, at->number, &page);
    if (code)
        return code;
    unsigned cells = record_get2(page + PAGE_AT_CELLS), next = at->next++;
    *child = 0;
    if (next == cells)
        *child = record_get4(page + PAGE_AT_RIGHT);
    if (next >= cells)
        return SQLITE_OK;
    unsigned cell = record_get2(page + INNER_HEADER + 2 * (size_t)next);
    if (cell + 4 > w->file->size)
        return SQLITE_CORRUPT;
    *child = record_get4(page + cell);
    return *child ? SQLITE_OK : SQLITE_CORRUPT;
}

int table_scan_run(const pager *p, uint32_t root, table_scan *s)
{
    assert(s->columns <= TABLE_SCAN_COLUMNS_MOST);
    for (unsigned i = 1; i < s->columns; i++)
        assert(s->column[i - 1] < s->column[i]);
    table_walk w = {.file = p, .out = s, .window = malloc(IO_BYTES_MOST)};
    int code = w.window ? visit_page(&w, root) : SQLITE_NOMEM;
    while (!code && w.depth) {
        uint32_t child;
        code = next_child(&w, &child);
        if (!code && child)
            code = visit_page(&w, child);
        else if (!code)
            w.depth--;
    }
    free(w.window);
    return code || w.row == s->count ? code : SQLITE_CORRUPT;
}
