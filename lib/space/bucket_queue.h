/*
 * bucket_queue.h - the waiting list of the orders that go by a key: numbers under keys, least key
 * first.
 *
 * A key is a row of costs (cost.h), compared from the left.  All numbers of one key lie in one
 * bucket, first come first served; only the buckets are in a heap.  Searches over small costs have
 * few different keys for very many states, so a push is a look-up and an append, and there is no
 * range of keys that it would not do for.  The same number may wait under several keys: who takes
 * it out knows which one still counts.
 */
#ifndef SPACE_BUCKET_QUEUE_H
#define SPACE_BUCKET_QUEUE_H

#include "base/containers/bigarray.h"

#include <stdint.h>

typedef struct bucket_queue {
    unsigned width; /* integers a key                                   */
    uint64_t count; /* numbers that wait                                */
    uint32_t buckets, free_bucket, bucket_end;
    uint32_t free_entry, entry_end;
    uint32_t slots;  /* a power of two; 0 before the first push          */
    bigarray key;    /* [bucket][width]                                  */
    bigarray bucket; /* lists of entries                                 */
    bigarray entry;  /* numbers, linked                                  */
    bigarray slot;   /* buckets by their key's hash, linked              */
    bigarray heap;   /* [buckets], 4-ary, the least key first            */
} bucket_queue;

bucket_queue bucket_queue_make(unsigned width);
void bucket_queue_free(bucket_queue *w);

bool bucket_queue_push(bucket_queue *w, const int64_t *key, uint32_t number); /* false: no memory */
/* Up to `most` numbers of the least key, which is copied to `key`; 0: none waits. */
size_t bucket_queue_take(bucket_queue *w, int64_t *key, uint32_t *numbers, size_t most);
/* The least key under which something waits; NULL: nothing does.  Good until the next push or take.
 */
const int64_t *bucket_queue_least(const bucket_queue *w);

size_t bucket_queue_memory(const bucket_queue *w); /* bytes in use */

#endif
