/*
 * keyed_index.h - the index on one column of a table WITHOUT ROWID, by one thread or several.
 *
 * Entries are cut into chunks of equal numbers, and every chunk but the first begins with an entry
 * that stands between two leaves.  So the leaves of a chunk do not depend on the chunks before it,
 * and the pages are the same for every number of threads.
 */
#ifndef TRACE_SQLITEFILE_KEYED_INDEX_H
#define TRACE_SQLITEFILE_KEYED_INDEX_H

#include "trace/sqlitefile/btree_append.h"
#include "trace/sqlitefile/index_build.h"

/* Appends the entries of an index_job with `src` to a new index.  An SQLite code. */
int keyed_index_append(btree *to, index_job *index);

#endif
