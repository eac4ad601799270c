/*
 * arrivals.h - several batches of states added to the set at once, by several threads.
 *
 * The numbers are those that adding batch after batch with seen_add would give: a state is new
 * where it comes first, by (batch, place in it).  The steps, each to be done with by all threads
 * before the next begins:
 *
 *   arrivals_sort     a task a batch    hashes, and the states sorted by shard
 *   arrivals_begin    one thread        is there room for all?
 *   arrivals_settle   a task a shard    looks the states up; what is new gets a mark of its place
 *   arrivals_rest     one thread        the few that a shard's end cut off; new numbers counted out
 *   arrivals_number   a task a batch    the new states are written down under their numbers
 *   arrivals_name     a task a shard    numbers instead of marks in the table,
 *                     and a batch       and in the answer (not needed where nobody asks for
 * numbers)
 *
 * A shard is a range of hashes, and so, the table being in the order of hashes, a range of its
 * lines: no two threads look at the same line.  A mark is a number above those given out so far.
 */
#ifndef SPACE_ARRIVALS_H
#define SPACE_ARRIVALS_H

#include "space/seen.h"

enum {
    ARRIVALS_BATCHES = 64,
    ARRIVALS_SHARDS = SEEN_SHARDS,
};

typedef struct arrival {
    const uint64_t *states; /* lent until arrivals_name is done */
    size_t count;
    uint32_t *numbers; /* the answer: [count]                      */
    uint32_t fresh;    /* the new ones: fresh, fresh + 1, ...      */
    uint32_t fresh_count;
    /* inside */
    size_t room;
    uint32_t *tags, *names;
    struct arrivals_caller {
        uint32_t tag, place;
    } * callers;      /* by shard */
    uint64_t *called; /* their states */
    uint32_t from[ARRIVALS_SHARDS + 1];
} arrival;

typedef struct arrivals {
    seen *seen;
    size_t batches;
    arrival batch[ARRIVALS_BATCHES];
    uint32_t known; /* states before */
    unsigned shift; /* a mark is known + 1 + (batch << shift) + place */
    struct arrivals_shard {
        size_t room, slot_count, cut_off, late;
        uint64_t *slots; /* of the new, from the front; the places cut off, from the back, and in
                            their stead the `late` slots of those that were new */
        uint32_t fresh[ARRIVALS_BATCHES];
    } shard[ARRIVALS_SHARDS];
} arrivals;

/* False: no memory. */
bool arrivals_sort(arrivals *all, size_t batch, const uint64_t *states, size_t count);
/* False: not all have room, under the limits or in memory; nothing is changed. */
bool arrivals_begin(arrivals *all, size_t batches);
void arrivals_settle(arrivals *all, size_t shard);
void arrivals_rest(arrivals *all);
void arrivals_number(arrivals *all, size_t batch);
void arrivals_name(arrivals *all, size_t task);
void arrivals_free(arrivals *all);
size_t arrivals_memory(const arrivals *all); /* bytes held */

#endif
