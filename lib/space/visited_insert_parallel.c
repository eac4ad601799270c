/* visited_insert_parallel.c - adding to the visited set by several threads, shard by shard. */
#include "space/visited_insert_parallel.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "space/visited_table.h"

enum { SHARD_SHIFT = 28 }; /* a tag's upper bits are its shard */

_Static_assert(PARALLEL_SHARDS == 1 << (32 - SHARD_SHIFT), "a shard is the upper bits of a hash");

/* ---- sorting by shard ------------------------------------------------------------- */

static bool reserve_batch(pending_insert *a, size_t count, unsigned words)
{
    if (count <= a->room)
        return true;
    size_t room = count + count / 4;
    uint32_t **all[] = {&a->tags, &a->final_ids, &a->ids};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        free(*all[i]);
        *all[i] = malloc(room * sizeof **all[i]);
    }
    free(a->sorted);
    free(a->sorted_states);
    a->sorted = malloc(room * sizeof *a->sorted);
    a->sorted_states = malloc(room * words * sizeof *a->sorted_states);
    a->room = a->tags && a->final_ids && a->ids && a->sorted && a->sorted_states ? room : 0;
    return a->room;
}

ALWAYS_INLINE void scatter_by_shard(pending_insert *a, uint32_t next[], unsigned words)
{
    for (uint32_t i = 0; i < a->count; i++) {
        size_t to = next[a->tags[i] >> SHARD_SHIFT]++;
        a->sorted[to] = (struct shard_entry){a->tags[i], i};
        for (unsigned w = 0; w < words; w++)
            a->sorted_states[to * words + w] = a->states[i * (size_t)words + w];
    }
}

static void sort_by_shard(pending_insert *a, unsigned words)
{
    uint32_t next[PARALLEL_SHARDS + 1] = {0};
    for (size_t i = 0; i < a->count; i++)
        next[(a->tags[i] >> SHARD_SHIFT) + 1]++;
    for (size_t s = 1; s <= PARALLEL_SHARDS; s++)
        next[s] += next[s - 1];
    memcpy(a->shard_start, next, sizeof next);
    if (words == 1)
        scatter_by_shard(a, next, 1);
    else
        scatter_by_shard(a, next, words);
}

bool parallel_sort_batch(parallel_insert *all, size_t batch, const uint64_t *states, size_t count)
{
    pending_insert *a = &all->batch[batch];
    if (count > UINT32_MAX || !reserve_batch(a, count, all->set->words))
        return false;
    a->states = states;
    a->count = count;
    visited_hash(all->set->words, states, count, a->tags);
    sort_by_shard(a, all->set->words);
    return true;
}

/* ---- room ------------------------------------------------------------------------------ */

static bool reserve_shard(parallel_insert *all, size_t shard)
{
    struct parallel_insert_shard *s = &all->shard[shard];
    size_t count = 0;
    for (size_t b = 0; b < all->batches; b++)
        count += all->batch[b].shard_start[shard + 1] - all->batch[b].shard_start[shard];
    s->slot_count = s->overflow_count = s->overflow_new = 0;
    memset(s->first_new, 0, sizeof s->first_new);
    return array_renew(&s->slots, &s->room, count + 1, sizeof *s->slots);
}

bool parallel_begin(parallel_insert *all, size_t batches)
{
    size_t most = 0, sum = 0;
    assert(batches && batches <= PARALLEL_BATCHES);
    all->batches = batches;
    all->count_before = all->set->count;
    for (size_t b = 0; b < batches; b++) {
        size_t count = all->batch[b].count;
        sum += count;
        most = count > most ? count : most;
    }
    for (all->shift = 0; most >> all->shift; all->shift++)
        continue;
    if (((uint64_t)batches << all->shift) + all->count_before >= VISITED_MAX)
        return false;
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        if (!reserve_shard(all, s))
            return false;
    return visited_reserve(all->set, sum);
}

/* ---- provisional ids
 * -------------------------------------------------------------------------------- */

ALWAYS_INLINE uint32_t provisional_id(const parallel_insert *all, size_t batch, uint32_t row)
{
    return all->count_before + 1 + ((uint32_t)batch << all->shift) + row;
}

/* Where the state of a provisional id came first. */
ALWAYS_INLINE const pending_insert *batch_of_provisional(const parallel_insert *all, uint32_t mark,
                                                         uint32_t *row)
{
    uint32_t which = mark - all->count_before - 1;
    *row = which & ((1u << all->shift) - 1);
    return &all->batch[which >> all->shift];
}

