/*
 * edge_sort.c - the edges of each state in the order of their moves.
 *
 * Most states have few edges, and mostly in order: those are left where they are, a few are sorted
 * by insertion.
 */
#include "run/edge_sort.h"

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
    size_t values = rows->cost ? rows->count * rows->costs : 0, room = s->room;
    if (!array_renew(&s->dst, &room, rows->count, sizeof *s->dst) ||
        !array_renew(&s->move, &s->room, rows->count, sizeof *s->move) ||
        !array_renew(&s->cost, &s->costs_room, values, sizeof *s->cost))
        return false;
    memcpy(s->dst, rows->dst, rows->count * sizeof *s->dst);
    memcpy(s->move, rows->move, rows->count * sizeof *s->move);
    if (values)
        memcpy(s->cost, rows->cost, values * sizeof *s->cost);
    return true;
}

static void put_edge(edge_sort *s, size_t at, uint64_t key)
{
    s->move[at] = (uint32_t)(key >> 32);
    s->dst[at] = (uint32_t)key;
}

/* Edges from..end - 1; without costs. */
static void sort_few(edge_sort *s, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++) {
        uint64_t key = edge_key(s->move[i], s->dst[i]);
        size_t at = i;
        for (; at > from && edge_key(s->move[at - 1], s->dst[at - 1]) > key; at--)
            put_edge(s, at, edge_key(s->move[at - 1], s->dst[at - 1]));
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
        if (edge_key(s->move[i - 1], s->dst[i - 1]) > edge_key(s->move[i], s->dst[i]))
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
        s->keyed[i] = (keyed_edge){edge_key(s->move[from + i], s->dst[from + i]), from + i};
    qsort(s->keyed, count, sizeof *s->keyed, compare_edge_keys);
    for (size_t i = 0; i < count; i++) {
        put_edge(s, from + i, s->keyed[i].key);
        if (rows->cost)
            memcpy(s->cost + (from + i) * rows->costs, rows->cost + s->keyed[i].at * rows->costs,
                   rows->costs * sizeof *s->cost);
    }
    return true;
}

bool edge_sort_rows(edge_sort *s, edge_rows *rows)
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
        if (end - from <= FEW && !rows->cost)
            sort_few(s, from, end);
        else if (!sort_many(s, rows, from, end))
            return false;
    }
    rows->dst = s->dst;
    rows->move = s->move;
    rows->cost = rows->cost ? s->cost : NULL;
    return true;
}

size_t edge_sort_memory(const edge_sort *s)
{
    return s->room * 2 * sizeof *s->dst + s->costs_room * sizeof *s->cost +
           s->keyed_room * sizeof *s->keyed;
}

void edge_sort_close(edge_sort *s)
{
    free(s->dst);
    free(s->move);
    free(s->cost);
    free(s->keyed);
    *s = (edge_sort){0};
}
