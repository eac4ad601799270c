/*
 * record_buffer.h - records in memory, as they come, then sorted and each state once.
 *
 * Half of its memory is for sorting, by the bytes of the states from the last to the first.
 */
#ifndef SPILL_RECORD_BUFFER_H
#define SPILL_RECORD_BUFFER_H

#include <stdbool.h>

#include "base/containers/bigarray.h"
#include "space/files/state_record.h"

typedef struct record_buffer {
    record_shape shape;
    size_t count, room; /* records */
    bigarray records, scratch;
} record_buffer;

/* Empty, for as many records as fit in so many bytes, 1 or more; the memory is there from the first
   record on. */
void record_buffer_begin(record_buffer *b, record_shape shape, size_t bytes);
void record_buffer_free(record_buffer *b);
size_t record_buffer_memory(const record_buffer *b);

/* Room for `more` further records, up to b->room.  False: no memory. */
bool record_buffer_reserve(record_buffer *b, size_t more);
/* Sorts them; those of one state become one, with the sum of their counts.  False: no memory. */
bool record_buffer_sort(record_buffer *b);

static inline uint64_t *record_at(const record_buffer *b, size_t i)
{
    return (uint64_t *)b->records.at + i * record_width(b->shape);
}

#endif
