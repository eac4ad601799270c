/* visited_insert_parallel.c - adding to the set of states seen by several threads, shard by shard.
 */
#include "space/visited_insert_parallel.h"

#include <stdlib.h>
#include <string.h>

#include "space/visited_table.h"

enum { SHARD_SHIFT = 28 }; /* of a hash: its upper bits are the shard */

_Static_assert(PARALLEL_SHARDS == 1 << (32 - SHARD_SHIFT), "a shard is the upper bits of a hash");

/* ---- sorted by shard ------------------------------------------------------------- */

static bool reserve(pending_insert *a, size_t count, unsigned words)
{
    if (count <= a->room)
        return true;
    size_t room = count + count / 4;
    uint32_t **all[] = {&a->tags, &a->names, &a->numbers};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        free(*all[i]);
        *all[i] = malloc(room * sizeof **all[i]);
    }
    free(a->callers);
    free(a->called);
    a->callers = malloc(room * sizeof *a->callers);
    a->called = malloc(room * words * sizeof *a->called);
    a->room = a->tags && a->names && a->numbers && a->callers && a->called ? room : 0;
    return a->room;
}

ALWAYS_INLINE void deal(pending_insert *a, uint32_t next[], unsigned words)
{
    for (uint32_t i = 0; i < a->count; i++) {
        size_t to = next[a->tags[i] >> SHARD_SHIFT]++;
        a->callers[to] = (struct parallel_insert_caller){a->tags[i], i};
        for (unsigned w = 0; w < words; w++)
            a->called[to * words + w] = a->states[i * (size_t)words + w];
    }
}

static void sort_callers(pending_insert *a, unsigned words)
{
    uint32_t next[PARALLEL_SHARDS + 1] = {0};
    for (size_t i = 0; i < a->count; i++)
        next[(a->tags[i] >> SHARD_SHIFT) + 1]++;
    for (size_t s = 1; s <= PARALLEL_SHARDS; s++)
        next[s] += next[s - 1];
    memcpy(a->from, next, sizeof next);
    if (words == 1)
        deal(a, next, 1);
    else
        deal(a, next, words);
}

bool parallel_insert_sort(parallel_insert *all, size_t batch, const uint64_t *states, size_t count)
{
    pending_insert *a = &all->batch[batch];
    if (count > UINT32_MAX || !reserve(a, count, all->seen->words))
        return false;
    a->states = states;
    a->count = count;
    visited_hash(all->seen->words, states, count, a->tags);
    sort_callers(a, all->seen->words);
    return true;
}

/* ---- room ------------------------------------------------------------------------------ */

static bool reserve_slots(struct parallel_insert_shard *s, size_t count)
{
    if (count <= s->room)
        return true;
    free(s->slots);
    s->room = count + count / 4;
    s->slots = malloc(s->room * sizeof *s->slots);
    if (!s->slots)
        s->room = 0;
    return s->slots;
}

static bool reserve_shard(parallel_insert *all, size_t shard)
{
    struct parallel_insert_shard *s = &all->shard[shard];
    size_t count = 0;
    for (size_t b = 0; b < all->batches; b++)
        count += all->batch[b].from[shard + 1] - all->batch[b].from[shard];
    s->slot_count = s->cut_off = s->late = 0;
    memset(s->fresh, 0, sizeof s->fresh);
    return reserve_slots(s, count + 1);
}

bool parallel_insert_begin(parallel_insert *all, size_t batches)
{
    size_t most = 0, sum = 0;
    all->batches = batches;
    all->known = all->seen->count;
    for (size_t b = 0; b < batches; b++) {
        size_t count = all->batch[b].count;
        sum += count;
        most = count > most ? count : most;
    }
    for (all->shift = 0; most >> all->shift; all->shift++)
        continue;
    if (((uint64_t)batches << all->shift) + all->known >= SEEN_MOST)
        return false;
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        if (!reserve_shard(all, s))
            return false;
    return visited_prepare(all->seen, sum);
}

/* ---- marks -------------------------------------------------------------------------------- */

ALWAYS_INLINE uint32_t mark_of(const parallel_insert *all, size_t batch, uint32_t place)
{
    return all->known + 1 + ((uint32_t)batch << all->shift) + place;
}

/* Where the state of a mark came first. */
ALWAYS_INLINE const pending_insert *marked(const parallel_insert *all, uint32_t mark,
                                           uint32_t *place)
{
    uint32_t which = mark - all->known - 1;
    *place = which & ((1u << all->shift) - 1);
    return &all->batch[which >> all->shift];
}

