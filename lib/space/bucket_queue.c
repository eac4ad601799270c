/* bucket_queue.c - buckets found by the hash of their key, and ordered in a heap.  Links are index
 * + 1; 0 is none. */
#include "space/bucket_queue.h"

#include <assert.h>
#include <string.h>

#include "base/cost.h"
#include "base/hash.h"

typedef struct bucket {
    uint32_t first, last; /* entries                                     */
    uint32_t next;        /* in the same index slot, or the free list    */
} bucket;

typedef struct queue_entry {
    uint32_t number, next;
} queue_entry;

enum { FIRST_SLOTS = 256, ARITY = 4 };

bucket_queue bucket_queue_make(unsigned width)
{
    assert(width);
    return (bucket_queue){.width = width};
}

void bucket_queue_free(bucket_queue *w)
{
    bigarray_free(&w->key);
    bigarray_free(&w->bucket);
    bigarray_free(&w->entry);
    bigarray_free(&w->slot);
    bigarray_free(&w->heap);
}

static bucket *bucket_at(const bucket_queue *w, uint32_t b)
{
    return (bucket *)w->bucket.at + b;
}

static int64_t *bucket_key(const bucket_queue *w, uint32_t b)
{
    return (int64_t *)w->key.at + (size_t)b * w->width;
}

/* ---- the heap ---------------------------------------------------------------- */

static bool bucket_less(const bucket_queue *w, uint32_t a, uint32_t b)
{
    const int64_t *x = bucket_key(w, a), *y = bucket_key(w, b);
    for (unsigned i = 0; i < w->width; i++)
        if (x[i] != y[i])
            return cost_less(x[i], y[i]);
    return false;
}

static void push_bucket(bucket_queue *w, uint32_t b)
{
    uint32_t *heap = w->heap.at, at = w->buckets++;
    for (; at && bucket_less(w, b, heap[(at - 1) / ARITY]); at = (at - 1) / ARITY)
        heap[at] = heap[(at - 1) / ARITY];
    heap[at] = b;
}

static uint32_t least_child(const bucket_queue *w, uint32_t at)
{
    const uint32_t *heap = w->heap.at;
    uint64_t child = (uint64_t)at * ARITY + 1, end = child + ARITY;
    if (child >= w->buckets)
        return at;
    uint64_t least = child;
    for (; child < end && child < w->buckets; child++)
        if (bucket_less(w, heap[child], heap[least]))
            least = child;
    return (uint32_t)least;
}

