/*
 * btree_append.c - a B-tree that grows at its right end.
 */
#include "trace/sqlitefile/btree_append.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "trace/sqlitefile/btree.h"
#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"

/* ---- one page -------------------------------------------------------------------------------- */

/* An empty page; between its pointers and its cells anything may stand until it is written. */
static void clear_node(tree_node *n, uint8_t type, unsigned base, unsigned size)
{
    memset(n->page + base, 0, INNER_HEADER);
    n->type = type;
    n->base = base;
    n->cells = 0;
    n->content = size;
    n->right = 0;
    n->changed = true;
}

static void finish_page(tree_node *n)
{
    uint8_t *h = n->page + n->base;
    unsigned end = first_pointer(n) + 2 * n->cells;
    memset(n->page + end, 0, n->content - end);
    h[0] = n->type;
    record_put2(h + PAGE_AT_CELLS, n->cells);
    record_put2(h + PAGE_AT_CONTENT, n->content);
    if (!is_leaf(n))
        record_put4(h + PAGE_AT_RIGHT, n->right);
}

/* Turns the contents of page 1, which begin behind the file's header, into those of any other
   page. */
static void move_off_root(tree_node *n)
{
    unsigned from = first_pointer(n);
    if (!n->base)
        return;
    uint8_t head[INNER_HEADER];
    memcpy(head, n->page + n->base, sizeof head);
    n->base = 0;
    memmove(n->page + first_pointer(n), n->page + from, 2 * (size_t)n->cells);
    memcpy(n->page, head, first_pointer(n));
}

/* ---- cells ----------------------------------------------------------------------------------- */

static size_t local_payload(const btree *t, const tree_node *n, uint64_t size)
{
    bool index = n->type == INDEX_LEAF || n->type == INDEX_INNER;
    return page_local_size(t->file->size, index, size);
}

/* Writes what does not fit on the page to a chain of overflow pages from *first on. */
static int append_overflow(btree *t, const uint8_t *from, size_t bytes, uint32_t *first)
{
    size_t each = t->file->size - (size_t)4;
    uint8_t *page = malloc(t->file->size);
    int code = page ? SQLITE_OK : SQLITE_NOMEM;
    for (*first = 0; bytes && !code;) {
        size_t some = bytes < each ? bytes : each;
        uint32_t number = pager_number_after(t->file, t->file->next - 1);
        memset(page, 0, t->file->size);
        record_put4(page, some < bytes ? pager_number_after(t->file, number) : 0);
        memcpy(page + 4, from, some);
        code = pager_append(t->file, page, &number);
        *first = *first ? *first : number;
        from += some;
        bytes -= some;
    }
    free(page);
    return code;
}

/* Bytes of a cell on the page; 0: it reaches beyond the page. */
static size_t cell_size(const btree *t, const tree_node *n, unsigned at)
{
    const uint8_t *from = n->page + at, *end = n->page + t->file->size, *next = from;
    uint64_t payload = 0, key;
    if (!is_leaf(n))
        next += 4;
    if (next >= end)
        return 0;
    if (n->type != TABLE_INNER)
        next = record_get_varint(next, end, &payload);
    if (next && (n->type == TABLE_INNER || n->type == TABLE_LEAF))
        next = record_get_varint(next, end, &key);
    if (!next || payload > INT32_MAX)
        return 0;
    size_t local = local_payload(t, n, payload), size = (size_t)(next - from) + local;
    size += local < payload ? 4 : 0;
    size = size < CELL_LEAST ? CELL_LEAST : size;
    return size <= (size_t)(end - from) ? size : 0;
}

/* ---- a page is full -------------------------------------------------------------------------- */

/* The root keeps its page number: its contents move to a new page below it. */
static int grow_root(btree *t)
{
    tree_node *old = &t->level[t->depth - 1];
    if (t->depth == TREE_DEPTH_MOST)
        return SQLITE_CORRUPT;
    tree_node *root = &t->level[t->depth];
    *root = (tree_node){.number = old->number, .page = malloc(t->file->size)};
    if (!root->page)
        return SQLITE_NOMEM;
    memcpy(root->page, old->page, t->file->size); /* page 1 holds the file's header too */
    uint8_t type = old->type == TABLE_LEAF || old->type == TABLE_INNER ? TABLE_INNER : INDEX_INNER;
    clear_node(root, type, old->base, t->file->size);
    move_off_root(old);
    old->number = 0;
    t->depth++;
    return SQLITE_OK;
}

