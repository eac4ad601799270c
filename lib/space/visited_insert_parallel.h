/*
 * visited_insert_parallel.h - several batches of states added to the set at once, by several
 * threads.
 *
 * The numbers are those that adding batch after batch with visited_add would give: a state is new
 * where it comes first, by (batch, place in it).  The steps, each to be done with by all threads
 * before the next begins:
 *
 *   parallel_insert_sort     a task a batch    hashes, and the states sorted by shard
 *   parallel_insert_begin    one thread        is there room for all?
 *   parallel_lookup   a task a shard    looks the states up; what is new gets a mark of its place
 *   parallel_overflow     one thread        the few that a shard's end cut off; new numbers counted
 * out parallel_insert_number   a task a batch    the new states are written down under their
 * numbers parallel_assign_ids     a task a shard    numbers instead of marks in the table, and a
 * batch       and in the answer (not needed where nobody asks for numbers)
 *
 * A shard is a range of hashes, and so, the table being in the order of hashes, a range of its
 * lines: no two threads look at the same line.  A mark is a number above those given out so far.
 */
#ifndef SPACE_VISITED_INSERT_PARALLEL_H
#define SPACE_VISITED_INSERT_PARALLEL_H

#include "space/visited.h"

enum {
    PARALLEL_BATCHES = 64,
    PARALLEL_SHARDS = VISITED_SHARDS,
};

typedef struct pending_insert {
    const uint64_t *states; /* lent until parallel_assign_ids is done */
    size_t count;
    uint32_t *ids;      /* the answer: [count]                      */
    uint32_t first_new; /* the new ones: fresh, fresh + 1, ...      */
    uint32_t new_count;
    /* inside */
    size_t room;
    uint32_t *tags, *final_ids;
    struct shard_entry {
        uint32_t tag, row;
    } * sorted;              /* by shard */
    uint64_t *sorted_states; /* their states */
    uint32_t shard_start[PARALLEL_SHARDS + 1];
} pending_insert;

typedef struct parallel_insert {
    visited *set;
    size_t batches;
    pending_insert batch[PARALLEL_BATCHES];
    uint32_t count_before; /* states before */
    unsigned shift;        /* a mark is known + 1 + (batch << shift) + place */
    struct parallel_insert_shard {
        size_t room, slot_count, overflow_count, overflow_new;
        uint64_t *slots; /* of the new, from the front; the places cut off, from the back, and in
                            their stead the `late` slots of those that were new */
        uint32_t first_new[PARALLEL_BATCHES];
    } shard[PARALLEL_SHARDS];
} parallel_insert;

/* False: no memory. */
bool parallel_sort_batch(parallel_insert *all, size_t batch, const uint64_t *states, size_t count);
/* False: not all have room, under the limits or in memory; nothing is changed. */
bool parallel_begin(parallel_insert *all, size_t batches);
void parallel_lookup(parallel_insert *all, size_t shard);
void parallel_overflow(parallel_insert *all);
void parallel_store_states(parallel_insert *all, size_t batch);
void parallel_assign_ids(parallel_insert *all, size_t task);
void parallel_insert_free(parallel_insert *all);
size_t parallel_insert_memory(const parallel_insert *all); /* bytes held */

#endif
