/* rollback_journal.h - what a commit of ours is about to change, saved where any SQLite finds it.
 */
#ifndef TRACE_SQLITEFILE_ROLLBACK_JOURNAL_H
#define TRACE_SQLITEFILE_ROLLBACK_JOURNAL_H

#include "trace/sqlitefile/pager.h"

/* Writes the pages that p has patches for, as they are in the file now, into a rollback journal
   beside it, and syncs it.  A code of SQLite; after a failure the journal may be there in part. */
int rollback_journal_write(const pager *p);

#endif