static int write_node(btree *t, tree_node *n)
{
    int code = SQLITE_OK;
    finish_page(n);
    if (!n->number)
        code = pager_append(t->file, n->page, &n->number);
    else if (n->changed)
        code = pager_set(t->file, n->number, n->page);
    n->changed = false;
    return code;
}

/* Writes a page that will not change again, and starts an empty one in its place. */
static int close_node(btree *t, unsigned level, uint32_t *number)
{
    int code = level + 1 == t->depth ? grow_root(t) : SQLITE_OK;
    tree_node *n = &t->level[level];
    code = code ? code : write_node(t, n);
    assert(code || n->number);
    *number = n->number;
    n->number = 0;
    clear_node(n, n->type, 0, t->file->size);
    return code;
}

/* Removes the last cell of a page, which lies where the contents begin, into `cell`; returns its
   size, or 0 where it is the only one (no page of this size is filled by one cell). */
static size_t pop_last_cell(const btree *t, tree_node *n, uint8_t *cell)
{
    size_t size = n->cells > 1 ? cell_size(t, n, n->content) : 0;
    if (!size)
        return 0;
    memcpy(cell, n->page + n->content, size);
    n->cells--;
    n->content += (unsigned)size;
    n->changed = true;
    return size;
}

/* Inserts (child, key) into the parent, level by level upwards: rows up to `key` are in `child`. A
   parent without room is closed, and its last key becomes its own separator one level up, so that
   no inner page is ever without a key. */
static int insert_separator(btree *t, unsigned level, uint32_t child, uint8_t *key, size_t size)
{
    uint8_t *last = malloc(t->file->size);
    int code = last ? SQLITE_OK : SQLITE_NOMEM;
    while (!code) {
        assert(level > 0 && level < t->depth);
        tree_node *n = &t->level[level];
        bool fits = has_room(n, size + 4);
        size_t taken = 0;
        if (!fits && !(taken = pop_last_cell(t, n, last)))
            code = SQLITE_CORRUPT;
        uint32_t full = 0;
        if (!fits && !code) {
            n->right = record_get4(last);
            code = close_node(t, level, &full);
        }
        if (code)
            break;
        uint8_t *cell = new_cell(&t->level[level], size + 4);
        record_put4(cell, child);
        memcpy(cell + 4, key, size);
        if (fits)
            break;
        child = full;
        size = taken - 4;
        memcpy(key, last + 4, size);
        level++;
    }
    free(last);
    return code;
}

static void swap_pages(uint8_t **a, uint8_t **b)
{
    uint8_t *page = *a;
    *a = *b;
    *b = page;
}

static bool reserve_held(btree *t)
{
    size_t room = t->held_room;
    if (!array_reserve(&t->held, &t->held_room, t->held_count + 1, sizeof *t->held))
        return false;
    for (; room < t->held_room; room++)
        t->held[room].page = NULL;
    held_leaf *h = &t->held[t->held_count];
    h->page = h->page ? h->page : malloc(t->file->size);
    return h->page;
}

static int hold_leaf(btree *t, const uint8_t *divider, size_t size)
{
    tree_node *n = &t->level[0];
    assert(size <= DIVIDER_MOST);
    if (!reserve_held(t))
        return SQLITE_NOMEM;
    held_leaf *h = &t->held[t->held_count++];
    h->cells = n->cells;
    h->content = n->content;
    h->size = size;
    memcpy(h->divider, divider, size);
    swap_pages(&h->page, &n->page);
    clear_node(n, n->type, 0, t->file->size);
    return SQLITE_OK;
}

/* Writes the leaf; `divider` [a page] is the entry behind it, and may be overwritten. */
int btree_end_leaf(btree *t, uint8_t *divider, size_t size)
{
    uint32_t child = 0;
    int code = close_node(t, 0, &child);
    return code ? code : insert_separator(t, 1, child, divider, size);
}

/* Closes a full leaf: a table's separator is its last rowid, an index gives up its last entry. */
int btree_close_leaf(btree *t)
{
    uint8_t *key = malloc(t->file->size);
    size_t size = 0;
    int code = key ? SQLITE_OK : SQLITE_NOMEM;
    if (!code && t->level[0].type == TABLE_LEAF)
        size = (size_t)(record_put_varint(key, (uint64_t)t->last) - key);
    else if (!code && !(size = pop_last_cell(t, &t->level[0], key)))
        code = SQLITE_CORRUPT;
    if (!code)
        code = t->holds ? hold_leaf(t, key, size) : btree_end_leaf(t, key, size);
    free(key);
    return code;
}

