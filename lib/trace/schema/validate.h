/*
 * validate.h - whether a file is one of ours, and nothing but that.
 *
 * A file from elsewhere may hold anything: triggers, views that never end, tables with an index on
 * an expression.  So before anything in it is asked, its schema is compared, to the letter, with
 * what wgcq itself would have made for the puzzle that the file describes.
 */
#ifndef TRACE_SCHEMA_VALIDATE_H
#define TRACE_SCHEMA_VALIDATE_H

#include "trace/schema/metadata.h"

/* Looks at the header only.  An empty file is 1 in *empty and fine. */
int validate_identity(sqlite3 *db, const char *path, bool *empty, wgcq_error *err);
/* The whole comparison, within a transaction of the caller's; what it has read of the puzzle comes
   out.  *out is to be freed whatever the answer. */
int validate_schema(metadata *out, sqlite3 *db, const char *path, wgcq_error *err);

#endif
