/* dedup.c - duplicate elimination in a batch. */
#include "model/dedup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { LINEAR_ROWS = 32 };

/* ---- kinds of rows ------------------------------------------------------------------ */

static uint64_t state_row_hash(const batch *b, size_t row)
{
    uint64_t h = HASH_FIRST;
    for (size_t i = 0; i < b->words; i++)
        h = hash_word(h, b->state[row * b->words + i]);
    return h;
}

static bool equal_state_rows(const batch *b, size_t row, size_t other)
{
    size_t words = b->words;
    return !memcmp(b->state + row * words, b->state + other * words, words * sizeof *b->state);
}

static uint64_t edge_row_hash(const batch *b, size_t row)
{
    return hash_word(state_row_hash(b, row), b->move[row]);
}

static bool equal_edge_rows(const batch *b, size_t row, size_t other)
{
    return b->move[row] == b->move[other] && equal_state_rows(b, row, other);
}

static uint64_t rejection_row_hash(const batch *b, size_t row)
{
    return hash_word(hash_word(0, b->rejected_move[row]), b->rejected_rule[row]);
}

static bool equal_rejection_rows(const batch *b, size_t row, size_t other)
{
    return b->rejected_move[row] == b->rejected_move[other] &&
           b->rejected_rule[row] == b->rejected_rule[other];
}

const dedup_kind dedup_states = {state_row_hash, equal_state_rows};
const dedup_kind dedup_edges = {edge_row_hash, equal_edge_rows};
const dedup_kind dedup_rejections = {rejection_row_hash, equal_rejection_rows};

/* ---- the table ------------------------------------------------------------------------ */

void dedup_reset(dedup *o, size_t from)
{
    o->from = from;
    o->indexed = o->slot_count = 0;
}

size_t dedup_memory(const dedup *o)
{
    return o->room * sizeof *o->slots;
}

void dedup_free(dedup *o)
{
    free(o->slots);
    *o = (dedup){0};
}

static bool allocate_index(dedup *o, budget *may, size_t room)
{
    if (!budget_take(may, (room - o->room) * sizeof *o->slots))
        return false;
    uint32_t *slots = malloc(room * sizeof *slots);
    if (!slots)
        return false;
    free(o->slots);
    o->slots = slots;
    o->room = room;
    return true;
}

static bool clear_index(dedup *o, budget *may, size_t rows)
{
    size_t wanted = o->slot_count ? o->slot_count : 4 * LINEAR_ROWS;
    while (wanted < rows * 2)
        wanted *= 2;
    if (wanted == o->slot_count)
        return true;
    if (wanted > o->room && !allocate_index(o, may, wanted))
        return false;
    o->slot_count = wanted;
    o->indexed = 0;
    memset(o->slots, 0, wanted * sizeof *o->slots);
    return true;
}

/* The slot of the equal row, or the empty one where it belongs. */
static uint32_t *row_slot(const dedup *o, const dedup_kind *of, const batch *b, size_t row)
{
    size_t at = of->hash(b, row) & (o->slot_count - 1);
    while (o->slots[at] && !of->same(b, o->slots[at] - (size_t)1, row))
        at = (at + 1) & (o->slot_count - 1);
    return &o->slots[at];
}

size_t dedup_find(dedup *o, const dedup_kind *of, const batch *b, size_t at)
{
    assert(at >= o->from && at - o->from >= o->indexed);
    if (at - o->from < LINEAR_ROWS) {
        for (size_t i = o->from; i < at; i++)
            if (of->same(b, i, at))
                return i;
        return at;
    }
    if (!clear_index(o, b->budget, at - o->from + 1))
        return SIZE_MAX;
    for (size_t row = o->from + o->indexed; row < at; row++, o->indexed++)
        *row_slot(o, of, b, row) = (uint32_t)row + 1;
    uint32_t *slot = row_slot(o, of, b, at);
    return *slot ? *slot - (size_t)1 : at;
}
