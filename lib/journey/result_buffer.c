/* result_buffer.c - stored results: a growing list, a hash index over it, a stable sort. */
#include "journey/result_buffer.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

const void *result_buffer_at(const result_buffer *r, size_t i)
{
    assert(i < r->count);
    return r->records + i * r->size;
}

bool result_buffer_add(result_buffer *r, const void *record)
{
    if (!array_reserve(&r->records, &r->room, r->count + 1, r->size))
        return false;
    memcpy(r->records + r->count++ * r->size, record, r->size);
    return true;
}

static size_t hash_record(const unsigned char *bytes, size_t size)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

/* The slot where `record` is, or belongs. */
static size_t *record_slot(const result_buffer *r, const void *record)
{
    size_t mask = r->slot_count - 1;
    for (size_t at = hash_record(record, r->size) & mask;; at = (at + 1) & mask) {
        size_t *slot = &r->slots[at];
        if (*slot == 0 || memcmp(result_buffer_at(r, *slot - 1), record, r->size) == 0)
            return slot;
    }
}

static bool rebuild_index(result_buffer *r)
{
    size_t wanted = r->slot_count ? r->slot_count * 2 : 64;
    size_t *slots = calloc(wanted, sizeof *slots);
    if (!slots)
        return false;
    free(r->slots);
    r->slots = slots;
    r->slot_count = wanted;
    for (size_t i = 0; i < r->count; i++)
        *record_slot(r, result_buffer_at(r, i)) = i + 1;
    return true;
}

bool result_buffer_number(result_buffer *r, const void *record, size_t *number)
{
    if (r->count * 2 >= r->slot_count && !rebuild_index(r))
        return false;
    size_t *slot = record_slot(r, record);
    if (*slot == 0) {
        if (!result_buffer_add(r, record))
            return false;
        *slot = r->count;
    }
    *number = *slot - 1;
    return true;
}

static bool result_buffer_add_unique(result_buffer *r, const void *record, bool *added)
{
    size_t before = r->count, number;
    bool done = result_buffer_number(r, record, &number);
    *added = r->count > before;
    return done;
}

/* Empties a slot; those behind it move up where their search would end there. */
static void empty_slot(result_buffer *r, size_t at)
{
    size_t mask = r->slot_count - 1;
    for (size_t next = (at + 1) & mask; r->slots[next]; next = (next + 1) & mask) {
        size_t home = hash_record(result_buffer_at(r, r->slots[next] - 1), r->size) & mask;
        if (((next - home) & mask) >= ((next - at) & mask)) {
            r->slots[at] = r->slots[next];
            at = next;
        }
    }
    r->slots[at] = 0;
}

bool result_buffer_add_recent(result_buffer *r, const void *record, uint64_t most, bool *added)
{
    if (r->count < most)
        return result_buffer_add_unique(r, record, added);
    *added = *record_slot(r, record) == 0;
    if (*added) {
        unsigned char *replaced = r->records + r->oldest * r->size;
        empty_slot(r, (size_t)(record_slot(r, replaced) - r->slots));
        memcpy(replaced, record, r->size);
        *record_slot(r, record) = r->oldest + 1;
        r->oldest = (r->oldest + 1) % r->count;
    }
    return true;
}

/* Merges two sorted parts; of equals the left one is first. */
static void merge_runs(const result_buffer *r, unsigned char *into, size_t low, size_t middle,
                       size_t high, int (*compare)(const void *a, const void *b))
{
    size_t left = low, right = middle;
    for (size_t i = low; i < high; i++) {
        bool from_left =
            left < middle &&
            (right == high || compare(result_buffer_at(r, left), result_buffer_at(r, right)) <= 0);
        memcpy(into + i * r->size, result_buffer_at(r, from_left ? left++ : right++), r->size);
    }
}

bool result_buffer_sort(result_buffer *r, int (*compare)(const void *a, const void *b))
{
    if (r->count < 2)
        return true;
    unsigned char *other = malloc(r->room * r->size);
    if (!other)
        return false;
    for (size_t run = 1; run < r->count; run *= 2) {
        for (size_t low = 0; low < r->count; low += 2 * run) {
            size_t middle = low + run < r->count ? low + run : r->count;
            size_t high = low + 2 * run < r->count ? low + 2 * run : r->count;
            merge_runs(r, other, low, middle, high, compare);
        }
        unsigned char *sorted = other;
        other = r->records;
        r->records = sorted;
    }
    free(other);
    return true;
}

void result_buffer_free(result_buffer *r)
{
    free(r->records);
    free(r->slots);
    *r = (result_buffer){0};
}