static void pop_least_bucket(bucket_queue *w)
{
    assert(w->buckets);
    uint32_t *heap = w->heap.at, moved = heap[--w->buckets], at = 0;
    for (uint32_t child; (child = least_child(w, at)) != at; at = child) {
        if (!bucket_less(w, heap[child], moved))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

/* ---- buckets by key ------------------------------------------------------------ */

static uint32_t index_slot(const bucket_queue *w, const int64_t *key)
{
    uint64_t h = 0;
    for (unsigned i = 0; i < w->width; i++)
        h = hash_word(h, (uint64_t)key[i]);
    return (uint32_t)h & (w->slots - 1);
}

static void link_bucket(bucket_queue *w, uint32_t b)
{
    uint32_t *slot = (uint32_t *)w->slot.at + index_slot(w, bucket_key(w, b));
    bucket_at(w, b)->next = *slot;
    *slot = b + 1;
}

static void unlink_bucket(bucket_queue *w, uint32_t b)
{
    uint32_t *link = (uint32_t *)w->slot.at + index_slot(w, bucket_key(w, b));
    while (*link != b + 1)
        link = &bucket_at(w, *link - 1)->next;
    *link = bucket_at(w, b)->next;
}

/* There are at least as many slots as buckets; those in use are all in the heap. */
static bool grow_bucket_index(bucket_queue *w)
{
    uint32_t slots = w->slots ? w->slots * 2 : FIRST_SLOTS;
    if (!slots || !bigarray_reserve_exactly(&w->slot, slots * sizeof(uint32_t)))
        return false;
    assert((slots & (slots - 1)) == 0);
    w->slots = slots;
    memset(w->slot.at, 0, slots * sizeof(uint32_t));
    const uint32_t *heap = w->heap.at;
    for (uint32_t i = 0; i < w->buckets; i++)
        link_bucket(w, heap[i]);
    return true;
}

static bool new_bucket(bucket_queue *w, const int64_t *key, uint32_t *out)
{
    if (w->buckets == w->slots && !grow_bucket_index(w))
        return false;
    if (!bigarray_reserve(&w->heap, (w->buckets + (size_t)1) * sizeof(uint32_t)))
        return false;
    uint32_t b;
    if (w->free_bucket) {
        b = w->free_bucket - 1;
        w->free_bucket = bucket_at(w, b)->next;
    } else {
        size_t end = w->bucket_end + (size_t)1;
        if (end >= UINT32_MAX || !bigarray_reserve(&w->bucket, end * sizeof(bucket)) ||
            !bigarray_reserve(&w->key, end * w->width * sizeof(int64_t)))
            return false;
        b = w->bucket_end++;
    }
    *bucket_at(w, b) = (bucket){0};
    memcpy(bucket_key(w, b), key, w->width * sizeof *key);
    link_bucket(w, b);
    push_bucket(w, b);
    *out = b;
    return true;
}

static bool find_bucket(bucket_queue *w, const int64_t *key, uint32_t *out)
{
    if (w->slots) {
        uint32_t b = ((uint32_t *)w->slot.at)[index_slot(w, key)];
        for (; b; b = bucket_at(w, b - 1)->next)
            if (!memcmp(bucket_key(w, b - 1), key, w->width * sizeof *key)) {
                *out = b - 1;
                return true;
            }
    }
    return new_bucket(w, key, out);
}

static void drop_least(bucket_queue *w, uint32_t b)
{
    pop_least_bucket(w);
    unlink_bucket(w, b);
    bucket_at(w, b)->next = w->free_bucket;
    w->free_bucket = b + 1;
}

/* ---- numbers ---------------------------------------------------------------------- */

static bool new_entry(bucket_queue *w, uint32_t number, uint32_t *out)
{
    if (w->free_entry) {
        *out = w->free_entry;
        w->free_entry = ((queue_entry *)w->entry.at)[*out - 1].next;
    } else {
        size_t end = w->entry_end + (size_t)1;
        if (end >= UINT32_MAX || !bigarray_reserve(&w->entry, end * sizeof(queue_entry)))
            return false;
        *out = ++w->entry_end;
    }
    ((queue_entry *)w->entry.at)[*out - 1] = (queue_entry){.number = number};
    return true;
}

bool bucket_queue_push(bucket_queue *w, const int64_t *key, uint32_t number)
{
    uint32_t b, e;
    if (!new_entry(w, number, &e) || !find_bucket(w, key, &b))
        return false;
    bucket *into = bucket_at(w, b);
    if (into->last)
        ((queue_entry *)w->entry.at)[into->last - 1].next = e;
    else
        into->first = e;
    into->last = e;
    w->count++;
    return true;
}

size_t bucket_queue_take(bucket_queue *w, int64_t *key, uint32_t *numbers, size_t most)
{
    if (!w->buckets)
        return 0;
    uint32_t b = *(uint32_t *)w->heap.at;
    bucket *from = bucket_at(w, b);
    assert(from->first && most); /* an empty bucket is not in the heap */
    memcpy(key, bucket_key(w, b), w->width * sizeof *key);
    size_t taken = 0;
    while (taken < most && from->first) {
        queue_entry *e = (queue_entry *)w->entry.at + from->first - 1;
        uint32_t next = e->next;
        numbers[taken++] = e->number;
        e->next = w->free_entry;
        w->free_entry = from->first;
        from->first = next;
    }
    if (!from->first)
        drop_least(w, b);
    w->count -= taken;
    return taken;
}

const int64_t *bucket_queue_least(const bucket_queue *w)
{
    return w->buckets ? bucket_key(w, *(const uint32_t *)w->heap.at) : NULL;
}

size_t bucket_queue_memory(const bucket_queue *w)
{
    return w->bucket_end * (sizeof(bucket) + w->width * sizeof(int64_t)) +
           w->entry_end * sizeof(queue_entry) + w->slots * sizeof(uint32_t) +
           w->buckets * sizeof(uint32_t);
}
