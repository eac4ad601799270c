/*
 * step_memory.h - steps of solutions that are stored, found by what they say.
 *
 * Rows are remembered in their order.  When there are too many, all are forgotten: steps that come
 * again are then stored again.
 */
#ifndef TRACE_WRITE_STEP_MEMORY_H
#define TRACE_WRITE_STEP_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct step_memory {
    unsigned key, width; /* values that a row is found by, and all of them */
    int64_t *values;     /* [room][width]: of rows first, first + 1, ... */
    size_t count, room;
    size_t most;     /* rows that are remembered */
    int64_t first;   /* rowid */
    uint32_t *slots; /* [slot_count]: place among the values + 1, or 0 */
    size_t slot_count;
} step_memory;

/* A memory of rows from `first` on; nothing is allocated yet. */
void step_memory_begin(step_memory *m, unsigned key, unsigned width, size_t most, int64_t first);
void step_memory_free(step_memory *m);
size_t step_memory_bytes(const step_memory *m);

/* The values of a row; NULL: it is not known. */
const int64_t *step_memory_row(const step_memory *m, int64_t row);
/* Whether `row` is known and has that key. */
bool step_memory_has(const step_memory *m, int64_t row, const int64_t *key);
/* The first known row with that key; 0: there is none. */
int64_t step_memory_find(const step_memory *m, const int64_t *key);
/* Adds the row behind the last.  false: no memory. */
bool step_memory_add(step_memory *m, const int64_t *values);

#endif
