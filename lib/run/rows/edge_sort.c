/*
 * edge_sort.c - the edges of each state in the order of their moves.
 *
 * Most states have few edges, and mostly in order: those are left where they are, a few are sorted
 * by insertion.
 */
#include "run/rows/edge_sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { FEW = 24 };

typedef struct keyed_edge {
    uint64_t key;
    size_t at;
} keyed_edge;

static uint64_t edge_key(uint32_t move, uint32_t dst)
{
    return (uint64_t)move << 32 | dst;
}

/* The first edge that is to stand before the one in front of it; rows->count: there is none. */
static size_t first_out_of_order(const edge_rows *rows)
{
    size_t i = 1;
    while (i < rows->count &&
           (rows->src[i] != rows->src[i - 1] ||
            edge_key(rows->move[i - 1], rows->dst[i - 1]) <= edge_key(rows->move[i], rows->dst[i])))
        i++;
    return i < rows->count ? i : rows->count;
}

static bool copy_edges(edge_sort *s, const edge_rows *rows)
{
    edge_columns *to = &s->sorted;
    size_t values = rows->cost ? rows->count * rows->costs : 0, room = to->room;
    if (!array_renew(&to->dst, &room, rows->count, sizeof *to->dst) ||
        !array_renew(&to->move, &to->room, rows->count, sizeof *to->move) ||
        !array_renew(&to->cost, &to->costs_room, values, sizeof *to->cost))
        return false;
    memcpy(to->dst, rows->dst, rows->count * sizeof *to->dst);
    memcpy(to->move, rows->move, rows->count * sizeof *to->move);
    if (values)
        memcpy(to->cost, rows->cost, values * sizeof *to->cost);
    return true;
}

static void put_edge(edge_sort *s, size_t at, uint64_t key)
{
    s->sorted.move[at] = (uint32_t)(key >> 32);
    s->sorted.dst[at] = (uint32_t)key;
}

static inline void order_two(uint64_t *a, uint64_t *b)
{
    uint64_t less = *a < *b ? *a : *b, more = *a < *b ? *b : *a;
    *a = less;
    *b = more;
}

/* Up to four edges, without a branch that depends on them: their order is beyond prediction. */
static void sort_four(edge_sort *s, size_t from, size_t end)
{
    uint64_t key[4] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    size_t count = end - from;
    for (size_t i = 0; i < count; i++)
        key[i] = edge_key(s->sorted.move[from + i], s->sorted.dst[from + i]);
    order_two(&key[0], &key[1]);
    order_two(&key[2], &key[3]);
    order_two(&key[0], &key[2]);
    order_two(&key[1], &key[3]);
    order_two(&key[1], &key[2]);
    for (size_t i = 0; i < count; i++)
        put_edge(s, from + i, key[i]);
}

/* Edges from..end - 1; without costs. */
static void sort_few(edge_sort *s, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++) {
        uint64_t key = edge_key(s->sorted.move[i], s->sorted.dst[i]);
        size_t at = i;
        for (; at > from && edge_key(s->sorted.move[at - 1], s->sorted.dst[at - 1]) > key; at--)
            put_edge(s, at, edge_key(s->sorted.move[at - 1], s->sorted.dst[at - 1]));
        put_edge(s, at, key);
    }
}

static int compare_edge_keys(const void *a, const void *b)
{
    uint64_t x = ((const keyed_edge *)a)->key, y = ((const keyed_edge *)b)->key;
    return (x > y) - (x < y);
}

static bool is_sorted(const edge_sort *s, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++)
        if (edge_key(s->sorted.move[i - 1], s->sorted.dst[i - 1]) >
            edge_key(s->sorted.move[i], s->sorted.dst[i]))
            return false;
    return true;
}

/* The same of many edges, or with costs, which still are in `rows`. */
static bool sort_many(edge_sort *s, const edge_rows *rows, size_t from, size_t end)
{
    size_t count = end - from;
    if (is_sorted(s, from, end))
        return true;
    if (!array_renew(&s->keyed, &s->keyed_room, count, sizeof *s->keyed))
        return false;
    for (size_t i = 0; i < count; i++)
        s->keyed[i] =
            (keyed_edge){edge_key(s->sorted.move[from + i], s->sorted.dst[from + i]), from + i};
    qsort(s->keyed, count, sizeof *s->keyed, compare_edge_keys);
    for (size_t i = 0; i < count; i++) {
        put_edge(s, from + i, s->keyed[i].key);
        if (rows->cost)
            memcpy(s->sorted.cost + (from + i) * rows->costs,
                   rows->cost + s->keyed[i].at * rows->costs, rows->costs * sizeof *s->sorted.cost);
    }
    return true;
}

