/* record_buffer.c - records in memory, as they come, then sorted and each state once. */
#include "space/files/record_buffer.h"

#include <assert.h>
#include <string.h>

#include "base/containers/always_inline.h"

enum {
    DIGITS = 256, /* values of a byte */
    FEW = 48,     /* records that are sorted by insertion */
};

void record_buffer_begin(record_buffer *b, record_shape shape, size_t bytes)
{
    size_t record = record_width(shape) * sizeof(uint64_t), room = bytes / 2 / record;
    b->shape = shape;
    b->count = 0;
    b->room = room ? room : 1;
}

void record_buffer_free(record_buffer *b)
{
    bigarray_free(&b->records);
    bigarray_free(&b->scratch);
    b->count = b->room = 0;
}

/* Memory behind the room is never touched. */
size_t record_buffer_memory(const record_buffer *b)
{
    const size_t most = b->room * record_width(b->shape) * sizeof(uint64_t);
    return (b->records.bytes < most ? b->records.bytes : most) +
           (b->scratch.bytes < most ? b->scratch.bytes : most);
}

bool record_buffer_reserve(record_buffer *b, size_t more)
{
    const size_t record = record_width(b->shape) * sizeof(uint64_t);
    size_t wanted = b->count + more, grown = b->records.bytes / record;
    assert(wanted <= b->room);
    if (wanted <= grown)
        return true;
    size_t twice = 2 * grown < b->room ? 2 * grown : b->room;
    return bigarray_reserve_exactly(&b->records, (wanted > twice ? wanted : twice) * record);
}

/* ---- sorting --------------------------------------------------------------------------------- */

ALWAYS_INLINE void copy_record(uint64_t *to, const uint64_t *from, size_t width)
{
    for (size_t i = 0; i < width; i++)
        to[i] = from[i];
}

static void sort_few_records(const record_buffer *b, uint64_t *held)
{
    const size_t width = record_width(b->shape);
    for (size_t i = 1; i < b->count; i++) {
        size_t at = i;
        copy_record(held, record_at(b, i), width);
        for (; at && compare_states(record_at(b, at - 1), held, b->shape.words) > 0; at--)
            copy_record(record_at(b, at), record_at(b, at - 1), width);
        copy_record(record_at(b, at), held, width);
    }
}

ALWAYS_INLINE void sort_wide_by_byte(const record_buffer *b, uint64_t *to, unsigned word,
                                     unsigned shift, const size_t *counts, size_t width)
{
    const uint64_t *from = b->records.at, *end = from + b->count * width;
    uint64_t *next[DIGITS];
    for (unsigned d = 0; d < DIGITS; d++) {
        next[d] = to;
        to += counts[d] * width;
    }
    for (; from < end; from += width) {
        uint64_t **place = &next[from[word] >> shift & (DIGITS - 1)];
        copy_record(*place, from, width);
        *place += width;
    }
}

/* By one byte of one word, stably, into `to`. */
static void sort_by_byte(const record_buffer *b, uint64_t *to, unsigned word, unsigned shift,
                         const size_t *counts)
{
    switch (record_width(b->shape)) {
    case 1: sort_wide_by_byte(b, to, word, shift, counts, 1); break;
    case 2: sort_wide_by_byte(b, to, word, shift, counts, 2); break;
    case 3: sort_wide_by_byte(b, to, word, shift, counts, 3); break;
    default: sort_wide_by_byte(b, to, word, shift, counts, record_width(b->shape)); break;
    }
}

static void count_digits(const record_buffer *b, unsigned word, size_t counts[8][DIGITS])
{
    const size_t width = record_width(b->shape);
    const uint64_t *from = (const uint64_t *)b->records.at + word;
    memset(counts, 0, 8 * sizeof *counts);
    for (size_t i = 0; i < b->count; i++, from += width)
        for (unsigned d = 0; d < 8; d++)
            counts[d][*from >> 8 * d & (DIGITS - 1)]++;
}

/* Places of successors often come in their order. */
static bool is_sorted_by_word(const record_buffer *b, unsigned word)
{
    const size_t width = record_width(b->shape);
    const uint64_t *at = (const uint64_t *)b->records.at + word;
    for (size_t i = 1; i < b->count; i++, at += width)
        if (at[0] > at[width])
            return false;
    return true;
}

static bool same_digit(const record_buffer *b, const size_t *counts)
{
    for (unsigned d = 0; d < DIGITS; d++)
        if (counts[d])
            return counts[d] == b->count;
    return true;
}

static void sort_by_word(record_buffer *b, unsigned word)
{
    size_t counts[8][DIGITS];
    if (is_sorted_by_word(b, word))
        return;
    count_digits(b, word, counts);
    for (unsigned d = 0; d < 8; d++) {
        if (same_digit(b, counts[d]))
            continue;
        sort_by_byte(b, b->scratch.at, word, 8 * d, counts[d]);
        bigarray sorted = b->scratch;
        b->scratch = b->records;
        b->records = sorted;
    }
}

static void unite_equal(record_buffer *b)
{
    size_t kept = 0;
    for (size_t i = 1; i < b->count; i++) {
        uint64_t *last = record_at(b, kept), *record = record_at(b, i);
        if (!compare_states(last, record, b->shape.words))
            add_record_count(last, record, b->shape);
        else if (++kept < i)
            copy_record(record_at(b, kept), record, record_width(b->shape));
    }
    if (b->count)
        b->count = kept + 1;
}

bool record_buffer_sort(record_buffer *b)
{
    size_t bytes = b->records.bytes;
    if (!bigarray_reserve_exactly(&b->scratch, bytes))
        return false;
    if (b->count <= FEW)
        sort_few_records(b, b->scratch.at);
    else
        for (unsigned word = b->shape.words; word--;)
            sort_by_word(b, word);
    unite_equal(b);
    return true;
}
