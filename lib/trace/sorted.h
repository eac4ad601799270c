/* sorted.h - an index on one column of numbers, made in one go. */
#ifndef TRACE_SORTED_H
#define TRACE_SORTED_H

#include "trace/paging.h"

/* keys: value + 1, 0 is NULL; of rows 1, 2, ..., or of those in `rowids`.  Its root and how many
   different values there are come out; the pages go to p and wait for its commit. */
typedef struct sorted_index {
    const uint32_t *keys, *rowids;
    uint64_t count;
    uint32_t root;
    uint64_t distinct;
    bool (*stopped)(void *self); /* asked now and then; true: SQLITE_INTERRUPT is the answer */
    void *self;
} sorted_index;

int sorted_write(paging *p, sorted_index *index);

#endif
