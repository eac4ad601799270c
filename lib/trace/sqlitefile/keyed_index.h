/*
 * keyed_index.h - the index on one column of a table WITHOUT ROWID, by one thread or several.
 *
 * Entries are cut into chunks of equal numbers, and every chunk but the first begins with an entry
 * that stands between two leaves.  So the leaves of a chunk do not depend on the chunks before it,
 * and the pages are the same for every number of threads.
 */
#ifndef TRACE_SQLITEFILE_KEYED_INDEX_H
#define TRACE_SQLITEFILE_KEYED_INDEX_H

#include <stdbool.h>

#include "base/helpers.h"
#include "trace/sqlitefile/btree_append.h"
#include "trace/sqlitefile/index_build.h"

enum { HELP_CHUNKS = 8 };

/* A chunk that a helper has encoded, or does. */
typedef struct help_slot {
    uint64_t chunk;
    btree *leaves;
    int code;
    bool taken, done;
} help_slot;

/* Where threads help the one that appends an index: they encode chunks ahead of it. */
typedef struct index_help {
    helpers others; /* of the index's own, and the lock of those that help by themselves: */
    const struct keyed_index *index; /* NULL: none is being appended */
    uint64_t begun;                  /* chunks that the appending thread has come to */
    uint64_t next;                   /* the first one that no helper has taken       */
    help_slot slot[HELP_CHUNKS];
} index_help;

void index_help_open(index_help *h);
void index_help_close(index_help *h);
/* Encodes a chunk of the index that is being appended.  False: there is nothing to help with now.
   Any thread but the one that appends. */
bool index_help_some(index_help *h);

/* Appends the entries of an index_job with `src` to a new index.  An SQLite code. */
int keyed_index_append(btree *to, index_job *index);

#endif
