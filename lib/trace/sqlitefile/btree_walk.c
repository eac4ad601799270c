/*
 * btree_walk.c - whether every page of an SQLite file is well formed, and each has one use.
 *
 * Trees are walked from left to right with a copy of one page a level. A bitmap marks the pages
 * that are in use: none may be used twice, and none may be left unused at the end.
 */
#include "trace/sqlitefile/btree_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"

enum { STOP_INTERVAL = 1 << 10 }; /* pages between two calls of `stopped` */

typedef struct byte_range {
    uint32_t from, end;
} byte_range;

typedef struct parsed_cell {
    uint32_t child;    /* of an inner page              */
    int64_t rowid;     /* of a table                    */
    uint64_t payload;  /* bytes, all                    */
    uint32_t local;    /* of them on the page           */
    uint32_t overflow; /* first overflow page; 0: none */
    const uint8_t *at; /* the payload                   */
    uint32_t size;     /* of the whole cell             */
} parsed_cell;

typedef struct page_walk {
    const btree_walk_job *of;
    wgcq_error *err;
    const btree_walk_root *root; /* of the tree being walked */
    unsigned leaves_at;          /* level of the tree's leaves, from 1; 0: none yet */
    bool any;                    /* a rowid was read; the greatest: */
    int64_t last;
    uint8_t *met; /* [pages + 1] bits: in use */
    uint8_t *levels[TREE_DEPTH_MOST];
    uint8_t *window; /* consecutive pages, from `first` on */
    uint32_t first, windowed;
    byte_range *spans;  /* of one page: cells, and what is free */
    parsed_cell *cells; /* the same cells, in their order       */
    uint8_t *record;
    size_t room;
} page_walk;

