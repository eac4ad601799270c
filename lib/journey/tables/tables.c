/* tables.c - the memory of tabled calls: two hash tables over blocks that are freed at the end. */
#include "journey/tables/tables.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum {
    LEAST_BLOCK = 16384,
    MOST_BLOCK = 1 << 20,
    FEW_ANSWERS = 8 /* so many are compared one by one */
};

typedef struct tables_block {
    struct tables_block *next;
    max_align_t memory[];
} tables_block;

typedef struct answer_slot {
    uint64_t hash;
    const tabled_call *call;
    tabled_answer *answer; /* NULL: empty */
} answer_slot;

/* ---- memory --------------------------------------------------------------------------------- */

static bool count_table_bytes(journey_tables *t, size_t bytes)
{
    if (t->max_bytes && (t->bytes > t->max_bytes || bytes > t->max_bytes - t->bytes)) {
        t->exceeded = true;
        return false;
    }
    t->bytes += bytes;
    return true;
}

static bool add_tables_block(journey_tables *t, size_t bytes)
{
    size_t room = t->block_room ? t->block_room * 2 : LEAST_BLOCK;
    if (room > MOST_BLOCK)
        room = MOST_BLOCK;
    if (room < bytes)
        room = bytes;
    if (room > SIZE_MAX - sizeof(tables_block) || !count_table_bytes(t, room))
        return false;
    tables_block *block = malloc(sizeof *block + room);
    if (!block) {
        t->bytes -= room;
        return false;
    }
    block->next = t->blocks;
    t->blocks = block;
    t->used = 0;
    t->block_room = room;
    return true;
}

static void *take_bytes(journey_tables *t, size_t bytes)
{
    const size_t unit = alignof(max_align_t);
    if (bytes > SIZE_MAX - unit)
        return NULL;
    bytes = (bytes + unit - 1) / unit * unit;
    if (bytes > t->block_room - t->used && !add_tables_block(t, bytes))
        return NULL;
    void *taken = (unsigned char *)t->blocks->memory + t->used;
    t->used += bytes;
    return taken;
}

/* An array of zeros of its own, which is freed. */
static void *take_slots(journey_tables *t, size_t count, size_t size)
{
    if (count > SIZE_MAX / size || !count_table_bytes(t, count * size))
        return NULL;
    void *slots = calloc(count, size);
    if (!slots)
        t->bytes -= count * size;
    return slots;
}

/* ---- hashing -------------------------------------------------------------------------------- */

static uint64_t mix_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x9e3779b97f4a7c15;
    return h ^ h >> 29;
}

static uint64_t hash_state_bytes(uint64_t h, const unsigned char *state, size_t size)
{
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word, state += sizeof word) {
        memcpy(&word, state, sizeof word);
        h = mix_word(h, word);
    }
    word = 0;
    memcpy(&word, state, size);
    return mix_word(h, word);
}

/* ---- calls ---------------------------------------------------------------------------------- */

static bool grow_calls(journey_tables *t)
{
    size_t wanted = t->call_slots ? t->call_slots * 2 : 64;
    tabled_call **slots = take_slots(t, wanted, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < t->call_slots; i++) {
        if (!t->calls[i])
            continue;
        size_t at = (size_t)t->calls[i]->hash & (wanted - 1);
        while (slots[at])
            at = (at + 1) & (wanted - 1);
        slots[at] = t->calls[i];
    }
    free(t->calls);
    t->bytes -= t->call_slots * sizeof *slots;
    t->calls = slots;
    t->call_slots = wanted;
    return true;
}

static bool same_call(const journey_tables *t, const tabled_call *call, wgcq_journey_fn *fn,
                      bool best, const void *state)
{
    return call->fn == fn && call->best == best && memcmp(call->state, state, t->size) == 0;
}

tabled_call *tables_call(journey_tables *t, wgcq_journey_fn *fn, bool best, const void *state)
{
    uint64_t seed = (uint64_t)(uintptr_t)fn * 2 + best,
             hash = hash_state_bytes(seed, state, t->size);
    if (t->call_count * 2 >= t->call_slots && !grow_calls(t))
        return NULL;
    size_t mask = t->call_slots - 1, at = (size_t)hash & mask;
    for (; t->calls[at]; at = (at + 1) & mask)
        if (t->calls[at]->hash == hash && same_call(t, t->calls[at], fn, best, state))
            return t->calls[at];
    tabled_call *call =
        t->size < SIZE_MAX - sizeof *call ? take_bytes(t, sizeof *call + t->size) : NULL;
    if (!call)
        return NULL;
    *call = (tabled_call){.fn = fn, .best = best, .hash = hash};
    memcpy(call->state, state, t->size);
    t->calls[at] = call;
    t->call_count++;
    return call;
}

/* ---- answers -------------------------------------------------------------------------------- */

