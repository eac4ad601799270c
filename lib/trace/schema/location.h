/*
 * location.h - the resolved path of a file, and what is beside it, checked before SQLite opens it.
 *
 * SQLite resolves symbolic links, looks for journals beside the target, and rolls back or deletes
 * what it finds. So the path is resolved once, everything beside it is checked, and SQLite gets the
 * resolved path.
 */
#ifndef TRACE_SCHEMA_LOCATION_H
#define TRACE_SCHEMA_LOCATION_H

#include <stdbool.h>

#include "base/error.h"

/* *real: the absolute path without symbolic links, malloc'd; with `create` the file need not exist.
   WGCQ_EFILE: not a regular file; WGCQ_ESTORE: beside it is a journal or log that SQLite should not
   open, or, with `write`, it has hard links. Changes nothing, never blocks. */
int location_find(char **real, const char *path, bool write, bool create, wgcq_error *err);

#endif