/* ---- adding ---------------------------------------------------------------------------------- */

static int append_record(btree *t, unsigned head, const uint8_t *front, const uint8_t *record,
                         size_t size)
{
    size_t local = local_payload(t, &t->level[0], size),
           all = head + local + (local < size ? 4 : 0);
    uint32_t rest = 0;
    int code = local < size ? append_overflow(t, record + local, size - local, &rest) : SQLITE_OK;
    all = all < CELL_LEAST ? CELL_LEAST : all;
    if (!code && !has_room(&t->level[0], all))
        code = btree_close_leaf(t);
    if (code)
        return code;
    uint8_t *to = new_cell(&t->level[0], all);
    memcpy(to, front, head);
    memcpy(to + head, record, local);
    if (rest)
        record_put4(to + head + local, rest);
    return SQLITE_OK;
}

int btree_append(btree *t, int64_t rowid, const uint8_t *record, size_t size)
{
    uint8_t front[2 * VARINT_MOST];
    uint8_t *end = record_put_varint(record_put_varint(front, size), (uint64_t)rowid);
    if (rowid <= t->last)
        return SQLITE_CORRUPT;
    int code = append_record(t, (unsigned)(end - front), front, record, size);
    t->last = rowid;
    return code;
}

int btree_append_key(btree *t, const uint8_t *record, size_t size)
{
    uint8_t front[VARINT_MOST];
    return append_record(t, (unsigned)(record_put_varint(front, size) - front), front, record,
                         size);
}

/* ---- leaves made elsewhere ------------------------------------------------------------------- */

/* The leaf of t, which is empty, becomes one of `cells` cells on *page. */
static void take_leaf(btree *t, uint8_t **page, unsigned cells, unsigned content)
{
    tree_node *n = &t->level[0];
    assert(!n->cells && !n->base && is_leaf(n));
    swap_pages(&n->page, page);
    n->cells = cells;
    n->content = content;
    n->changed = true;
}

int btree_append_leaves(btree *t, btree *from)
{
    assert(from->holds && !t->holds && t->file == from->file);
    uint8_t *divider = malloc(t->file->size);
    int code = divider ? SQLITE_OK : SQLITE_NOMEM;
    for (size_t i = 0; i < from->held_count && !code; i++) {
        held_leaf *h = &from->held[i];
        take_leaf(t, &h->page, h->cells, h->content);
        memcpy(divider, h->divider, h->size);
        code = btree_end_leaf(t, divider, h->size);
    }
    free(divider);
    tree_node *last = &from->level[0];
    if (!code)
        take_leaf(t, &last->page, last->cells, last->content);
    from->held_count = 0;
    clear_node(last, INDEX_LEAF, 0, t->file->size);
    return code;
}

/* ---- before a commit ------------------------------------------------------------------------- */

int btree_flush(btree *t)
{
    int code = SQLITE_OK;
    for (unsigned i = 0; i < t->depth && !code; i++) {
        tree_node *n = &t->level[i];
        if (i && n->right != t->level[i - 1].number) {
            n->right = t->level[i - 1].number;
            n->changed = true;
        }
        code = write_node(t, n);
    }
    return code;
}

uint32_t btree_root(const btree *t)
{
    assert(t->depth && t->level[t->depth - 1].number); /* a new index: flushed */
    return t->level[t->depth - 1].number;
}

pager *btree_pager(const btree *t)
{
    return t->file;
}

