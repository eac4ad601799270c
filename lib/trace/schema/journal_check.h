/* journal_check.h - a rollback journal that lies beside a file: what it is, and what it would do.
 */
#ifndef TRACE_SCHEMA_JOURNAL_CHECK_H
#define TRACE_SCHEMA_JOURNAL_CHECK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Refuses a journal that SQLite should not open: no regular file, one of several names, one that
   names another file (which a rollback would remove), and beside a file that is not there (`empty`:
   or has nothing in it) one that was not made when that file was begun.  `real` is the resolved
   path, `path` the one for messages. */
int journal_check_beside(const char *path, const char *real, bool missing, bool empty,
                         wgcq_error *err);

/* A file as rolling back its journal would leave it: the file's bytes with the pages of the journal
   over them, in memory of its own (private pages of a mapping, so only what differs takes any). */
typedef struct rolled_back_file {
    uint8_t *bytes;
    size_t size, mapped;
    int file;
} rolled_back_file;

/* A shared lock is held on the file from before until the view is freed, so that its size stays;
   and no connection of this process holds any other, for closing the view drops them all.  *out is
   to be freed whatever the answer: 0 or a code of SQLite. */
int rolled_back_open(rolled_back_file *out, const char *real);
void rolled_back_free(rolled_back_file *view);

#endif
