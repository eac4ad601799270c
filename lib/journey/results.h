/*
 * results.h - results that are kept: those met before, and those waiting to be put in order.
 *
 * Records of one size, one behind the other; an index finds equal ones.
 */
#ifndef JOURNEY_RESULTS_H
#define JOURNEY_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct results {
    size_t size; /* of a record, > 0; set it first */
    unsigned char *records;
    size_t count, room;
    size_t *slots; /* number of a record + 1, or 0; a power of two of them */
    size_t slot_count;
} results;

/* A copy behind the rest.  False: no memory. */
bool results_add(results *r, const void *record);
/* Adds it unless an equal one is there; *added says which.  False: no memory. */
bool results_meet(results *r, const void *record, bool *added);
const void *results_at(const results *r, size_t i);
/* Puts them in order; equal ones stay as they came.  False: no memory. */
bool results_sort(results *r, int (*compare)(const void *a, const void *b));
void results_free(results *r);

#endif
