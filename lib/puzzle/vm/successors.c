/*
 * successors.c - deduplicates and sorts the rows that a batch has emitted.
 *
 * Rows come instruction by instruction.  Of equal edges one is kept.  Where an order is wanted,
 * runs of rows are sorted by position, the order of the moves, and the numbers of their rows are
 * distributed to lanes by counting; then the rows are copied, sorted by (lane, position).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "puzzle/vm/vm.h"

enum { DUPLICATE = 1, LABEL_BITS = 64, ROWS_A_CHECK = 1 << 18 };

/* ---- runs by position ------------------------------------------------------------- */

static int compare_ranks(const void *a, const void *b)
{
    const row_run *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static bool grow_within_budget(vm *m, void *list, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t next = wanted + wanted / 2;
    if (!budget_has(m->budget, (next - *room) * size))
        next = wanted;
    if (!budget_take(m->budget, (next - *room) * size))
        return false;
    if (!array_resize(list, next, size))
        return false;
    *room = next;
    return true;
}

size_t successors_memory(const vm *m)
{
    return m->position_room * sizeof *m->position_starts + m->duplicate_room +
           m->order_room * sizeof *m->order + m->slot_room * sizeof *m->slots +
           (m->emitted.room + m->rejected.room + m->sorted.room) * sizeof(row_run);
}

void successors_free(vm *m)
{
    free(m->position_starts);
    free(m->duplicate);
    free(m->order);
    free(m->slots);
    free(m->emitted.items);
    free(m->rejected.items);
    free(m->sorted.items);
    m->position_starts = m->slots = m->order = NULL;
    m->duplicate = NULL;
    m->position_room = m->duplicate_room = m->slot_room = m->order_room = 0;
    m->emitted = m->rejected = m->sorted = (row_runs){0};
}

/* Called for every run of rows; checks the budget after every ROWS_A_CHECK rows. */
static bool check_budget(vm *m, size_t rows)
{
    m->rows_unchecked += rows;
    if (m->rows_unchecked < ROWS_A_CHECK)
        return true;
    m->rows_unchecked = 0;
    return budget_continue(m->budget);
}

/* Sorts by position, stably; by counting unless there are many more positions than runs. */
static bool sort_runs(vm *m, row_runs *all)
{
    size_t positions = m->program->grounded.positions;
    if (all->count < 2)
        return true;
    if (positions > 4 * all->count + 256) {
        qsort(all->items, all->count, sizeof *all->items, compare_ranks);
        return true;
    }
    if (!grow_within_budget(m, &m->position_starts, &m->position_room, positions + 1,
                            sizeof *m->position_starts) ||
        !grow_within_budget(m, &m->sorted.items, &m->sorted.room, all->count, sizeof *all->items))
        return false;
    memset(m->position_starts, 0, (positions + 1) * sizeof *m->position_starts);
    for (size_t i = 0; i < all->count; i++)
        m->position_starts[all->items[i].position + 1]++;
    for (size_t k = 0; k < positions; k++)
        m->position_starts[k + 1] += m->position_starts[k];
    for (size_t i = 0; i < all->count; i++)
        m->sorted.items[m->position_starts[all->items[i].position]++] = all->items[i];
    row_runs sorted = m->sorted;
    m->sorted = *all;
    sorted.count = all->count;
    *all = sorted;
    return true;
}

/* ---- a hash set of rows ------------------------------------------------------- */

/* Makes it empty, with room for so many rows. */
static bool clear_slots(vm *m, size_t rows)
{
    size_t room = 64;
    while (room < 2 * rows)
        room *= 2;
    if (!grow_within_budget(m, &m->slots, &m->slot_room, room, sizeof *m->slots))
        return false;
    memset(m->slots, 0, room * sizeof *m->slots);
    m->slot_mask = room - 1;
    return true;
}

static uint64_t hash_edge_row(const batch *b, size_t row)
{
    uint64_t h = hash_word(hash_word(0, b->lane[row]), b->move[row]);
    for (unsigned w = 0; w < b->words; w++)
        h = hash_word(h, b->state[row * b->words + w]);
    return h;
}

static bool same_edge_rows(const batch *b, size_t x, size_t y)
{
    return b->lane[x] == b->lane[y] && b->move[x] == b->move[y] &&
           memcmp(b->state + x * b->words, b->state + y * b->words, b->words * sizeof *b->state) ==
               0;
}

static bool same_cost_rows(const batch *b, size_t x, size_t y)
{
    return b->costs == 0 ||
           memcmp(b->cost + x * b->costs, b->cost + y * b->costs, b->costs * sizeof *b->cost) == 0;
}

/* False: the edge is in the set already; sets m->failed where that one costs something else. */
static bool insert_edge_row(vm *m, const batch *b, size_t row)
{
    size_t s = hash_edge_row(b, row) & m->slot_mask;
    for (; m->slots[s]; s = (s + 1) & m->slot_mask) {
        size_t other = m->slots[s] - 1;
        if (!same_edge_rows(b, row, other))
            continue;
        m->failed = m->failed || !same_cost_rows(b, row, other);
        return false;
    }
    m->slots[s] = (uint32_t)row + 1;
    return true;
}

/* ---- duplicates --------------------------------------------------------------- */

/* Marks lanes that may have two rows of the same label, by a filter of LABEL_BITS bits a lane;
   returns the number of rows that may collide, or 0 where no lane is marked. */
static size_t count_suspects(vm *m, const batch *b, size_t first)
{
    const uint32_t *restrict lanes = b->lane, *restrict moves = b->move;
    uint64_t *restrict met = m->labels_met;
    size_t rows = 0;
    bool any = false;
    memset(met, 0, m->alive[0] * sizeof *met);
    memset(m->suspect, 0, m->alive[0] * sizeof *m->suspect);
    for (size_t i = 0; i < m->emitted.count; i++) {
        const row_run *run = &m->emitted.items[i];
        if (!(run->flags & MAY_COLLIDE))
            continue;
        rows += run->count;
        for (size_t row = run->first; row < run->first + run->count; row++) {
            const size_t lane = lanes[row] - first;
            const uint64_t bit = UINT64_C(1) << (moves[row] % LABEL_BITS), before = met[lane];
            met[lane] = before | bit;
            if (before & bit) {
                m->suspect[lane] = 1;
                any = true;
            }
        }
    }
    return any ? rows : 0;
}

/* Marks rows that repeat an edge; *count: how many. */
static bool mark_duplicates(vm *m, const batch *b, size_t first, size_t *count)
{
    size_t rows = count_suspects(m, b, first);
    *count = 0;
    if (!rows)
        return true;
    if (!clear_slots(m, rows) ||
        !grow_within_budget(m, &m->duplicate, &m->duplicate_room, b->count, 1))
        return false;
    memset(m->duplicate, 0, b->count);
    for (size_t i = 0; i < m->emitted.count; i++) {
        const row_run *run = &m->emitted.items[i];
        if (!(run->flags & MAY_COLLIDE))
            continue;
        if (!check_budget(m, run->count))
            return false;
        for (size_t row = run->first; row < run->first + run->count; row++)
            if (m->suspect[b->lane[row] - first] && !insert_edge_row(m, b, row)) {
                m->duplicate[row] = DUPLICATE;
                ++*count;
            }
    }
    return true;
}

void successors_move_row(batch *b, size_t to, size_t from)
{
    b->lane[to] = b->lane[from];
    b->move[to] = b->move[from];
    for (unsigned w = 0; w < b->words; w++)
        b->state[to * b->words + w] = b->state[from * b->words + w];
    if (b->costs)
        memmove(b->cost + to * b->costs, b->cost + from * b->costs, b->costs * sizeof *b->cost);
}

int successors_dedup(vm *m, batch *b, size_t from, size_t first, wgcq_error *err)
{
    size_t duplicates, kept = from;
    assert(from <= b->count);
    if (!mark_duplicates(m, b, first, &duplicates))
        return error_set_memory(err);
    if (!duplicates)
        return 0;
    for (size_t row = from; row < b->count; row++)
        if (!m->duplicate[row])
            successors_move_row(b, kept++, row);
    b->count = kept;
    return 0;
}

/* ---- order -------------------------------------------------------------------- */

/* Where the rows of each lane begin in the output; returns how many there are. */
static size_t start_lanes(vm *m, const uint32_t *lane, size_t count, const uint8_t *duplicates)
{
    uint32_t *start = m->lane_starts;
    const size_t lanes = m->alive[0];
    memset(start, 0, (lanes + 1) * sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[lane[i] + 1] += !duplicates || !duplicates[i];
    for (size_t l = 0; l < lanes; l++)
        start[l + 1] += start[l];
    return start[lanes];
}

/* Whether each run has one row for each lane. */
static bool are_runs_full(const vm *m, const row_runs *runs, const uint32_t *lane)
{
    const size_t lanes = m->alive[0];
    for (size_t i = 0; i < runs->count; i++) {
        const row_run *run = &runs->items[i];
        if (run->count != lanes || lane[run->first] != 0 ||
            lane[run->first + lanes - 1] != lanes - 1)
            return false;
    }
    return true;
}

static void order_full_runs(vm *m, const row_runs *runs)
{
    uint32_t *restrict to = m->order;
    for (uint32_t l = 0; l < m->alive[0]; l++)
        for (size_t i = 0; i < runs->count; i++)
            *to++ = (uint32_t)runs->items[i].first + l;
}

static void order_run(vm *m, const row_run *run, const uint32_t *restrict lane,
                      const uint8_t *duplicates)
{
    uint32_t *restrict order = m->order, *restrict next = m->lane_starts;
    const uint32_t end = (uint32_t)(run->first + run->count);
    for (uint32_t row = (uint32_t)run->first; row < end; row++)
        if (!duplicates || !duplicates[row])
            order[next[lane[row]]++] = row;
}

/* m->order: the rows of sorted parts by lane, without duplicates (NULL: there are none); *kept: how
   many.  `lane` is by row, of which there are `count`. */
static bool order_rows(vm *m, const row_runs *runs, const uint32_t *lane, size_t count,
                       const uint8_t *duplicates, size_t *kept)
{
    if (!grow_within_budget(m, &m->order, &m->order_room, count, sizeof *m->order))
        return false;
    *kept = count;
    if (!duplicates && are_runs_full(m, runs, lane)) {
        order_full_runs(m, runs);
        return check_budget(m, count);
    }
    *kept = start_lanes(m, lane, count, duplicates);
    for (size_t i = 0; i < runs->count; i++) {
        if (!check_budget(m, runs->items[i].count))
            return false;
        order_run(m, &runs->items[i], lane, duplicates);
    }
    return true;
}

static void copy_number_rows(uint32_t *restrict to, const uint32_t *restrict from,
                             const uint32_t *restrict order, size_t count)
{
    for (size_t k = 0; k < count; k++)
        to[k] = from[order[k]];
}

static void copy_state_rows(uint64_t *restrict to, const uint64_t *restrict from,
                            const uint32_t *restrict order, size_t count, unsigned words)
{
    for (size_t k = 0; words == 1 && k < count; k++)
        to[k] = from[order[k]];
    for (size_t k = 0; words == 2 && k < count; k++) {
        to[2 * k] = from[2 * (size_t)order[k]];
        to[2 * k + 1] = from[2 * (size_t)order[k] + 1];
    }
    for (size_t k = 0; words > 2 && k < count; k++)
        memcpy(to + k * words, from + (size_t)order[k] * words, words * sizeof *to);
}

static void number_lanes(uint32_t *lane, size_t first, size_t count)
{
    for (size_t k = 0; first && k < count; k++)
        lane[k] += (uint32_t)first;
}

static bool sort_edges(vm *m, const bytecode *c, size_t first, batch *out)
{
    const batch *raw = &m->raw;
    size_t duplicates = 0, kept;
    if (!sort_runs(m, &m->emitted) || !batch_reserve(out, raw->count) ||
        (c->may_collide && !mark_duplicates(m, raw, 0, &duplicates)) ||
        !order_rows(m, &m->emitted, raw->lane, raw->count, duplicates ? m->duplicate : NULL, &kept))
        return false;
    copy_number_rows(out->lane + out->count, raw->lane, m->order, kept);
    number_lanes(out->lane + out->count, first, kept);
    copy_number_rows(out->move + out->count, raw->move, m->order, kept);
    copy_state_rows(out->state + out->count * raw->words, raw->state, m->order, kept, raw->words);
    for (size_t k = 0; raw->costs && k < kept; k++)
        memcpy(out->cost + (out->count + k) * raw->costs,
               raw->cost + (size_t)m->order[k] * raw->costs, raw->costs * sizeof *raw->cost);
    out->count += kept;
    return true;
}

/* ---- rejections --------------------------------------------------------------- */

static bool insert_rejection_row(vm *m, size_t row)
{
    const batch *b = &m->raw;
    uint64_t h = hash_word(hash_word(hash_word(0, b->rejected_lane[row]), b->rejected_move[row]),
                           b->rejected_rule[row]);
    size_t s = h & m->slot_mask;
    for (; m->slots[s]; s = (s + 1) & m->slot_mask) {
        size_t other = m->slots[s] - 1;
        if (b->rejected_lane[row] == b->rejected_lane[other] &&
            b->rejected_move[row] == b->rejected_move[other] &&
            b->rejected_rule[row] == b->rejected_rule[other])
            return false;
    }
    m->slots[s] = (uint32_t)row + 1;
    return true;
}

static bool mark_duplicate_rejections(vm *m, size_t *count)
{
    size_t duplicates = 0;
    memset(m->duplicate, 0, m->raw.rejected);
    for (size_t i = 0; i < m->rejected.count; i++) {
        const row_run *run = &m->rejected.items[i];
        if (!check_budget(m, run->count))
            return false;
        for (size_t row = run->first; row < run->first + run->count; row++)
            if (!insert_rejection_row(m, row)) {
                m->duplicate[row] = DUPLICATE;
                duplicates++;
            }
    }
    *count = duplicates;
    return true;
}

static bool sort_rejections(vm *m, size_t first, batch *out)
{
    const batch *raw = &m->raw;
    size_t count = raw->rejected;
    if (!sort_runs(m, &m->rejected) || !batch_reserve_rejections(out, count) ||
        !grow_within_budget(m, &m->duplicate, &m->duplicate_room, count, 1) ||
        !clear_slots(m, count))
        return false;
    size_t duplicates, kept;
    if (!mark_duplicate_rejections(m, &duplicates) ||
        !order_rows(m, &m->rejected, raw->rejected_lane, count, duplicates ? m->duplicate : NULL,
                    &kept))
        return false;
    copy_number_rows(out->rejected_lane + out->rejected, raw->rejected_lane, m->order, kept);
    number_lanes(out->rejected_lane + out->rejected, first, kept);
    copy_number_rows(out->rejected_move + out->rejected, raw->rejected_move, m->order, kept);
    copy_number_rows(out->rejected_rule + out->rejected, raw->rejected_rule, m->order, kept);
    out->rejected += kept;
    return true;
}

int successors_sort(vm *m, const bytecode *c, size_t first, unsigned wants, batch *out,
                    wgcq_error *err)
{
    if (!sort_edges(m, c, first, out))
        return error_set_memory(err);
    if (wants & WANT_REJECTIONS && m->raw.rejected && !sort_rejections(m, first, out))
        return error_set_memory(err);
    return 0;
}
