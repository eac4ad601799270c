/*
 * location.h - where a file really is, and what lies beside it, found out before SQLite opens it.
 *
 * SQLite resolves symbolic links and looks for journals beside the target, opens whatever it finds
 * there, and rolls back or removes it.  So the path is resolved once, everything of that name is
 * looked at, and SQLite is given the same resolved path.
 */
#ifndef TRACE_SCHEMA_LOCATION_H
#define TRACE_SCHEMA_LOCATION_H

#include <stdbool.h>

#include "base/error.h"

/* The absolute path without symbolic links, malloc'd; with `create` the file itself need not exist
   yet.  Refuses what is not a regular file, and a file that has anything beside it which SQLite
   should not open; with `write` also a file of several names (hard links).  Nothing is touched, and
   nothing blocks. */
int location_find(char **real, const char *path, bool write, bool create, wgcq_error *err);

#endif