/* The state of an id, final or provisional. */
ALWAYS_INLINE const uint64_t *state_of_id(const parallel_insert *all, uint32_t number,
                                          unsigned words)
{
    uint32_t row;
    if (number <= all->count_before)
        return (const uint64_t *)all->set->states.at + (number - 1) * (size_t)words;
    const pending_insert *a = batch_of_provisional(all, number, &row);
    return a->states + row * (size_t)words;
}

/* ---- looking up --------------------------------------------------------------------------- */

ALWAYS_INLINE void insert_provisional(parallel_insert *all, size_t shard, size_t batch,
                                      struct shard_entry c, uint64_t slot)
{
    struct parallel_insert_shard *s = &all->shard[shard];
    uint32_t mark = provisional_id(all, batch, c.row);
    ((uint64_t *)all->set->table.at)[slot] = (uint64_t)c.tag << 32 | mark;
    all->batch[batch].ids[c.row] = mark;
    s->slots[s->slot_count++] = slot;
    s->first_new[batch]++;
}

/* Looks one state up in the lines from..end - 1, or adds it; false: it is not there, and they are
 * full. */
ALWAYS_INLINE bool lookup_in_lines(parallel_insert *all, size_t shard, size_t batch,
                                   struct shard_entry c, uint64_t from, uint64_t end,
                                   unsigned words)
{
    pending_insert *a = &all->batch[batch];
    const uint64_t *table = all->set->table.at, *state = a->states + c.row * (size_t)words;
    for (uint64_t l = from; l < end; l++) {
        const uint64_t *line = table + l * LINE;
        for (unsigned bits = matching_slots(line, c.tag); bits; bits &= bits - 1) {
            uint32_t number = (uint32_t)line[__builtin_ctz(bits)];
            if (equal_words(state_of_id(all, number, words), state, words)) {
                a->ids[c.row] = number;
                return true;
            }
        }
        unsigned empty = empty_slots(line);
        if (empty) {
            insert_provisional(all, shard, batch, c, l * LINE + (unsigned)__builtin_ctz(empty));
            return true;
        }
    }
    return false;
}

static uint64_t shard_line(const parallel_insert *all, size_t shard)
{
    return (uint64_t)shard << SHARD_SHIFT >= (uint64_t)1 << 32
               ? all->set->lines
               : home_line(all->set->lines, (uint32_t)(shard << SHARD_SHIFT));
}

static void push_overflow(struct parallel_insert_shard *s, size_t batch, uint32_t row)
{
    assert(s->slot_count + s->overflow_count < s->room);
    s->slots[s->room - ++s->overflow_count] = (uint64_t)batch << 32 | row;
}

/* The states of a batch in the shard. */
ALWAYS_INLINE void lookup_batch(parallel_insert *all, size_t shard, size_t batch, unsigned words)
{
    pending_insert *a = &all->batch[batch];
    uint32_t expected[AHEAD];
    const uint64_t *table = all->set->table.at, lines = all->set->lines;
    const uint64_t end = shard_line(all, shard + 1);
    const size_t from = a->shard_start[shard], count = a->shard_start[shard + 1] - from;
    const struct shard_entry *c = a->sorted + from;
    const uint64_t *states = a->sorted_states + from * words;
    /* in three steps: prefetch its line, prefetch the candidate, compare */
    for (size_t i = 0; i < count + 2 * AHEAD; i++) {
        size_t now = i - 2 * AHEAD, next = i - AHEAD;
        if (now < count) {
            uint32_t number = expected[now % AHEAD];
            if (number && equal_words(state_of_id(all, number, words), states + now * words, words))
                a->ids[c[now].row] = number;
            else if (!lookup_in_lines(all, shard, batch, c[now], home_line(lines, c[now].tag), end,
                                      words))
                push_overflow(&all->shard[shard], batch, c[now].row);
        }
        if (next < count) {
            uint32_t number = expected[next % AHEAD] = likely_number(table, lines, c[next].tag);
            FETCH(number ? state_of_id(all, number, words)
                         : overflow_line(table, lines, c[next].tag));
        }
        if (i < count)
            FETCH(table + home_line(lines, c[i].tag) * LINE);
    }
}

ALWAYS_INLINE void lookup_shard(parallel_insert *all, size_t shard, unsigned words)
{
    for (size_t b = 0; b < all->batches; b++)
        if (all->batch[b].count) /* else its arrays may be NULL */
            lookup_batch(all, shard, b, words);
}