static int page_error(page_walk *w, uint32_t page, const char *what)
{
    return error_set(w->err, WGCQ_ESTORE, "%s is damaged: page %u (%s): %s", w->of->path, page,
                     w->root ? w->root->name : "free list", what);
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* Marks a page as used; an error where it is already, or does not exist. */
static int claim_page(page_walk *w, uint32_t page, uint32_t from)
{
    if (!page || page > w->of->pages || page == page_of_lock(w->of->page_size))
        return page_error(w, from, "it refers to a page that is not there");
    if (w->met[page / 8] & 1 << page % 8)
        return page_error(w, page, "it is used twice");
    w->met[page / 8] = (uint8_t)(w->met[page / 8] | 1 << page % 8);
    return 0;
}

static int fill_window(page_walk *w, uint32_t page)
{
    const btree_walk_job *f = w->of;
    uint32_t most = IO_BYTES_MOST / f->page_size, left = f->pages - page + 1;
    w->first = page;
    w->windowed = left < most ? left : most;
    int code = f->file->pMethods->xRead(f->file, w->window, (int)(w->windowed * f->page_size),
                                        (int64_t)(page - 1) * f->page_size);
    if (!code)
        return 0;
    w->windowed = 0;
    return code == SQLITE_IOERR_SHORT_READ
               ? page_error(w, page, "it is missing")
               : error_set(w->err, WGCQ_EFILE, "%s: %s", f->path, sqlite3_errstr(code));
}

/* *out is valid until the next call. */
static int read_page(page_walk *w, uint32_t page, const uint8_t **out)
{
    int code = page >= w->first && page < w->first + w->windowed ? 0 : fill_window(w, page);
    *out = w->window + (size_t)(page - w->first) * w->of->page_size;
    return code;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* The payload, behind child, size and rowid; false: it reaches beyond the page. */
static bool parse_payload(const page_walk *w, const uint8_t *page, uint8_t type, parsed_cell *out)
{
    uint32_t usable = w->of->page_size;
    const uint8_t *end = page + usable;
    out->local = page_local_size(usable, type != TABLE_LEAF, out->payload);
    bool rest = out->local < out->payload;
    if ((size_t)(end - out->at) < out->local + (rest ? (size_t)4 : 0))
        return false;
    out->overflow = rest ? record_get4(out->at + out->local) : 0;
    out->size += out->local + (rest ? 4 : 0);
    return true;
}

static bool parse_cell(const page_walk *w, const uint8_t *page, uint32_t at, uint8_t type,
                       parsed_cell *out)
{
    const uint8_t *from = page + at, *end = page + w->of->page_size, *next = from;
    uint64_t number = 0;
    *out = (parsed_cell){0};
    if (type == TABLE_INNER || type == INDEX_INNER) {
        if (end - next < 4)
            return false;
        out->child = record_get4(next);
        next += 4;
    }
    if (type != TABLE_INNER && !(next = record_get_varint(next, end, &out->payload)))
        return false;
    if ((type == TABLE_INNER || type == TABLE_LEAF) &&
        !(next = record_get_varint(next, end, &number)))
        return false;
    out->rowid = (int64_t)number;
    out->at = next;
    out->size = (uint32_t)(next - from);
    bool good = type == TABLE_INNER || parse_payload(w, page, type, out);
    out->size = out->size < CELL_LEAST ? CELL_LEAST : out->size;
    return good && at + out->size <= w->of->page_size;
}

/* ---- one page's room ------------------------------------------------------------------------- */

static int byte_range_order(const void *a, const void *b)
{
    const byte_range *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* Appends the free blocks, which are in ascending order, to w->spans. */
static int read_free_blocks(page_walk *w, uint32_t number, const uint8_t *head, const uint8_t *page,
                            uint32_t content, uint32_t *count)
{
    uint32_t usable = w->of->page_size;
    for (uint32_t at = record_get2(head + PAGE_AT_FREE); at;) {
        if (at < content || at + 4 > usable)
            return page_error(w, number, "a free block lies outside of it");
        uint32_t size = record_get2(page + at + 2), next = record_get2(page + at);
        if (size < 4 || at + size > usable || (next && next <= at + size + 3))
            return page_error(w, number, "its free blocks are out of order");
        w->spans[(*count)++] = (byte_range){at, at + size};
        at = next;
    }
    return 0;
}

/* Cells and free blocks do not overlap; the bytes between them are the page's count of odd ones. */
static int check_spans(page_walk *w, uint32_t number, uint32_t content, uint32_t count,
                       unsigned odd)
{
    uint32_t end = content, between = 0;
    bool sorted = true;
    for (uint32_t i = 1; i < count && sorted; i++)
        sorted = w->spans[i - 1].from < w->spans[i].from;
    if (!sorted)
        qsort(w->spans, count, sizeof *w->spans, byte_range_order);
    for (uint32_t i = 0; i < count; i++) {
        if (w->spans[i].from < end)
            return page_error(w, number, "two of its cells overlap");
        between += w->spans[i].from - end;
        end = w->spans[i].end;
    }
    between += w->of->page_size - end;
    return between == odd ? 0 : page_error(w, number, "its free bytes are miscounted");
}

/* A page's header, decoded; base: where it begins. */
typedef struct page_head {
    uint32_t base, pointers, cells, content;
    uint8_t type;
    bool leaf;
} page_head;

static int parse_head(page_walk *w, uint32_t number, const uint8_t *page, page_head *out)
{
    uint32_t base = page_base(number);
    const uint8_t *at = page + base;
    uint8_t type = at[0];
    bool index = w->root->index;
    bool leaf = type == (index ? INDEX_LEAF : TABLE_LEAF);
    if (!leaf && type != (index ? INDEX_INNER : TABLE_INNER))
        return page_error(w, number, "it is of another type");
    *out = (page_head){
        .base = base, .type = type, .leaf = leaf, .cells = record_get2(at + PAGE_AT_CELLS)};
    out->pointers = base + (leaf ? LEAF_HEADER : INNER_HEADER);
    out->content = record_get2(at + PAGE_AT_CONTENT) ? record_get2(at + PAGE_AT_CONTENT) : 65536;
    uint32_t end = out->pointers + 2 * out->cells;
    if (end > out->content || out->content > w->of->page_size)
        return page_error(w, number, "its cells overlap its header or reach beyond its end");
    if (!out->cells && number != w->root->page)
        return page_error(w, number, "it has no cells");
    return 0;
}

/* All cells lie on the page, and nothing overlaps. */
static int check_cells(page_walk *w, uint32_t number, const uint8_t *page, const page_head *h)
{
    uint32_t count = 0;
    for (uint32_t i = h->cells; i-- > 0;) { /* in this order mostly sorted by offset */
        uint32_t at = record_get2(page + h->pointers + 2 * (size_t)i);
        if (at < h->content || !parse_cell(w, page, at, h->type, &w->cells[i]))
            return page_error(w, number, "a cell lies outside of it");
        w->spans[count++] = (byte_range){at, at + w->cells[i].size};
    }
    int code = read_free_blocks(w, number, page + h->base, page, h->content, &count);
    return code ? code : check_spans(w, number, h->content, count, page[h->base + PAGE_AT_ODD]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool grow_record(page_walk *w, size_t size)
{
    assert(size);
    if (size <= w->room)
        return true;
    if (!array_resize(&w->record, size, 1))
        return false;
    w->room = size;
    return true;
}

/* The chain of overflow pages; copied to `to` unless that is NULL. */
static int check_overflow(page_walk *w, uint32_t number, const parsed_cell *c, uint8_t *to)
{
    uint64_t left = c->payload - c->local;
    uint32_t page = c->overflow, each = w->of->page_size - 4;
    while (left) {
        const uint8_t *from;
        int code = claim_page(w, page, number);
        code = code ? code : read_page(w, page, &from);
        if (code)
            return code;
        uint32_t some = left < each ? (uint32_t)left : each;
        if (to) {
            memcpy(to, from + 4, some);
            to += some;
        }
        number = page;
        page = record_get4(from);
        left -= some;
    }
    return page ? page_error(w, number, "a row is longer than it says") : 0;
}

/* A payload larger than the file is rejected before memory is allocated for it. */
static int check_record(page_walk *w, uint32_t number, const parsed_cell *c, const uint8_t **out)
{
    bool wanted = w->root->row != NULL;
    *out = c->at;
    if (c->local == c->payload)
        return 0;
    if (c->payload / w->of->page_size > w->of->pages)
        return page_error(w, number, "a row is longer than the file");
    if (wanted && !grow_record(w, c->payload))
        return error_set_memory(w->err);
    if (wanted) {
        memcpy(w->record, c->at, c->local);
        *out = w->record;
    }
    return check_overflow(w, number, c, wanted ? w->record + c->local : NULL);
}

static int check_rowid(page_walk *w, uint32_t number, int64_t rowid)
{
    if (w->any && rowid <= w->last)
        return page_error(w, number, "its rows are out of order");
    w->any = true;
    w->last = rowid;
    return 0;
}

static int check_row(page_walk *w, uint32_t number, const parsed_cell *c)
{
    const btree_walk_root *root = w->root;
    const uint8_t *record;
    int code = check_record(w, number, c, &record);
    if (!code && root->row && !root->row(root->self, c->rowid, record, c->payload))
        return page_error(w, number, "a row is not valid");
    return code;
}

/* w->cells hold the page's cells. */
static int check_leaf(page_walk *w, uint32_t number, uint32_t cells)
{
    int code = 0;
    for (uint32_t i = 0; i < cells && !code; i++) {
        if (!w->root->index)
            code = check_rowid(w, number, w->cells[i].rowid);
        code = code ? code : check_row(w, number, &w->cells[i]);
    }
    return code;
}

/* ---- trees ----------------------------------------------------------------------------------- */

static int check_page(page_walk *w, uint32_t number, uint32_t from, unsigned level);

/* Rows of the child are at most the separator, and those behind it greater; in a tree of keys it is
   an entry itself. */
static int check_separator(page_walk *w, uint32_t number, const parsed_cell *c)
{
    if (w->root->index)
        return check_row(w, number, c);
    if (w->any && w->last > c->rowid)
        return page_error(w, number, "its rows are out of order");
    w->any = true;
    w->last = c->rowid;
    return 0;
}

static int check_inner(page_walk *w, uint32_t number, const uint8_t *page, const page_head *h,
                       unsigned level)
{
    int code = 0;
    for (uint32_t i = 0; i < h->cells && !code; i++) {
        parsed_cell c;
        parse_cell(w, page, record_get2(page + h->pointers + 2 * (size_t)i), h->type, &c);
        code = check_page(w, c.child, number, level + 1);
        code = code ? code : check_separator(w, number, &c);
    }
    return code ? code
                : check_page(w, record_get4(page + h->base + PAGE_AT_RIGHT), number, level + 1);
}

/* One buffer a level: the parent's page is still in use. */
static int copy_page(page_walk *w, uint32_t number, unsigned level)
{
    const uint8_t *page;
    if (!w->levels[level] && !(w->levels[level] = malloc(w->of->page_size)))
        return error_set_memory(w->err);
    int code = read_page(w, number, &page);
    if (!code)
        memcpy(w->levels[level], page, w->of->page_size);
    return code;
}

static int check_level(page_walk *w, uint32_t number, const page_head *h, unsigned level)
{
    if (!h->leaf)
        return 0;
    if (w->leaves_at && w->leaves_at != level + 1)
        return page_error(w, number, "it is a leaf on another level than the others");
    w->leaves_at = level + 1;
    return 0;
}

static int check_page(page_walk *w, uint32_t number, uint32_t from, unsigned level)
{
    page_head h = {0};
    if (level == TREE_DEPTH_MOST)
        return page_error(w, from, "its tree is too deep");
    if (w->of->stopped && number % STOP_INTERVAL == 0 && w->of->stopped(w->of->self))
        return error_set(w->err, WGCQ_EINTERRUPT, "interrupted");
    int code = claim_page(w, number, from);
    code = code ? code : copy_page(w, number, level);
    const uint8_t *page = w->levels[level];
    code = code ? code : parse_head(w, number, page, &h);
    code = code ? code : check_level(w, number, &h, level);
    code = code ? code : check_cells(w, number, page, &h);
    if (code)
        return code;
    return h.leaf ? check_leaf(w, number, h.cells) : check_inner(w, number, page, &h, level);
}

static int check_btree(page_walk *w, const btree_walk_root *root)
{
    w->root = root;
    w->any = false;
    w->leaves_at = 0;
    return check_page(w, root->page, root->page, 0);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* One format of page: rollback journal, no reserved bytes, UTF-8, no autovacuum. */
static int check_header(page_walk *w)
{
    static const btree_walk_root header = {.name = "header"};
    static const uint8_t sizes[] = {64, 32, 32};
    const uint8_t *page;
    w->root = &header;
    int code = read_page(w, 1, &page);
    if (code)
        return code;
    uint32_t size = record_get2(page + 16) == 1 ? 65536 : record_get2(page + 16);
    bool good = size == w->of->page_size && page[18] == 1 && page[19] == 1 && !page[20] &&
                !memcmp(page + 21, sizes, sizeof sizes) && record_get4(page + 44) == 4 &&
                !record_get4(page + 52) && record_get4(page + 56) == 1 && !record_get4(page + 64);
    return good ? 0 : page_error(w, 1, "its format is not the expected one");
}

/* Trees use all of a page: no bytes are reserved at its end. */
static int check_whole_pages(page_walk *w)
{
    static const btree_walk_root header = {.name = "header"};
    const uint8_t *page;
    w->root = &header;
    int code = read_page(w, 1, &page);
    if (code)
        return code;
    return page[20] ? page_error(w, 1, "its format is not the expected one") : 0;
}

/* The leaves of one trunk page of the free list. */
static int check_trunk(page_walk *w, uint32_t number, uint32_t *next, uint32_t *count)
{
    const uint8_t *page;
    int code = read_page(w, number, &page);
    if (code)
        return code;
    uint32_t leaves = record_get4(page + 4);
    *next = record_get4(page);
    if (leaves > w->of->page_size / 4 - 2)
        return page_error(w, number, "it lists more free pages than fit on it");
    for (uint32_t i = 0; i < leaves && !code; i++, ++*count)
        code = claim_page(w, record_get4(page + 8 + 4 * (size_t)i), number);
    return code;
}

static int check_free_list(page_walk *w)
{
    const uint8_t *page;
    uint32_t count = 0, number = 1;
    w->root = NULL;
    int code = read_page(w, 1, &page);
    if (code)
        return code;
    uint32_t next = record_get4(page + 32), due = record_get4(page + 36);
    while (next && !code) {
        uint32_t trunk = next;
        code = claim_page(w, trunk, number);
        code = code ? code : check_trunk(w, trunk, &next, &count);
        number = trunk;
        count++;
    }
    return code || count == due ? code : page_error(w, 1, "the free pages are miscounted");
}

static int check_all_claimed(page_walk *w)
{
    w->root = NULL;
    for (uint32_t page = 1; page <= w->of->pages; page++)
        if (!(w->met[page / 8] & 1 << page % 8) && page != page_of_lock(w->of->page_size))
            return page_error(w, page, "it is not in use, and not free");
    return 0;
}

static bool alloc_walk(page_walk *w)
{
    size_t size = w->of->page_size;
    w->met = calloc(1, w->of->pages / 8 + (size_t)1);
    w->window = malloc(IO_BYTES_MOST);
    w->spans = malloc((size / 2 + size / 4) * sizeof *w->spans);
    w->cells = malloc(size / 2 * sizeof *w->cells);
    return w->met && w->window && w->spans && w->cells;
}

static void free_walk(page_walk *w)
{
    for (unsigned i = 0; i < TREE_DEPTH_MOST; i++)
        free(w->levels[i]);
    free(w->met);
    free(w->window);
    free(w->spans);
    free(w->cells);
    free(w->record);
}

static int check_trees(page_walk *w)
{
    int code = 0;
    for (size_t i = 0; i < w->of->root_count && !code; i++)
        code = check_btree(w, &w->of->roots[i]);
    return code;
}

int btree_walk_file(const btree_walk_job *file, wgcq_error *err)
{
    assert(file->page_size >= 512 && !(file->page_size & (file->page_size - 1)));
    page_walk w = {.of = file, .err = err};
    int code = alloc_walk(&w) ? check_header(&w) : error_set_memory(err);
    code = code ? code : check_free_list(&w);
    code = code ? code : check_trees(&w);
    code = code ? code : check_all_claimed(&w);
    free_walk(&w);
    return code;
}

int btree_walk_trees(const btree_walk_job *file, wgcq_error *err)
{
    assert(file->page_size >= 512 && !(file->page_size & (file->page_size - 1)));
    page_walk w = {.of = file, .err = err};
    int code = alloc_walk(&w) ? check_whole_pages(&w) : error_set_memory(err);
    code = code ? code : check_trees(&w);
    free_walk(&w);
    return code;
}