static void put_found(journey_tables *t, answer_slot given)
{
    size_t mask = t->found_slots - 1, at = (size_t)given.hash & mask;
    while (t->found[at].answer)
        at = (at + 1) & mask;
    t->found[at] = given;
}

/* Slots of abandoned answers, which have no call, are dropped on the way. */
static bool reserve_found(journey_tables *t, size_t more)
{
    if ((t->found_count + more) * 2 <= t->found_slots)
        return true;
    size_t wanted = t->found_slots ? t->found_slots : 64, old = t->found_slots, living = 0;
    for (size_t i = 0; i < old; i++)
        living += t->found[i].call != NULL;
    while ((living + more) * 3 > wanted)
        wanted *= 2;
    answer_slot *before = t->found, *slots = take_slots(t, wanted, sizeof *slots);
    if (!slots)
        return false;
    t->found = slots;
    t->found_slots = wanted;
    t->found_count = living;
    for (size_t i = 0; i < old; i++)
        if (before[i].call)
            put_found(t, before[i]);
    free(before);
    t->bytes -= old * sizeof *slots;
    return true;
}

static uint64_t hash_answer(const journey_tables *t, const tabled_call *call, const void *state)
{
    return hash_state_bytes(call->hash, state, t->size);
}

static tabled_answer *find_answer(const journey_tables *t, const tabled_call *call,
                                  const void *state)
{
    if (call->count <= FEW_ANSWERS) {
        for (size_t i = 0; i < call->count; i++)
            if (memcmp(call->answers[i]->state, state, t->size) == 0)
                return call->answers[i];
        return NULL;
    }
    uint64_t hash = hash_answer(t, call, state);
    size_t mask = t->found_slots - 1;
    for (size_t at = (size_t)hash & mask; t->found[at].answer; at = (at + 1) & mask) {
        const answer_slot *slot = &t->found[at];
        if (slot->hash == hash && slot->call == call && slot->answer->number < call->count &&
            memcmp(slot->answer->state, state, t->size) == 0)
            return slot->answer;
    }
    return NULL;
}

/* A call's answers are hashed as soon as they are more than a few. */
static bool hash_answers(journey_tables *t, const tabled_call *call)
{
    if (call->count <= FEW_ANSWERS)
        return true;
    size_t from = call->count == FEW_ANSWERS + 1 ? 0 : call->count - 1;
    if (!reserve_found(t, call->count - from))
        return false;
    for (size_t i = from; i < call->count; i++) {
        tabled_answer *answer = call->answers[i];
        put_found(t, (answer_slot){hash_answer(t, call, answer->state), call, answer});
        t->found_count++;
    }
    return true;
}

/* Its slots are left without a call. */
static void forget_answers(journey_tables *t, const tabled_call *call)
{
    if (call->count <= FEW_ANSWERS || !t->found_slots)
        return;
    for (size_t i = 0; i < call->count; i++) {
        uint64_t hash = hash_answer(t, call, call->answers[i]->state);
        size_t mask = t->found_slots - 1;
        for (size_t at = (size_t)hash & mask; t->found[at].answer; at = (at + 1) & mask)
            if (t->found[at].answer == call->answers[i])
                t->found[at].call = NULL;
    }
}

static bool reserve_answers(journey_tables *t, tabled_call *call)
{
    if (call->count < call->room)
        return true;
    size_t room = call->room ? call->room * 2 : 1;
    tabled_answer **answers =
        room <= SIZE_MAX / sizeof *answers ? take_bytes(t, room * sizeof *answers) : NULL;
    if (!answers)
        return false;
    if (call->made)
        memcpy(answers, call->answers, call->made * sizeof *answers);
    call->answers = answers;
    call->room = room;
    return true;
}

static bool set_moves(journey_tables *t, tabled_answer *answer, const char *const *moves,
                      size_t count)
{
    if (count > answer->move_room) {
        const char **copy =
            count <= SIZE_MAX / sizeof *copy ? take_bytes(t, count * sizeof *copy) : NULL;
        if (!copy)
            return false;
        answer->moves = copy;
        answer->move_room = count;
    }
    for (size_t i = 0; i < count; i++)
        answer->moves[i] = moves[i];
    answer->move_count = count;
    return true;
}

static tabled_answer *new_answer(journey_tables *t, tabled_call *call, const void *state)
{
    if (!reserve_answers(t, call))
        return NULL;
    if (call->count == call->made) {
        tabled_answer *made =
            t->size < SIZE_MAX - sizeof *made ? take_bytes(t, sizeof *made + t->size) : NULL;
        if (!made)
            return NULL;
        *made = (tabled_answer){.number = call->made};
        call->answers[call->made++] = made;
    }
    tabled_answer *answer = call->answers[call->count];
    memcpy(answer->state, state, t->size);
    return answer;
}