/* The state of a number or a mark. */
ALWAYS_INLINE const uint64_t *state_of(const parallel_insert *all, uint32_t number, unsigned words)
{
    uint32_t place;
    if (number <= all->known)
        return (const uint64_t *)all->seen->states.at + (number - 1) * (size_t)words;
    const pending_insert *a = marked(all, number, &place);
    return a->states + place * (size_t)words;
}

/* ---- looking up --------------------------------------------------------------------------- */

ALWAYS_INLINE void take_in(parallel_insert *all, size_t shard, size_t batch,
                           struct parallel_insert_caller c, uint64_t slot)
{
    struct parallel_insert_shard *s = &all->shard[shard];
    uint32_t mark = mark_of(all, batch, c.place);
    ((uint64_t *)all->seen->table.at)[slot] = (uint64_t)c.tag << 32 | mark;
    all->batch[batch].numbers[c.place] = mark;
    s->slots[s->slot_count++] = slot;
    s->fresh[batch]++;
}

/* Looks one state up in the lines from..end - 1; false: it is not there, and no slot is empty. */
ALWAYS_INLINE bool settle(parallel_insert *all, size_t shard, size_t batch,
                          struct parallel_insert_caller c, uint64_t from, uint64_t end,
                          unsigned words)
{
    pending_insert *a = &all->batch[batch];
    const uint64_t *table = all->seen->table.at, *state = a->states + c.place * (size_t)words;
    for (uint64_t l = from; l < end; l++) {
        const uint64_t *line = table + l * LINE;
        for (unsigned bits = line_holds(line, c.tag); bits; bits &= bits - 1) {
            uint32_t number = (uint32_t)line[__builtin_ctz(bits)];
            if (same(state_of(all, number, words), state, words)) {
                a->numbers[c.place] = number;
                return true;
            }
        }
        unsigned empty = line_empty(line);
        if (empty) {
            take_in(all, shard, batch, c, l * LINE + (unsigned)__builtin_ctz(empty));
            return true;
        }
    }
    return false;
}

static uint64_t shard_line(const parallel_insert *all, size_t shard)
{
    return (uint64_t)shard << SHARD_SHIFT >= (uint64_t)1 << 32
               ? all->seen->lines
               : home(all->seen->lines, (uint32_t)(shard << SHARD_SHIFT));
}

static void cut_off(struct parallel_insert_shard *s, size_t batch, uint32_t place)
{
    s->slots[s->room - ++s->cut_off] = (uint64_t)batch << 32 | place;
}

/* The batch's states of the shard. */
ALWAYS_INLINE void settle_batch(parallel_insert *all, size_t shard, size_t batch, unsigned words)
{
    pending_insert *a = &all->batch[batch];
    uint32_t expected[AHEAD];
    const uint64_t *table = all->seen->table.at, lines = all->seen->lines;
    const uint64_t end = shard_line(all, shard + 1);
    const size_t from = a->from[shard], count = a->from[shard + 1] - from;
    const struct parallel_insert_caller *c = a->callers + from;
    const uint64_t *states = a->called + from * words;
    /* each state goes three steps: its line, what that leads to, and the answer */
    for (size_t i = 0; i < count + 2 * AHEAD; i++) {
        size_t now = i - 2 * AHEAD, next = i - AHEAD;
        if (now < count) {
            uint32_t number = expected[now % AHEAD];
            if (number && same(state_of(all, number, words), states + now * words, words))
                a->numbers[c[now].place] = number;
            else if (!settle(all, shard, batch, c[now], home(lines, c[now].tag), end, words))
                cut_off(&all->shard[shard], batch, c[now].place);
        }
        if (next < count) {
            uint32_t number = expected[next % AHEAD] = likely(table, lines, c[next].tag);
            FETCH(number ? state_of(all, number, words) : behind(table, lines, c[next].tag));
        }
        if (i < count)
            FETCH(table + home(lines, c[i].tag) * LINE);
    }
}

ALWAYS_INLINE void settle_shard(parallel_insert *all, size_t shard, unsigned words)
{
    for (size_t b = 0; b < all->batches; b++)
        if (all->batch[b].count) /* else its arrays may not be there */
            settle_batch(all, shard, b, words);
}

