/* journal_check.h - a rollback journal beside a file: whether SQLite may open it, and the file
   after it. */
#ifndef TRACE_SCHEMA_JOURNAL_CHECK_H
#define TRACE_SCHEMA_JOURNAL_CHECK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* WGCQ_ESTORE: a journal that SQLite should not open: not a regular file, one with hard links, one
   that names a super-journal (which a rollback would delete), or one beside a missing or empty file
   that was not created together with it. `real`: the resolved path, `path` the one for messages. */
int journal_check_beside(const char *path, const char *real, bool missing, bool empty,
                         wgcq_error *err);

/* A file as rolling back its journal would leave it: a private mapping of the file with the
   journal's pages copied over, so that memory is used only for those. */
typedef struct rolled_back_file {
    uint8_t *bytes;
    size_t size, mapped;
    int file;
} rolled_back_file;

/* The caller holds a shared lock on the file until the copy is freed, so that its size stays; no
   connection of this process may hold another lock, since closing the copy's descriptor drops them
   all. rolled_back_free *out also after a failure. An SQLite code. */
int rolled_back_open(rolled_back_file *out, const char *real);
void rolled_back_free(rolled_back_file *view);

#endif
