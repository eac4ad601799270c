/*
 * outcome.c - what came out of a batch, made single and put in order.
 *
 * Code makes its rows instruction by instruction, in an order of its own.  Here they are taken by
 * rank, the order of the moves; of rows that are the same edge the first is kept; and where wanted
 * they are sorted by lane, stably, so that (lane, rank) is their order.
 */
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "puzzle/runner.h"

static int by_rank(const void *a, const void *b)
{
    const run *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static bool make_room(runner *r, size_t rows)
{
    if (rows <= r->order_room)
        return true;
    size_t room = rows + rows / 2;
    uint32_t *grown = realloc(r->order, 2 * room * sizeof *grown);
    if (!grown)
        return false;
    r->order = grown;
    r->order_room = room;
    return true;
}

/* A hash table for so many rows, empty. */
static bool make_slots(runner *r, size_t rows)
{
    size_t room = 64;
    while (room < 2 * rows)
        room *= 2;
    if (room > r->slot_room) {
        uint32_t *grown = realloc(r->slots, room * sizeof *grown);
        if (!grown)
            return false;
        r->slots = grown;
        r->slot_room = room;
    }
    memset(r->slots, 0, r->slot_room * sizeof *r->slots);
    return true;
}

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0x9E3779B97F4A7C15U;
    return h ^ h >> 32;
}

/* ---- edges ------------------------------------------------------------------ */

static uint64_t edge_hash(const batch *b, size_t row)
{
    uint64_t h = mix(mix(0, b->lane[row]), b->move[row]);
    for (unsigned w = 0; w < b->words; w++)
        h = mix(h, b->state[row * b->words + w]);
    return h;
}

static bool same_edge(const batch *b, size_t x, size_t y)
{
    return b->lane[x] == b->lane[y] && b->move[x] == b->move[y] &&
           memcmp(b->state + x * b->words, b->state + y * b->words, b->words * sizeof *b->state) ==
               0;
}

static bool same_costs(const batch *b, size_t x, size_t y)
{
    return b->costs == 0 ||
           memcmp(b->cost + x * b->costs, b->cost + y * b->costs, b->costs * sizeof *b->cost) == 0;
}

/* Is the edge new?  Else *differs where the one there is costs something else. */
static bool is_new_edge(runner *r, size_t row, bool *differs)
{
    const batch *b = &r->raw;
    size_t s = edge_hash(b, row) & (r->slot_room - 1);
    for (; r->slots[s]; s = (s + 1) & (r->slot_room - 1)) {
        size_t other = r->slots[s] - 1;
        if (!same_edge(b, row, other))
            continue;
        *differs = *differs || !same_costs(b, row, other);
        return false;
    }
    r->slots[s] = (uint32_t)row + 1;
    return true;
}

static size_t twin_rows(const runner *r)
{
    size_t rows = 0;
    for (size_t i = 0; i < r->made.count; i++)
        if (r->made.items[i].flags & RUN_TWIN)
            rows += r->made.items[i].count;
    return rows;
}

/* The rows that stay, by rank, into r->order; answers how many. */
static size_t list_edges(runner *r, bool *differs)
{
    size_t count = 0;
    for (size_t i = 0; i < r->made.count; i++) {
        const run *m = &r->made.items[i];
        for (size_t row = m->first; row < m->first + m->count; row++)
            if (!(m->flags & RUN_TWIN) || is_new_edge(r, row, differs))
                r->order[count++] = (uint32_t)row;
    }
    return count;
}

/* ---- in order of the lanes -------------------------------------------------- */

/* Sorts r->order (count rows) by lane, stably; answers where it now is. */
static const uint32_t *by_lane(runner *r, const uint32_t *lane, size_t count)
{
    uint32_t *start = r->counts, *sorted = r->order + r->order_room;
    memset(start, 0, (MODEL_BATCH + 1) * sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[lane[r->order[i]] + 1]++;
    for (size_t l = 0; l < MODEL_BATCH; l++)
        start[l + 1] += start[l];
    for (size_t i = 0; i < count; i++)
        sorted[start[lane[r->order[i]]]++] = r->order[i];
    return sorted;
}

static void copy_edge(batch *out, const batch *raw, size_t row, size_t first)
{
    size_t to = out->count++;
    out->lane[to] = raw->lane[row] + (uint32_t)first;
    out->move[to] = raw->move[row];
    for (unsigned w = 0; w < raw->words; w++)
        out->state[to * raw->words + w] = raw->state[row * raw->words + w];
    for (unsigned k = 0; k < raw->costs; k++)
        out->cost[to * raw->costs + k] = raw->cost[row * raw->costs + k];
}

static int append_edges(runner *r, const code *c, size_t first, unsigned wants, batch *out,
                        bool *differs)
{
    size_t twins = c->twins ? twin_rows(r) : 0;
    if (!make_room(r, r->raw.count) || (twins && !make_slots(r, twins)) ||
        !batch_reserve(out, r->raw.count))
        return WGCQ_EMEMORY;
    if (r->made.count > 1)
        qsort(r->made.items, r->made.count, sizeof *r->made.items, by_rank);
    size_t count = list_edges(r, differs);
    const uint32_t *order = wants & WANT_ORDER ? by_lane(r, r->raw.lane, count) : r->order;
    for (size_t i = 0; i < count; i++)
        copy_edge(out, &r->raw, order[i], first);
    return 0;
}

/* ---- refusals --------------------------------------------------------------- */

static bool is_new_refusal(runner *r, size_t row)
{
    const batch *b = &r->raw;
    uint64_t h = mix(mix(mix(0, b->refused_lane[row]), b->refused_move[row]), b->refused_rule[row]);
    size_t s = h & (r->slot_room - 1);
    for (; r->slots[s]; s = (s + 1) & (r->slot_room - 1)) {
        size_t other = r->slots[s] - 1;
        if (b->refused_lane[row] == b->refused_lane[other] &&
            b->refused_move[row] == b->refused_move[other] &&
            b->refused_rule[row] == b->refused_rule[other])
            return false;
    }
    r->slots[s] = (uint32_t)row + 1;
    return true;
}

static int append_refusals(runner *r, size_t first, batch *out)
{
    const batch *b = &r->raw;
    if (!make_room(r, b->refused) || !make_slots(r, b->refused) ||
        !batch_reserve_refusals(out, b->refused))
        return WGCQ_EMEMORY;
    if (r->refused.count > 1)
        qsort(r->refused.items, r->refused.count, sizeof *r->refused.items, by_rank);
    size_t count = 0;
    for (size_t i = 0; i < r->refused.count; i++) {
        const run *m = &r->refused.items[i];
        for (size_t row = m->first; row < m->first + m->count; row++)
            if (is_new_refusal(r, row))
                r->order[count++] = (uint32_t)row;
    }
    const uint32_t *order = by_lane(r, b->refused_lane, count);
    for (size_t i = 0; i < count; i++) {
        size_t to = out->refused++;
        out->refused_lane[to] = b->refused_lane[order[i]] + (uint32_t)first;
        out->refused_move[to] = b->refused_move[order[i]];
        out->refused_rule[to] = b->refused_rule[order[i]];
    }
    return 0;
}

int outcome_append(runner *r, const code *c, const uint64_t *states, size_t first, unsigned wants,
                   batch *out, wgcq_error *err)
{
    bool differs = false;
    (void)states;
    int rc = append_edges(r, c, first, wants, out, &differs);
    if (rc == 0 && wants & WANT_REFUSALS)
        rc = append_refusals(r, first, out);
    if (rc)
        return fault_memory(err);
    if (differs)
        r->failed = true;
    return 0;
}