void parallel_lookup(parallel_insert *all, size_t shard)
{
    switch (all->set->words) {
    case 1: lookup_shard(all, shard, 1); break;
    case 2: lookup_shard(all, shard, 2); break;
    default: lookup_shard(all, shard, all->set->words);
    }
}

/* ---- beyond a shard's end ----------------------------------------------------------------
 */

/* Searches all lines, from the home line round to it: one of them has an empty slot.  Equal states
   have all overflowed, since lines only fill.  Slots of new states replace entries already read. */
static void lookup_overflow(parallel_insert *all, size_t shard)
{
    struct parallel_insert_shard *s = &all->shard[shard];
    unsigned words = all->set->words;
    size_t before = s->slot_count;
    for (size_t i = 1; i <= s->overflow_count; i++) {
        uint64_t which = s->slots[s->room - i];
        size_t batch = which >> 32;
        struct shard_entry c = {.row = (uint32_t)which};
        c.tag = all->batch[batch].tags[c.row];
        uint64_t from = home_line(all->set->lines, c.tag);
        if (!lookup_in_lines(all, shard, batch, c, from, all->set->lines, words))
            lookup_in_lines(all, shard, batch, c, 0, from, words);
        if (s->slot_count > before)
            s->slots[s->room - ++s->overflow_new] = s->slots[--s->slot_count];
    }
}

void parallel_overflow(parallel_insert *all)
{
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        lookup_overflow(all, s);
    for (size_t b = 0; b < all->batches; b++) {
        pending_insert *a = &all->batch[b];
        a->first_new = all->set->count + 1;
        a->new_count = 0;
        for (size_t s = 0; s < PARALLEL_SHARDS; s++)
            a->new_count += all->shard[s].first_new[b];
        all->set->count += a->new_count;
    }
}

/* ---- final ids
 * ------------------------------------------------------------------------------------
 */

void parallel_store_states(parallel_insert *all, size_t batch)
{
    pending_insert *a = &all->batch[batch];
    unsigned words = all->set->words;
    uint32_t mark = provisional_id(all, batch, 0), number = a->first_new;
    uint64_t *to = (uint64_t *)all->set->states.at + (number - 1) * (size_t)words;
    for (size_t i = 0; i < a->count; i++, mark++) {
        if (a->ids[i] != mark)
            continue;
        a->final_ids[i] = number++;
        memcpy(to, a->states + i * words, words * sizeof *to);
        to += words;
    }
}

static uint32_t final_id(const parallel_insert *all, uint32_t mark)
{
    uint32_t row;
    const pending_insert *a = batch_of_provisional(all, mark, &row);
    return a->final_ids[row];
}

static void replace_batch_ids(parallel_insert *all, pending_insert *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->ids[i] > all->count_before)
            a->ids[i] = final_id(all, a->ids[i]);
}

static void replace_slot_ids(parallel_insert *all, const uint64_t *slots, size_t count)
{
    uint64_t *table = all->set->table.at;
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            FETCH(&table[slots[i + AHEAD]]);
        uint64_t *slot = &table[slots[i]];
        *slot = *slot >> 32 << 32 | final_id(all, (uint32_t)*slot);
    }
}

void parallel_assign_ids(parallel_insert *all, size_t task)
{
    if (task >= PARALLEL_SHARDS) {
        replace_batch_ids(all, &all->batch[task - PARALLEL_SHARDS]);
        return;
    }
    const struct parallel_insert_shard *s = &all->shard[task];
    replace_slot_ids(all, s->slots, s->slot_count);
    if (s->overflow_new)
        replace_slot_ids(all, s->slots + s->room - s->overflow_new, s->overflow_new);
}

/* ---- memory ------------------------------------------------------------------------ */

void parallel_insert_free(parallel_insert *all)
{
    for (size_t b = 0; b < PARALLEL_BATCHES; b++) {
        pending_insert *a = &all->batch[b];
        free(a->tags);
        free(a->sorted);
        free(a->sorted_states);
        free(a->final_ids);
        free(a->ids);
    }
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        free(all->shard[s].slots);
    memset(all, 0, sizeof *all);
}

size_t parallel_insert_memory(const parallel_insert *all)
{
    size_t bytes = 0;
    for (size_t b = 0; b < PARALLEL_BATCHES; b++)
        bytes += all->batch[b].room * (5 * sizeof(uint32_t) + all->set->words * sizeof(uint64_t));
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        bytes += all->shard[s].room * sizeof(uint64_t);
    return bytes;
}