int64_t btree_last_rowid(const btree *t)
{
    return t->last < 0 ? 0 : t->last;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Lays the cells out one behind the other, as if all had been appended in order. */
static int repack_node(const btree *t, tree_node *n)
{
    unsigned size = t->file->size;
    tree_node packed = *n;
    packed.page = malloc(size);
    if (!packed.page)
        return SQLITE_NOMEM;
    memcpy(packed.page, n->page, n->base);
    clear_node(&packed, n->type, n->base, size);
    packed.right = n->right;
    packed.changed = false;
    for (unsigned i = 0; i < n->cells; i++) {
        unsigned at = record_get2(n->page + first_pointer(n) + 2 * (size_t)i);
        size_t bytes = at < size ? cell_size(t, n, at) : 0;
        if (!bytes || !has_room(&packed, bytes)) {
            free(packed.page);
            return SQLITE_CORRUPT;
        }
        memcpy(new_cell(&packed, bytes), n->page + at, bytes);
    }
    packed.changed = false;
    free(n->page);
    *n = packed;
    return SQLITE_OK;
}

/* Reads a page of the right edge; SQLITE_CORRUPT where it is malformed or of another kind of
   tree. */
static int read_node(btree *t, tree_node *n, uint32_t number, bool keys)
{
    unsigned size = t->file->size;
    *n = (tree_node){.number = number, .base = page_base(number), .page = malloc(size)};
    int code = n->page ? pager_get(t->file, number, n->page) : SQLITE_NOMEM;
    if (code)
        return code;
    const uint8_t *h = n->page + n->base;
    n->type = h[0];
    n->cells = record_get2(h + PAGE_AT_CELLS);
    n->right = is_leaf(n) ? 0 : record_get4(h + PAGE_AT_RIGHT);
    bool fits = keys ? n->type == INDEX_INNER || n->type == INDEX_LEAF
                     : n->type == TABLE_INNER || n->type == TABLE_LEAF;
    bool holds = first_pointer(n) + 2 * n->cells <= size;
    return fits && holds ? repack_node(t, n) : SQLITE_CORRUPT;
}

static int read_last_rowid(btree *t)
{
    const tree_node *n = &t->level[0];
    uint64_t size, rowid = 0;
    if (!n->cells)
        return SQLITE_OK;
    unsigned at = record_get2(n->page + first_pointer(n) + 2 * (size_t)(n->cells - 1));
    const uint8_t *end = n->page + t->file->size, *from = n->page + at;
    if (at >= t->file->size || !(from = record_get_varint(from, end, &size)) ||
        !record_get_varint(from, end, &rowid) || rowid > INT64_MAX)
        return SQLITE_CORRUPT;
    t->last = (int64_t)rowid;
    return SQLITE_OK;
}

static void reverse_levels(btree *t)
{
    for (unsigned low = 0, high = t->depth - 1; low < high; low++, high--) {
        tree_node n = t->level[low];
        t->level[low] = t->level[high];
        t->level[high] = n;
    }
}

static btree *new_tree(pager *p)
{
    btree *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->file = p;
    t->last = -1;
    for (unsigned i = 0; i < BTREE_FEW; i++)
        t->range[i] = number_range_of(0);
    return t;
}

static int open_tree(btree **out, pager *p, uint32_t root, bool keys)
{
    btree *t = new_tree(p);
    int code = t ? SQLITE_OK : SQLITE_NOMEM;
    for (uint32_t number = root; !code;) {
        tree_node *n = &t->level[t->depth++];
        code = read_node(t, n, number, keys);
        number = n->right;
        if (code || is_leaf(n))
            break;
        code = t->depth == TREE_DEPTH_MOST ? SQLITE_CORRUPT : SQLITE_OK;
    }
    if (!code) {
        reverse_levels(t);
        code = keys ? SQLITE_OK : read_last_rowid(t);
    }
    if (code)
        btree_free(t);
    else
        *out = t;
    return code;
}

int btree_open(btree **out, pager *p, uint32_t root)
{
    return open_tree(out, p, root, false);
}

int btree_open_keys(btree **out, pager *p, uint32_t root)
{
    return open_tree(out, p, root, true);
}

int btree_new_index(btree **out, pager *p)
{
    btree *t = new_tree(p);
    if (!t)
        return SQLITE_NOMEM;
    t->depth = 1;
    t->level[0].page = malloc(p->size);
    if (!t->level[0].page) {
        free(t);
        return SQLITE_NOMEM;
    }
    clear_node(&t->level[0], INDEX_LEAF, 0, p->size);
    *out = t;
    return SQLITE_OK;
}

int btree_new_leaves(btree **out, pager *p)
{
    int code = btree_new_index(out, p);
    if (!code)
        (*out)->holds = true;
    return code;
}

void btree_free(btree *t)
{
    if (!t)
        return;
    for (unsigned i = 0; i < t->depth; i++)
        free(t->level[i].page);
    for (size_t i = 0; i < t->held_room; i++)
        free(t->held[i].page);
    free(t->held);
    free(t);
}
