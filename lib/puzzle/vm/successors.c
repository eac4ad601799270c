/*
 * successors.c - what came out of a batch, made single and put in order.
 *
 * Code makes its rows instruction by instruction, in an order of its own.  Of rows that are the
 * same edge one is kept.  Where an order is wanted, rows are taken by rank, the order of the moves,
 * and dealt out by lane, so that (lane, rank) is their order.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/vm/vm.h"

enum { GONE = 1, TWINS_OF_LANE = 64, BETWEEN_LOOKS = 1 << 18 };

/* ---- runs by rank ------------------------------------------------------------- */

static int compare_ranks(const void *a, const void *b)
{
    const run *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static bool make_room(vm *r, void *list, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t next = wanted + wanted / 2;
    if (!budget_has(r->may, (next - *room) * size))
        next = wanted;
    if (!budget_take(r->may, (next - *room) * size))
        return false;
    void **place_ = list, *grown = realloc(*place_, next * size);
    if (!grown)
        return false;
    *place_ = grown;
    *room = next;
    return true;
}

size_t outcome_memory(const vm *r)
{
    return r->rank_room * sizeof *r->rank_starts + r->gone_room + r->slot_room * sizeof *r->slots +
           (r->made.room + r->rejected.room + r->sorted.room) * sizeof(run);
}

void outcome_free(vm *r)
{
    free(r->rank_starts);
    free(r->gone);
    free(r->slots);
    free(r->made.items);
    free(r->rejected.items);
    free(r->sorted.items);
    r->rank_starts = r->slots = NULL;
    r->gone = NULL;
    r->rank_room = r->gone_room = r->slot_room = 0;
    r->made = r->rejected = r->sorted = (runs){0};
}

/* Asked for every run of rows: whether the work is to end, after every so many of them. */
static bool goes_on(vm *r, size_t rows)
{
    r->since_look += rows;
    if (r->since_look < BETWEEN_LOOKS)
        return true;
    r->since_look = 0;
    return budget_go_on(r->may);
}

/* Sorts by rank, stably; by counting where ranks are not many more than runs. */
static bool sort_runs(vm *r, runs *all)
{
    size_t ranks = r->program->grounded.ranks;
    if (all->count < 2)
        return true;
    if (ranks > 4 * all->count + 256) {
        qsort(all->items, all->count, sizeof *all->items, compare_ranks);
        return true;
    }
    if (!make_room(r, &r->rank_starts, &r->rank_room, ranks + 1, sizeof *r->rank_starts) ||
        !make_room(r, &r->sorted.items, &r->sorted.room, all->count, sizeof *all->items))
        return false;
    memset(r->rank_starts, 0, (ranks + 1) * sizeof *r->rank_starts);
    for (size_t i = 0; i < all->count; i++)
        r->rank_starts[all->items[i].rank + 1]++;
    for (size_t k = 0; k < ranks; k++)
        r->rank_starts[k + 1] += r->rank_starts[k];
    for (size_t i = 0; i < all->count; i++)
        r->sorted.items[r->rank_starts[all->items[i].rank]++] = all->items[i];
    runs held = r->sorted;
    r->sorted = *all;
    held.count = all->count;
    *all = held;
    return true;
}

/* ---- a set of rows ------------------------------------------------------------ */

/* An empty hash table for so many rows. */
static bool make_slots(vm *r, size_t rows)
{
    size_t room = 64;
    while (room < 2 * rows)
        room *= 2;
    if (!make_room(r, &r->slots, &r->slot_room, room, sizeof *r->slots))
        return false;
    memset(r->slots, 0, room * sizeof *r->slots);
    r->slot_mask = room - 1;
    return true;
}

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0x9E3779B97F4A7C15U;
    return h ^ h >> 32;
}

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

/* Is the edge new?  Else r->failed where the one there costs something else. */
static bool is_new_edge(vm *r, const batch *b, size_t row)
{
    size_t s = edge_hash(b, row) & r->slot_mask;
    for (; r->slots[s]; s = (s + 1) & r->slot_mask) {
        size_t other = r->slots[s] - 1;
        if (!same_edge(b, row, other))
            continue;
        r->failed = r->failed || !same_costs(b, row, other);
        return false;
    }
    r->slots[s] = (uint32_t)row + 1;
    return true;
}

