/* index_build.h - an index on one column of numbers, made in one go. */
#ifndef TRACE_SQLITEFILE_INDEX_BUILD_H
#define TRACE_SQLITEFILE_INDEX_BUILD_H

#include "base/containers/narrow_array.h"
#include "trace/sqlitefile/pager.h"

/* The rows to index, in one of two forms; arrays are borrowed.
   keys[count]: value + 1 - plus of each row, where 0 stands for NULL; of rows 1, 2, ..., or of
   rowids[count]. Or, with `first`, rows that are grouped by value already: value v of 1..values is
   in rows first[v] + 1 to first[v + 1], or, with `which`, in rows which[first[v]] + 1 to
   which[first[v + 1] - 1] + 1. Where the table has keys (src, move, ...) in place of rowids, an
   entry has src[at] and move[at] in place of the row; such an index is made by so many threads.
   Another thread may still be filling first[], src[] and move[] from their beginning: see `await`.
   Set by index_build: the root, and the number of distinct values. */
typedef struct index_job {
    const uint32_t *keys, *rowids;
    uint32_t plus;
    const uint64_t *first; /* NULL: keys are used */
    const uint32_t *which;
    const uint32_t *src; /* NULL: the table has rowids */
    narrow_array move;
    uint32_t values;
    uint64_t count;
    /* Waits until so many entries are there, and returns how many values have all of theirs, the
       first ones; of others nothing is read.  NULL: all are there.  Any thread. */
    uint32_t (*await)(const void *grouped, uint64_t entries);
    const void *grouped;
    unsigned threads;        /* 0, 1: the calling one */
    struct index_help *help; /* keyed_index.h: where others may help, too; may be NULL */
    uint64_t chunk; /* entries that one of them encodes at a time, for tests; 0: as many as suit */
    uint32_t root;
    uint64_t distinct;
    bool (*stopped)(void *self); /* polled; true: SQLITE_INTERRUPT is returned */
    void *self;
} index_job;

/* Writes the index through the pager; it is in the file after the pager's next commit.  An SQLite
   code. */
int index_build(pager *p, index_job *index);

/* Waits by the job's `await`; all values where it has none. */
static inline uint32_t index_await(const index_job *x, uint64_t entries)
{
    return x->await ? x->await(x->grouped, entries) : x->values;
}

#endif
