/* journal.h - what a rollback journal beside a file would do. */
#ifndef TRACE_JOURNAL_H
#define TRACE_JOURNAL_H

#include <stdbool.h>

/* Whether rolling it back would have SQLite read, and maybe remove, a file that the journal names:
   that of a transaction over several files, which is none of ours. */
bool journal_names_others(const char *path);

#endif