/* ---- twins -------------------------------------------------------------------- */

/* How many rows of twins are in lanes that have two of the same text, give or take: a bit a text of
   each lane says so, and lanes that have none need no closer look. */
static size_t suspects(vm *r, const batch *b, size_t first)
{
    size_t rows = 0;
    memset(r->texts_met, 0, MODEL_BATCH * sizeof *r->texts_met);
    memset(r->suspect, 0, MODEL_BATCH * sizeof *r->suspect);
    bool any = false;
    for (size_t i = 0; i < r->made.count; i++) {
        const run *m = &r->made.items[i];
        if (!(m->flags & MAY_COLLIDE))
            continue;
        rows += m->count;
        for (size_t row = m->first; row < m->first + m->count; row++) {
            size_t lane = b->lane[row] - first;
            uint64_t bit = UINT64_C(1) << (b->move[row] % TWINS_OF_LANE);
            uint8_t twice = (r->texts_met[lane] & bit) != 0;
            r->texts_met[lane] |= bit;
            r->suspect[lane] |= twice;
            any = any || twice;
        }
    }
    return any ? rows : 0;
}

/* Marks rows that repeat an edge as gone; *count of them. */
static bool mark_repeats(vm *r, const batch *b, size_t first, size_t *count)
{
    size_t rows = suspects(r, b, first);
    *count = 0;
    if (!rows)
        return true;
    if (!make_slots(r, rows) || !make_room(r, &r->gone, &r->gone_room, b->count, 1))
        return false;
    memset(r->gone, 0, b->count);
    for (size_t i = 0; i < r->made.count; i++) {
        const run *m = &r->made.items[i];
        if (!(m->flags & MAY_COLLIDE))
            continue;
        if (!goes_on(r, m->count))
            return false;
        for (size_t row = m->first; row < m->first + m->count; row++)
            if (r->suspect[b->lane[row] - first] && !is_new_edge(r, b, row)) {
                r->gone[row] = GONE;
                ++*count;
            }
    }
    return true;
}

static void move_row(batch *b, size_t to, size_t from)
{
    b->lane[to] = b->lane[from];
    b->move[to] = b->move[from];
    memmove(b->state + to * b->words, b->state + from * b->words, b->words * sizeof *b->state);
    if (b->costs)
        memmove(b->cost + to * b->costs, b->cost + from * b->costs, b->costs * sizeof *b->cost);
}

int successors_dedup(vm *r, batch *b, size_t from, size_t first, wgcq_error *err)
{
    size_t gone, kept = from;
    if (!mark_repeats(r, b, first, &gone))
        return error_set_memory(err);
    if (!gone)
        return 0;
    for (size_t row = from; row < b->count; row++)
        if (!r->gone[row])
            move_row(b, kept++, row);
    b->count = kept;
    return 0;
}

/* ---- in order ----------------------------------------------------------------- */