/* ---- all states of some rows ----------------------------------------------------------------- */

static bool sort_whole_states(edge_sort *s, edge_rows *rows)
{
    size_t from = first_out_of_order(rows);
    if (from == rows->count)
        return true;
    if (!copy_edges(s, rows))
        return false;
    while (from && rows->src[from - 1] == rows->src[from])
        from--;
    for (size_t end; from < rows->count; from = end) {
        for (end = from + 1; end < rows->count && rows->src[end] == rows->src[from];)
            end++;
        if (end - from <= 4 && !rows->cost)
            sort_four(s, from, end);
        else if (end - from <= FEW && !rows->cost)
            sort_few(s, from, end);
        else if (!sort_many(s, rows, from, end))
            return false;
    }
    rows->dst = s->sorted.dst;
    rows->move = s->sorted.move;
    rows->cost = rows->cost ? s->sorted.cost : NULL;
    return true;
}

/* ---- a state whose edges come in several batches --------------------------------------------- */

/* Moves what is held to the front, and appends the rows. */
static bool hold_rows(edge_sort *s, const edge_rows *rows)
{
    edge_columns *h = &s->held;
    size_t costs = s->costs, room = h->room, more_room = h->room, all = s->count + rows->count;
    if (s->count && s->handed) {
        memmove(h->src, h->src + s->handed, s->count * sizeof *h->src);
        memmove(h->dst, h->dst + s->handed, s->count * sizeof *h->dst);
        memmove(h->move, h->move + s->handed, s->count * sizeof *h->move);
        if (costs)
            memmove(h->cost, h->cost + s->handed * costs, s->count * costs * sizeof *h->cost);
    }
    s->handed = 0;
    if (!array_reserve(&h->src, &room, all, sizeof *h->src) ||
        !array_reserve(&h->dst, &more_room, all, sizeof *h->dst) ||
        !array_reserve(&h->move, &h->room, all, sizeof *h->move) ||
        !array_reserve(&h->cost, &h->costs_room, all * costs, sizeof *h->cost))
        return false;
    if (!rows->count)
        return true;
    memcpy(h->src + s->count, rows->src, rows->count * sizeof *h->src);
    memcpy(h->dst + s->count, rows->dst, rows->count * sizeof *h->dst);
    memcpy(h->move + s->count, rows->move, rows->count * sizeof *h->move);
    if (costs)
        memcpy(h->cost + s->count * costs, rows->cost, rows->count * costs * sizeof *h->cost);
    s->count = all;
    return true;
}

bool edge_sort_rows(edge_sort *s, edge_rows *rows, bool go_on)
{
    if (rows->count)
        s->costs = rows->cost ? rows->costs : 0;
    if (!s->count && !go_on)
        return sort_whole_states(s, rows);
    if (!hold_rows(s, rows))
        return false;
    const edge_columns *h = &s->held;
    size_t end = s->count;
    while (go_on && end && h->src[end - 1] == h->src[s->count - 1])
        end--;
    rows->count = s->handed = end;
    s->count -= end;
    rows->costs = s->costs;
    rows->src = h->src;
    rows->dst = h->dst;
    rows->move = h->move;
    rows->cost = s->costs ? h->cost : NULL;
    return sort_whole_states(s, rows);
}

static size_t columns_memory(const edge_columns *c)
{
    return c->room * 3 * sizeof *c->dst + c->costs_room * sizeof *c->cost;
}

size_t edge_sort_memory(const edge_sort *s)
{
    return columns_memory(&s->held) + columns_memory(&s->sorted) + s->keyed_room * sizeof *s->keyed;
}

static void free_columns(edge_columns *c)
{
    free(c->src);
    free(c->dst);
    free(c->move);
    free(c->cost);
}

void edge_sort_close(edge_sort *s)
{
    free_columns(&s->held);
    free_columns(&s->sorted);
    free(s->keyed);
    *s = (edge_sort){0};
}
