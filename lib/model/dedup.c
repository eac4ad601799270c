/* dedup.c - rows of a batch, each once. */
#include "model/dedup.h"

#include <stdlib.h>
#include <string.h>

enum { ONE_BY_ONE = 32 };

/* ---- kinds of rows ------------------------------------------------------------------ */

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0xff51afd7ed558ccdu;
    return h ^ h >> 32;
}

static uint64_t state_hash(const batch *b, size_t row)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < b->words; i++)
        h = mix(h, b->state[row * b->words + i]);
    return h;
}

static bool state_same(const batch *b, size_t row, size_t other)
{
    size_t words = b->words;
    return !memcmp(b->state + row * words, b->state + other * words, words * sizeof *b->state);
}

static uint64_t edge_hash(const batch *b, size_t row)
{
    return mix(state_hash(b, row), b->move[row]);
}

static bool edge_same(const batch *b, size_t row, size_t other)
{
    return b->move[row] == b->move[other] && state_same(b, row, other);
}

static uint64_t rejection_hash(const batch *b, size_t row)
{
    return mix(mix(0, b->rejected_move[row]), b->rejected_rule[row]);
}

static bool rejection_same(const batch *b, size_t row, size_t other)
{
    return b->rejected_move[row] == b->rejected_move[other] &&
           b->rejected_rule[row] == b->rejected_rule[other];
}

const dedup_kind once_state = {state_hash, state_same};
const dedup_kind once_edge = {edge_hash, edge_same};
const dedup_kind once_refusal = {rejection_hash, rejection_same};

/* ---- the table ------------------------------------------------------------------------ */

void dedup_begin(dedup *o, size_t from)
{
    o->from = from;
    o->held = o->used = 0;
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

static bool grow(dedup *o, budget *may, size_t room)
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

static bool make_room(dedup *o, budget *may, size_t rows)
{
    size_t wanted = o->used ? o->used : 4 * ONE_BY_ONE;
    while (wanted < rows * 2)
        wanted *= 2;
    if (wanted == o->used)
        return true;
    if (wanted > o->room && !grow(o, may, wanted))
        return false;
    o->used = wanted;
    o->held = 0;
    memset(o->slots, 0, wanted * sizeof *o->slots);
    return true;
}

/* The slot of the row that is the same, or the empty one where it belongs. */
static uint32_t *slot_of(const dedup *o, const dedup_kind *of, const batch *b, size_t row)
{
    size_t at = of->hash(b, row) & (o->used - 1);
    while (o->slots[at] && !of->same(b, o->slots[at] - (size_t)1, row))
        at = (at + 1) & (o->used - 1);
    return &o->slots[at];
}

size_t dedup_find(dedup *o, const dedup_kind *of, const batch *b, size_t at)
{
    if (at - o->from < ONE_BY_ONE) {
        for (size_t i = o->from; i < at; i++)
            if (of->same(b, i, at))
                return i;
        return at;
    }
    if (!make_room(o, b->budget, at - o->from + 1))
        return SIZE_MAX;
    for (size_t row = o->from + o->held; row < at; row++, o->held++)
        *slot_of(o, of, b, row) = (uint32_t)row + 1;
    uint32_t *slot = slot_of(o, of, b, at);
    return *slot ? *slot - (size_t)1 : at;
}
