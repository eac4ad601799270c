/*
 * result_buffer.h - stored results: for DISTINCT those seen before, for ORDER BY all of them.
 *
 * Records of one size, one behind the other; a hash index finds equal ones.
 */
#ifndef JOURNEY_RESULT_BUFFER_H
#define JOURNEY_RESULT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct result_buffer {
    size_t size; /* of a record, > 0; set it first */
    unsigned char *records;
    size_t count, room;
    size_t *slots; /* index of a record + 1, or 0; a power of two of them */
    size_t slot_count;
    size_t oldest; /* of result_buffer_add_recent: the record that the next one replaces */
} result_buffer;

/* Appends a copy.  False: no memory. */
bool result_buffer_add(result_buffer *r, const void *record);
/* The index of the record equal to it, of which a copy is appended where there is none.  False: no
   memory. */
bool result_buffer_number(result_buffer *r, const void *record, size_t *number);
/* Appends a copy unless an equal one is there; *added: whether it did.  Of `most` records (> 0) a
   new one replaces the oldest.  False: no memory. */
bool result_buffer_add_recent(result_buffer *r, const void *record, uint64_t most, bool *added);
const void *result_buffer_at(const result_buffer *r, size_t i);
/* A stable sort.  False: no memory. */
bool result_buffer_sort(result_buffer *r, int (*compare)(const void *a, const void *b));
void result_buffer_free(result_buffer *r);

#endif
