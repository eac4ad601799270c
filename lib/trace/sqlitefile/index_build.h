/* index_build.h - an index on one column of numbers, made in one go. */
#ifndef TRACE_SQLITEFILE_INDEX_BUILD_H
#define TRACE_SQLITEFILE_INDEX_BUILD_H

#include "trace/sqlitefile/pager.h"

/* keys: value + 1, 0 is NULL (or `plus` less); of rows 1, 2, ..., or of those in `rowids`.
   Where somebody has sorted them already: value v of 1..values is in rows first[v] + 1 to
   first[v + 1], or in which[first[v]] + 1 and so on.
   Its root and how many different values there are come out; the pages go to p and wait for its
   commit. */
typedef struct index_job {
    const uint32_t *keys, *rowids;
    uint32_t plus;
    const uint64_t *first, *which; /* first NULL: there are keys */
    uint32_t values;
    uint64_t count;
    uint32_t root;
    uint64_t distinct;
    bool (*stopped)(void *self); /* asked now and then; true: SQLITE_INTERRUPT is the answer */
    void *self;
} index_job;

int index_build(pager *p, index_job *index);

#endif
