/*
 * edge_sort.c - the edges of each state in the order of their moves.
 *
 * Most states have few edges, and mostly in order: those are left where they are, a few are sorted
 * by insertion.
 */
#include "run/rows/edge_sort.h"

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

static uint64_t edge_key_at(const edge_columns *c, size_t at)
{
    return edge_key(c->move[at], c->dst[at]);
}

static void put_edge(const edge_columns *c, size_t at, uint64_t key)
{
    c->move[at] = (uint32_t)(key >> 32);
    c->dst[at] = (uint32_t)key;
}

/* The first edge of the first state whose edges are out of order; rows->count: there is none. */
static size_t first_out_of_order(const edge_rows *rows)
{
    size_t i = 1;
    while (i < rows->count &&
           (rows->src[i] != rows->src[i - 1] ||
            edge_key(rows->move[i - 1], rows->dst[i - 1]) <= edge_key(rows->move[i], rows->dst[i])))
        i++;
    if (i >= rows->count)
        return rows->count;
    while (i && rows->src[i - 1] == rows->src[i])
        i--;
    return i;
}

/* ---- the edges of one state: from .. end - 1 ------------------------------------------------- */

static inline void order_two(uint64_t *a, uint64_t *b)
{
    uint64_t less = *a < *b ? *a : *b, more = *a < *b ? *b : *a;
    *a = less;
    *b = more;
}

/* Up to four, without a branch that depends on them: their order is beyond prediction. */
static void sort_four(const edge_columns *c, size_t from, size_t end)
{
    uint64_t key[4] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    size_t count = end - from;
    for (size_t i = 0; i < count; i++)
        key[i] = edge_key_at(c, from + i);
    order_two(&key[0], &key[1]);
    order_two(&key[2], &key[3]);
    order_two(&key[0], &key[2]);
    order_two(&key[1], &key[3]);
    order_two(&key[1], &key[2]);
    for (size_t i = 0; i < count; i++)
        put_edge(c, from + i, key[i]);
}

/* Without costs. */
static void sort_few(const edge_columns *c, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++) {
        uint64_t key = edge_key_at(c, i);
        size_t at = i;
        for (; at > from && edge_key_at(c, at - 1) > key; at--)
            put_edge(c, at, edge_key_at(c, at - 1));
        put_edge(c, at, key);
    }
}

static int compare_edge_keys(const void *a, const void *b)
{
    uint64_t x = ((const keyed_edge *)a)->key, y = ((const keyed_edge *)b)->key;
    return (x > y) - (x < y);
}

static bool is_sorted(const edge_columns *c, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++)
        if (edge_key_at(c, i - 1) > edge_key_at(c, i))
            return false;
    return true;
}

/* As sort_few, for many edges, or with costs. */
static bool sort_many(edge_sort *s, const edge_columns *c, unsigned costs, size_t from, size_t end)
{
    const size_t count = end - from, values = count * costs;
    if (is_sorted(c, from, end))
        return true;
    if (!array_renew(&s->keyed, &s->keyed_room, count, sizeof *s->keyed) ||
        !array_renew(&s->cost, &s->cost_room, values, sizeof *s->cost))
        return false;
    for (size_t i = 0; i < count; i++)
        s->keyed[i] = (keyed_edge){edge_key_at(c, from + i), i};
    if (values)
        memcpy(s->cost, c->cost + from * costs, values * sizeof *s->cost);
    qsort(s->keyed, count, sizeof *s->keyed, compare_edge_keys);
    for (size_t i = 0; i < count; i++) {
        put_edge(c, from + i, s->keyed[i].key);
        if (values)
            memcpy(c->cost + (from + i) * costs, s->cost + s->keyed[i].at * costs,
                   costs * sizeof *c->cost);
    }
    return true;
}

/* ---- all states of some rows ----------------------------------------------------------------- */

static bool sort_states(edge_sort *s, const edge_rows *rows, const edge_columns *c, size_t from)
{
    const unsigned costs = rows->cost ? rows->costs : 0;
    for (size_t end; from < rows->count; from = end) {
        for (end = from + 1; end < rows->count && rows->src[end] == rows->src[from];)
            end++;
        if (end - from <= 4 && !costs)
            sort_four(c, from, end);
        else if (end - from <= FEW && !costs)
            sort_few(c, from, end);
        else if (!sort_many(s, c, costs, from, end))
            return false;
    }
    return true;
}

bool edge_sort_in_place(edge_sort *s, const edge_rows *rows, const edge_columns *columns)
{
    return sort_states(s, rows, columns, first_out_of_order(rows));
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

bool edge_sort_rows(edge_sort *s, edge_rows *rows)
{
    size_t from = first_out_of_order(rows);
    if (from == rows->count)
        return true;
    if (!copy_edges(s, rows) || !sort_states(s, rows, &s->sorted, from))
        return false;
    rows->dst = s->sorted.dst;
    rows->move = s->sorted.move;
    rows->cost = rows->cost ? s->sorted.cost : NULL;
    return true;
}

size_t edge_sort_memory(const edge_sort *s)
{
    return edge_columns_memory(&s->sorted) + s->keyed_room * sizeof *s->keyed +
           s->cost_room * sizeof *s->cost;
}

void edge_sort_close(edge_sort *s)
{
    edge_columns_free(&s->sorted);
    free(s->keyed);
    free(s->cost);
    *s = (edge_sort){0};
}
