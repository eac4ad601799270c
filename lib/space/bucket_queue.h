/*
 * bucket_queue.h - the priority queue (open list) of best-first searches: numbers under keys.
 *
 * A key is a row of costs (cost.h), compared from the left.  All numbers of one key lie in one
 * bucket, first in first out; only the buckets are in a heap.  Searches over small costs have few
 * different keys for very many states, so a push is a hash look-up and an append.  A number may be
 * queued under several keys; the caller knows which entry is stale.
 */
#ifndef SPACE_BUCKET_QUEUE_H
#define SPACE_BUCKET_QUEUE_H

#include "base/containers/bigarray.h"

#include <stdint.h>

typedef struct bucket_queue {
    unsigned width; /* integers a key                                   */
    uint64_t count; /* queued numbers                                   */
    uint32_t buckets, free_bucket, bucket_end;
    uint32_t free_entry, entry_end;
    uint32_t slots;  /* of the hash index, a power of two; 0: none yet   */
    bigarray key;    /* [bucket][width]                                  */
    bigarray bucket; /* lists of entries, by bucket                      */
    bigarray entry;  /* numbers, linked                                  */
    bigarray slot;   /* hash index of the keys: buckets, linked          */
    bigarray heap;   /* [buckets], 4-ary, the least key first            */
} bucket_queue;

bucket_queue bucket_queue_make(unsigned width);
void bucket_queue_free(bucket_queue *w);

bool bucket_queue_push(bucket_queue *w, const int64_t *key, uint32_t number); /* false: no memory */
/* Removes up to `most` numbers of the least key, which is copied to `key`; returns how many, 0:
 * empty. */
size_t bucket_queue_take(bucket_queue *w, int64_t *key, uint32_t *numbers, size_t most);
/* The least key; NULL: the queue is empty.  Valid until the next push or take. */
const int64_t *bucket_queue_least(const bucket_queue *w);

size_t bucket_queue_memory(const bucket_queue *w); /* bytes in use */

#endif