void parallel_lookup(parallel_insert *all, size_t shard)
{
    switch (all->seen->words) {
    case 1: settle_shard(all, shard, 1); break;
    case 2: settle_shard(all, shard, 2); break;
    default: settle_shard(all, shard, all->seen->words);
    }
}

/* ---- what a shard's end cut off ----------------------------------------------------------------
 */

/* All lines from its own round to its own: one of them has an empty slot.  All that are equal were
   cut off alike, since lines only fill.  Slots of new states replace places that were read. */
static void settle_rest(parallel_insert *all, size_t shard)
{
    struct parallel_insert_shard *s = &all->shard[shard];
    unsigned words = all->seen->words;
    size_t before = s->slot_count;
    for (size_t i = 1; i <= s->cut_off; i++) {
        uint64_t which = s->slots[s->room - i];
        size_t batch = which >> 32;
        struct parallel_insert_caller c = {.place = (uint32_t)which};
        c.tag = all->batch[batch].tags[c.place];
        uint64_t from = home(all->seen->lines, c.tag);
        if (!settle(all, shard, batch, c, from, all->seen->lines, words))
            settle(all, shard, batch, c, 0, from, words);
        if (s->slot_count > before)
            s->slots[s->room - ++s->late] = s->slots[--s->slot_count];
    }
}

void parallel_overflow(parallel_insert *all)
{
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        settle_rest(all, s);
    for (size_t b = 0; b < all->batches; b++) {
        pending_insert *a = &all->batch[b];
        a->fresh = all->seen->count + 1;
        a->fresh_count = 0;
        for (size_t s = 0; s < PARALLEL_SHARDS; s++)
            a->fresh_count += all->shard[s].fresh[b];
        all->seen->count += a->fresh_count;
    }
}

/* ---- numbers ------------------------------------------------------------------------------------
 */

void parallel_insert_number(parallel_insert *all, size_t batch)
{
    pending_insert *a = &all->batch[batch];
    unsigned words = all->seen->words;
    uint32_t mark = mark_of(all, batch, 0), number = a->fresh;
    uint64_t *to = (uint64_t *)all->seen->states.at + (number - 1) * (size_t)words;
    for (size_t i = 0; i < a->count; i++, mark++) {
        if (a->numbers[i] != mark)
            continue;
        a->names[i] = number++;
        memcpy(to, a->states + i * words, words * sizeof *to);
        to += words;
    }
}

static uint32_t name_of(const parallel_insert *all, uint32_t mark)
{
    uint32_t place;
    const pending_insert *a = marked(all, mark, &place);
    return a->names[place];
}

static void name_batch(parallel_insert *all, pending_insert *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->numbers[i] > all->known)
            a->numbers[i] = name_of(all, a->numbers[i]);
}

static void name_slots(parallel_insert *all, const uint64_t *slots, size_t count)
{
    uint64_t *table = all->seen->table.at;
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            FETCH(&table[slots[i + AHEAD]]);
        uint64_t *slot = &table[slots[i]];
        *slot = *slot >> 32 << 32 | name_of(all, (uint32_t)*slot);
    }
}

void parallel_assign_ids(parallel_insert *all, size_t task)
{
    if (task >= PARALLEL_SHARDS) {
        name_batch(all, &all->batch[task - PARALLEL_SHARDS]);
        return;
    }
    const struct parallel_insert_shard *s = &all->shard[task];
    name_slots(all, s->slots, s->slot_count);
    if (s->late)
        name_slots(all, s->slots + s->room - s->late, s->late);
}

/* ---- memory ------------------------------------------------------------------------ */

void parallel_insert_free(parallel_insert *all)
{
    for (size_t b = 0; b < PARALLEL_BATCHES; b++) {
        pending_insert *a = &all->batch[b];
        free(a->tags);
        free(a->callers);
        free(a->called);
        free(a->names);
        free(a->numbers);
    }
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        free(all->shard[s].slots);
    memset(all, 0, sizeof *all);
}

size_t parallel_insert_memory(const parallel_insert *all)
{
    size_t bytes = 0;
    for (size_t b = 0; b < PARALLEL_BATCHES; b++)
        bytes += all->batch[b].room * (5 * sizeof(uint32_t) + all->seen->words * sizeof(uint64_t));
    for (size_t s = 0; s < PARALLEL_SHARDS; s++)
        bytes += all->shard[s].room * sizeof(uint64_t);
    return bytes;
}
