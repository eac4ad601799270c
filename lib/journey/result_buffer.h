/*
 * result_buffer.h - results that are kept: those met before, and those waiting to be put in order.
 *
 * Records of one size, one behind the other; an index finds equal ones.
 */
#ifndef JOURNEY_RESULT_BUFFER_H
#define JOURNEY_RESULT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct result_buffer {
    size_t size; /* of a record, > 0; set it first */
    unsigned char *records;
    size_t count, room;
    size_t *slots; /* number of a record + 1, or 0; a power of two of them */
    size_t slot_count;
} result_buffer;

/* A copy behind the rest.  False: no memory. */
bool result_buffer_add(result_buffer *r, const void *record);
/* Adds it unless an equal one is there; *added says which.  False: no memory. */
bool result_buffer_add_unique(result_buffer *r, const void *record, bool *added);
const void *result_buffer_at(const result_buffer *r, size_t i);
/* Puts them in order; equal ones stay as they came.  False: no memory. */
bool result_buffer_sort(result_buffer *r, int (*compare)(const void *a, const void *b));
void result_buffer_free(result_buffer *r);

#endif
