/*
 * validate.h - whether a file has exactly the schema of a trace.
 *
 * A file from elsewhere may hold anything: triggers, views that never end, indices on expressions.
 * So before any query its schema is compared, to the letter, with the one that wgcq creates for the
 * puzzle that the file describes.
 */
#ifndef TRACE_SCHEMA_VALIDATE_H
#define TRACE_SCHEMA_VALIDATE_H

#include "trace/schema/metadata.h"

/* Checks application and format; *format: of run_layout.h, 0 for an empty file, which is valid. */
int validate_identity(sqlite3 *db, const char *path, int *format, wgcq_error *err);
/* Checks the whole schema, which is of that format, within a transaction of the caller; *out: the
   description of the puzzle, to be freed by metadata_free also after a failure.  WGCQ_ESTORE: not a
   trace. */
int validate_schema(metadata *out, sqlite3 *db, const char *path, int format, wgcq_error *err);

#endif
