/* edge_hold.c - the edges of a state that come in several batches, together. */
#include "run/rows/edge_hold.h"

#include <string.h>

#include "base/array.h"

/* Moves what is held to the front, and appends the rows. */
static bool append_rows(edge_hold *h, const edge_rows *rows)
{
    edge_columns *c = &h->held;
    size_t costs = h->costs, room = c->room, more_room = c->room, all = h->count + rows->count;
    if (h->count && h->handed) {
        memmove(c->src, c->src + h->handed, h->count * sizeof *c->src);
        memmove(c->dst, c->dst + h->handed, h->count * sizeof *c->dst);
        memmove(c->move, c->move + h->handed, h->count * sizeof *c->move);
        if (costs)
            memmove(c->cost, c->cost + h->handed * costs, h->count * costs * sizeof *c->cost);
    }
    h->handed = 0;
    if (!array_reserve(&c->src, &room, all, sizeof *c->src) ||
        !array_reserve(&c->dst, &more_room, all, sizeof *c->dst) ||
        !array_reserve(&c->move, &c->room, all, sizeof *c->move) ||
        !array_reserve(&c->cost, &c->costs_room, all * costs, sizeof *c->cost))
        return false;
    if (!rows->count)
        return true;
    memcpy(c->src + h->count, rows->src, rows->count * sizeof *c->src);
    memcpy(c->dst + h->count, rows->dst, rows->count * sizeof *c->dst);
    memcpy(c->move + h->count, rows->move, rows->count * sizeof *c->move);
    if (costs)
        memcpy(c->cost + h->count * costs, rows->cost, rows->count * costs * sizeof *c->cost);
    h->count = all;
    return true;
}

bool edge_hold_rows(edge_hold *h, edge_rows *rows, bool go_on)
{
    if (rows->count)
        h->costs = rows->cost ? rows->costs : 0;
    if (!h->count && !go_on)
        return true;
    if (!append_rows(h, rows))
        return false;
    const edge_columns *c = &h->held;
    size_t end = h->count;
    while (go_on && end && c->src[end - 1] == c->src[h->count - 1])
        end--;
    h->handed = end;
    h->count -= end;
    *rows = (edge_rows){end, h->costs, c->src, c->dst, c->move, h->costs ? c->cost : NULL};
    return true;
}

size_t edge_hold_memory(const edge_hold *h)
{
    return edge_columns_memory(&h->held);
}

void edge_hold_close(edge_hold *h)
{
    edge_columns_free(&h->held);
    *h = (edge_hold){0};
}
