/*
 * index_build.c - an index on one column of numbers: a counting sort, and the pages of its B-tree.
 *
 * Keys must be dense: memory is 4 bytes a possible value, and 4 a row of the range of values that
 * is sorted at a time.
 */
#include "trace/sqlitefile/index_build.h"

#include <assert.h>
#include <stdlib.h>

#include "trace/sqlitefile/keyed_index.h"
#include "trace/sqlitefile/record.h"

enum { AT_A_TIME = 1 << 22, PASSES_MOST = 16, BETWEEN = 1 << 16, WAITING = 512 };

typedef struct index_sort {
    index_job *index;
    btree *out;
    uint32_t *first; /* [keys + 1]: offset of each value's rows */
    uint32_t *rows;  /* of the range of values, sorted */
    uint32_t last;   /* key appended last */
    uint64_t done;
    uint32_t waiting; /* entries that are appended together */
    uint32_t column[2][WAITING];
} index_sort;

/* Appends the entries that wait. */
static int append_waiting(index_sort *s)
{
    const index_job *x = s->index;
    const uint32_t *const column[] = {s->column[0], s->column[1]};
    uint64_t before = s->done / BETWEEN;
    s->done += s->waiting;
    if (s->done / BETWEEN > before && x->stopped && x->stopped(x->self))
        return SQLITE_INTERRUPT;
    int code = btree_append_columns(s->out, column, 2, s->waiting);
    s->waiting = 0;
    return code;
}

/* NULL, which sorts before all numbers. */
static int append_null(index_sort *s, uint32_t rowid)
{
    int64_t values[2] = {RECORD_NULL, rowid};
    assert(!s->waiting);
    s->done++;
    return btree_append_key_few(s->out, &(record_row){.values = values, .count = 2});
}

static int append_key(index_sort *s, uint32_t key, uint32_t row)
{
    uint32_t rowid = s->index->rowids ? s->index->rowids[row] : row + 1;
    s->index->distinct += !s->index->distinct || key != s->last;
    s->last = key;
    if (!key)
        return append_null(s, rowid);
    s->column[0][s->waiting] = key - 1;
    s->column[1][s->waiting] = rowid;
    return ++s->waiting == WAITING ? append_waiting(s) : SQLITE_OK;
}

static uint32_t key_of(const index_job *x, uint64_t i)
{
    return x->keys[i] + x->plus;
}

static int append_in_order(index_sort *s)
{
    int code = SQLITE_OK;
    for (uint64_t i = 0; i < s->index->count && !code; i++)
        code = append_key(s, key_of(s->index, i), (uint32_t)i);
    return code;
}

/* Rows that come grouped by value. */
static int append_grouped(index_sort *s)
{
    const index_job *x = s->index;
    const uint32_t values = index_await(x, x->count);
    int code = SQLITE_OK;
    for (uint32_t value = 1; value <= values; value++)
        for (uint64_t at = x->first[value]; at < x->first[value + (size_t)1] && !code; at++)
            code = append_key(s, value + 1, x->which ? x->which[at] : (uint32_t)at);
    return code;
}

/* Sorts and appends the rows with keys in [low, high); first[] holds the offset of each key's
   rows. */
static int append_range(index_sort *s, uint32_t low, uint64_t high, uint32_t base)
{
    const index_job *x = s->index;
    int code = SQLITE_OK;
    for (uint64_t i = 0; i < x->count; i++)
        if (key_of(x, i) >= low && key_of(x, i) < high)
            s->rows[s->first[key_of(x, i)]++ - base] = (uint32_t)i;
    uint32_t at = 0; /* first[] has moved on to the ends */
    for (uint64_t key = low; key < high; key++)
        for (; at < s->first[key] - base && !code; at++)
            code = append_key(s, (uint32_t)key, s->rows[at]);
    return code;
}

static void counts_to_offsets(uint32_t *first, uint64_t keys)
{
    uint32_t sum = 0;
    for (uint64_t key = 0; key <= keys; key++) {
        uint32_t count = first[key];
        first[key] = sum;
        sum += count;
    }
}

static int append_sorted(index_sort *s, uint64_t keys)
{
    int code = SQLITE_OK;
    uint64_t room = 0;
    for (uint64_t i = 0; i < s->index->count; i++)
        s->first[key_of(s->index, i)]++;
    for (uint64_t key = 0; key < keys; key++)
        room = s->first[key] > room ? s->first[key] : room;
    counts_to_offsets(s->first, keys);
    assert(s->first[keys] == s->index->count);
    room = room > AT_A_TIME ? room : AT_A_TIME;
    room = room > s->index->count / PASSES_MOST ? room : s->index->count / PASSES_MOST;
    room = room < s->index->count ? room : s->index->count;
    s->rows = malloc(room * sizeof *s->rows);
    for (uint64_t low = 0, high; low < keys && !code; low = high) {
        uint32_t base = s->first[low];
        for (high = low + 1; high < keys && s->first[high + 1] - base <= room;)
            high++;
        code = s->rows ? append_range(s, (uint32_t)low, high, base) : SQLITE_NOMEM;
    }
    return code;
}

/* The greatest key + 1; *sorted: keys ascend. */
static uint64_t count_keys(const index_job *x, bool *sorted)
{
    uint64_t keys = 0;
    *sorted = true;
    for (uint64_t i = 0; i < x->count; i++) {
        uint32_t key = key_of(x, i);
        *sorted = *sorted && (!i || key_of(x, i - 1) <= key);
        keys = key >= keys ? key + (uint64_t)1 : keys;
    }
    return keys;
}

int index_build(pager *p, index_job *index)
{
    index_sort s = {.index = index};
    bool sorted = true;
    uint64_t keys = index->first ? 0 : count_keys(index, &sorted);
    assert(index->keys || index->first || !index->count);
    index->distinct = 0;
    int code = btree_new_index(&s.out, p);
    if (code)
        return code;
    if (!sorted && !(s.first = calloc(keys + 2, sizeof *s.first)))
        code = SQLITE_NOMEM;
    if (!code)
        code = index->src     ? keyed_index_append(s.out, index)
               : index->first ? append_grouped(&s)
               : sorted       ? append_in_order(&s)
                              : append_sorted(&s, keys);
    code = code ? code : append_waiting(&s);
    code = code ? code : btree_flush(s.out);
    if (!code)
        index->root = btree_root(s.out);
    btree_free(s.out);
    free(s.first);
    free(s.rows);
    return code;
}