bool tables_answer(journey_tables *t, tabled_call *call, const void *state, int64_t cost,
                   const char *const *moves, size_t move_count)
{
    tabled_answer *answer = find_answer(t, call, state);
    if (answer && (!call->best || cost >= answer->cost))
        return true;
    bool added = !answer;
    if (added && !(answer = new_answer(t, call, state)))
        return false;
    if (call->best && !set_moves(t, answer, moves, move_count))
        return false;
    answer->cost = call->best ? cost : 0;
    call->changes++;
    if (!added)
        return true;
    call->count++;
    return hash_answers(t, call);
}

/* ---- open calls ----------------------------------------------------------------------------- */

/* As array_reserve, and counted. */
static bool reserve_counted(journey_tables *t, void *list, size_t *room, size_t wanted, size_t size)
{
    size_t before = *room;
    if (wanted <= before)
        return true;
    if (!array_reserve(list, room, wanted, size))
        return false;
    t->bytes += (*room - before) * size;
    return count_table_bytes(t, 0);
}

bool tables_push_open(journey_tables *t, tabled_call *call)
{
    if (!reserve_counted(t, &t->open, &t->open_room, t->open_count + 1, sizeof *t->open))
        return false;
    call->status = TABLED_OPEN;
    call->place = call->low = t->open_count;
    t->open[t->open_count++] = call;
    return true;
}

bool tables_read(journey_tables *t, tabled_call *reader, tabled_call *call, bool to_its_end)
{
    if (call->low < reader->low)
        reader->low = call->low;
    if (call->reader != reader || call->reader_pass != reader->pass) {
        if (!reserve_counted(t, &reader->inputs, &reader->input_room, reader->input_count + 1,
                             sizeof *reader->inputs))
            return false;
        call->reader = reader;
        call->reader_pass = reader->pass;
        call->reader_input = reader->input_count;
        reader->inputs[reader->input_count++] = (tabled_input){call, UINT64_MAX};
    }
    tabled_input *input = &reader->inputs[call->reader_input];
    if (to_its_end && call->changes < input->seen)
        input->seen = call->changes;
    return true;
}

static void close_call(journey_tables *t, tabled_call *call)
{
    t->bytes -= call->input_room * sizeof *call->inputs;
    free(call->inputs);
    call->inputs = NULL;
    call->input_count = call->input_room = 0;
    call->reader = NULL;
}

static bool goes_before(const journey_tables *t, const tabled_answer *a, const tabled_answer *b,
                        bool by_state)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    return by_state ? memcmp(a->state, b->state, t->size) < 0 : a->number < b->number;
}

static void sink_answer(const journey_tables *t, tabled_answer **a, size_t at, size_t count,
                        bool by_state)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && goes_before(t, a[child], a[child + 1], by_state))
            child++;
        if (!goes_before(t, a[at], a[child], by_state))
            return;
        tabled_answer *other = a[at];
        a[at] = a[child];
        a[child] = other;
    }
}

/* By a heap, in place: no two answers are equal in order. */
static void sort_answers(const journey_tables *t, const tabled_call *call, bool by_state)
{
    tabled_answer **a = call->answers;
    for (size_t i = call->count / 2; i-- > 0;)
        sink_answer(t, a, i, call->count, by_state);
    for (size_t left = call->count; left > 1;) {
        tabled_answer *last = a[--left];
        a[left] = a[0];
        a[0] = last;
        sink_answer(t, a, 0, left, by_state);
    }
}

/* In a circle of calls the order of discovery depends on which of them came first; that of the
   bytes does not, so that a result's choices are the same in every process. */
void tables_complete(journey_tables *t, size_t place)
{
    bool circle = t->open_count > place + 1, cut_short = false;
    for (size_t i = place; i < t->open_count; i++)
        cut_short = cut_short || t->open[i]->cut_short;
    while (t->open_count > place) {
        tabled_call *call = t->open[--t->open_count];
        close_call(t, call);
        call->status = TABLED_COMPLETE;
        call->cut_short = cut_short;
        if (circle || call->best)
            sort_answers(t, call, circle);
    }
}

void tables_abandon(journey_tables *t, size_t place)
{
    while (t->open_count > place) {
        tabled_call *call = t->open[--t->open_count];
        close_call(t, call);
        call->status = TABLED_NEW;
        call->cut_short = false;
        forget_answers(t, call);
        call->count = 0;
        call->changes = 0;
    }
}

void tables_free(journey_tables *t)
{
    if (!t)
        return;
    tables_abandon(t, 0);
    for (tables_block *block = t->blocks; block;) {
        tables_block *next = block->next;
        free(block);
        block = next;
    }
    free(t->calls);
    free(t->found);
    free(t->open);
    free(t);
}