/* Where the rows of each lane begin. */
static void count_lanes(vm *r, const uint32_t *lane, size_t count, const uint8_t *gone)
{
    uint32_t *start = r->lane_starts;
    const size_t lanes = r->alive[0];
    memset(start, 0, (lanes + 1) * sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[lane[i] + 1] += !gone || !gone[i];
    for (size_t l = 0; l < lanes; l++)
        start[l + 1] += start[l];
}

/* Words and costs are mostly known beforehand, so that copying a row is a few stores. */
static inline __attribute__((always_inline)) void deal_rows(vm *r, const run *m,
                                                            const uint8_t *gone, size_t first,
                                                            batch *out, unsigned words,
                                                            unsigned costs)
{
    const uint32_t *restrict lanes = r->raw.lane, *restrict moves = r->raw.move;
    const uint64_t *restrict states = r->raw.state;
    uint32_t *restrict next = r->lane_starts, *restrict to_lane = out->lane + out->count;
    uint32_t *restrict to_move = out->move + out->count;
    uint64_t *restrict to_state = out->state + out->count * words;
    for (size_t row = m->first; row < m->first + m->count; row++) {
        if (gone && gone[row])
            continue;
        size_t to = next[lanes[row]]++;
        to_lane[to] = lanes[row] + (uint32_t)first;
        to_move[to] = moves[row];
        for (unsigned w = 0; w < words; w++)
            to_state[to * words + w] = states[row * words + w];
        for (unsigned c = 0; c < costs; c++)
            out->cost[(out->count + to) * costs + c] = r->raw.cost[row * costs + c];
    }
}

static void deal_run(vm *r, const run *m, const uint8_t *gone, size_t first, batch *out)
{
    const unsigned words = r->raw.words, costs = r->raw.costs;
    if (words == 1 && !costs)
        deal_rows(r, m, gone, first, out, 1, 0);
    else if (words == 2 && !costs)
        deal_rows(r, m, gone, first, out, 2, 0);
    else
        deal_rows(r, m, gone, first, out, words, costs);
}

static bool deal_edges(vm *r, const bytecode *c, size_t first, batch *out)
{
    size_t gone = 0;
    if (!sort_runs(r, &r->made) || !batch_reserve(out, r->raw.count) ||
        (c->twins && !mark_repeats(r, &r->raw, 0, &gone)))
        return false;
    const uint8_t *marks = gone ? r->gone : NULL;
    count_lanes(r, r->raw.lane, r->raw.count, marks);
    for (size_t i = 0; i < r->made.count; i++) {
        if (!goes_on(r, r->made.items[i].count))
            return false;
        deal_run(r, &r->made.items[i], marks, first, out);
    }
    out->count += r->raw.count - gone;
    return true;
}

/* ---- refusals ----------------------------------------------------------------- */

static bool is_new_rejection(vm *r, size_t row)
{
    const batch *b = &r->raw;
    uint64_t h =
        mix(mix(mix(0, b->rejected_lane[row]), b->rejected_move[row]), b->rejected_rule[row]);
    size_t s = h & r->slot_mask;
    for (; r->slots[s]; s = (s + 1) & r->slot_mask) {
        size_t other = r->slots[s] - 1;
        if (b->rejected_lane[row] == b->rejected_lane[other] &&
            b->rejected_move[row] == b->rejected_move[other] &&
            b->rejected_rule[row] == b->rejected_rule[other])
            return false;
    }
    r->slots[s] = (uint32_t)row + 1;
    return true;
}

static bool mark_repeated_rejections(vm *r, size_t *count)
{
    size_t gone = 0;
    memset(r->gone, 0, r->raw.rejected);
    for (size_t i = 0; i < r->rejected.count; i++) {
        const run *m = &r->rejected.items[i];
        if (!goes_on(r, m->count))
            return false;
        for (size_t row = m->first; row < m->first + m->count; row++)
            if (!is_new_rejection(r, row)) {
                r->gone[row] = GONE;
                gone++;
            }
    }
    *count = gone;
    return true;
}

static bool deal_rejections(vm *r, size_t first, batch *out)
{
    const batch *raw = &r->raw;
    size_t count = raw->rejected;
    if (!sort_runs(r, &r->rejected) || !batch_reserve_rejections(out, count) ||
        !make_room(r, &r->gone, &r->gone_room, count, 1) || !make_slots(r, count))
        return false;
    size_t gone;
    if (!mark_repeated_rejections(r, &gone))
        return false;
    count_lanes(r, raw->rejected_lane, count, r->gone);
    for (size_t i = 0; i < r->rejected.count; i++) {
        const run *m = &r->rejected.items[i];
        for (size_t row = m->first; row < m->first + m->count; row++) {
            if (r->gone[row])
                continue;
            size_t to = out->rejected + r->lane_starts[raw->rejected_lane[row]]++;
            out->rejected_lane[to] = raw->rejected_lane[row] + (uint32_t)first;
            out->rejected_move[to] = raw->rejected_move[row];
            out->rejected_rule[to] = raw->rejected_rule[row];
        }
    }
    out->rejected += count - gone;
    return true;
}

int successors_sort(vm *r, const bytecode *c, size_t first, unsigned wants, batch *out,
                    wgcq_error *err)
{
    if (!deal_edges(r, c, first, out))
        return error_set_memory(err);
    if (wants & WANT_REJECTIONS && r->raw.rejected && !deal_rejections(r, first, out))
        return error_set_memory(err);
    return 0;
}
