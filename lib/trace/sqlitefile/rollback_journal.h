/* rollback_journal.h - the pages that a commit is about to change, saved where any SQLite finds
   them. */
#ifndef TRACE_SQLITEFILE_ROLLBACK_JOURNAL_H
#define TRACE_SQLITEFILE_ROLLBACK_JOURNAL_H

#include "trace/sqlitefile/pager.h"

/* Saves the pages that p has patches for, as they are in the file, in a rollback journal beside it,
   synced.  An SQLite code; after a failure part of the journal may exist. */
int rollback_journal_write(const pager *p);

#endif
