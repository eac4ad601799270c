/*
 * visited_insert_parallel.h - several batches of states added to the set at once, by several
 * threads.
 *
 * The numbers are those that adding batch after batch with visited_add would give: a state is new
 * where it comes first, by (batch, row).  The steps, each finished by all threads before the next:
 *
 *   parallel_sort_batch     a task a batch   computes tags and sorts the states by shard
 *   parallel_begin          one thread       is there room for all?
 *   parallel_lookup         a task a shard   looks states up; new ones get provisional ids
 *   parallel_overflow       one thread       the few whose line is beyond their shard's end
 *   parallel_store_states   a task a batch   writes the new states under their final ids
 *   parallel_assign_ids     a task a shard   final ids replace provisional ones in the table, and
 *                           and a batch      in `ids` (only where these are needed)
 *
 * A shard is a range of hashes, and so, since the table is ordered by hash, a range of its lines:
 * no two threads touch the same line.  A provisional id is a number above all that are in use.
 */
#ifndef SPACE_VISITED_INSERT_PARALLEL_H
#define SPACE_VISITED_INSERT_PARALLEL_H

#include "space/visited.h"

enum {
    PARALLEL_BATCHES = 64,
    PARALLEL_SHARDS = VISITED_SHARDS,
};

typedef struct pending_insert {
    const uint64_t *states; /* borrowed until parallel_assign_ids is done */
    size_t count;
    uint32_t *ids;      /* [count]: the result                       */
    uint32_t first_new; /* ids of the new ones: first_new and up */
    uint32_t new_count;
    /* private */
    size_t room;
    uint32_t *tags, *final_ids;
    struct shard_entry {
        uint32_t tag, row;
    } * sorted;              /* by shard */
    uint64_t *sorted_states; /* [count]: the states of `sorted` */
    uint32_t shard_start[PARALLEL_SHARDS + 1];
} pending_insert;

typedef struct parallel_insert {
    visited *set;
    size_t batches;
    pending_insert batch[PARALLEL_BATCHES];
    uint32_t count_before; /* states before this insertion */
    unsigned shift;        /* provisional id = count_before + 1 + (batch << shift) + row */
    struct parallel_insert_shard {
        size_t room, slot_count, overflow_count, overflow_new;
        uint64_t *slots; /* of new states, from the front; from the back (batch, row) of overflowed
                            states, replaced by the slots of those that were new */
        uint32_t first_new[PARALLEL_BATCHES];
    } shard[PARALLEL_SHARDS];
} parallel_insert;

/* False: no memory. */
bool parallel_sort_batch(parallel_insert *all, size_t batch, const uint64_t *states, size_t count);
/* False: limits or memory do not allow all of them; nothing is changed. */
bool parallel_begin(parallel_insert *all, size_t batches);
void parallel_lookup(parallel_insert *all, size_t shard);
void parallel_overflow(parallel_insert *all);
void parallel_store_states(parallel_insert *all, size_t batch);
void parallel_assign_ids(parallel_insert *all, size_t task);
void parallel_insert_free(parallel_insert *all);
size_t parallel_insert_memory(const parallel_insert *all); /* bytes held */

#endif
