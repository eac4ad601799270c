/* tree_schema.h - the schema of a file that holds the tree of a journey: schemas/journey.sql. */
#ifndef TRACE_SCHEMA_TREE_SCHEMA_H
#define TRACE_SCHEMA_TREE_SCHEMA_H

#include "trace/schema/database.h"

/* In an empty file, within a transaction of the caller. */
int tree_schema_create(sqlite3 *db, const char *path, wgcq_error *err);
/* WGCQ_ESTORE: the file does not have exactly this schema, or is of a newer version.  *indexed:
   someone has made indices. */
int tree_schema_check(sqlite3 *db, const char *path, bool *indexed, wgcq_error *err);

#endif
