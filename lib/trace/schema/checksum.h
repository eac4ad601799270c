/*
 * checksum.h - checksums of what a file says and nobody can derive again.
 *
 * Times, options, the version that made it: a seal over them tells whether a field was changed
 * since it was written.  Against accidents; it is no signature.
 */
#ifndef TRACE_SCHEMA_CHECKSUM_H
#define TRACE_SCHEMA_CHECKSUM_H

#include "trace/schema/database.h"

enum { CHECKSUM_ROOM = 17 }; /* 16 hexadecimal digits */

/* Of the tables meta (all but the seal itself) and param; for a model in C, whose text nobody can
   read again, also of field, value, rule and cost.  An SQLite code. */
int checksum_puzzle(sqlite3 *db, char out[CHECKSUM_ROOM]);
/* Of a run's row (all but the seal itself), its rows in `best`, its solutions with their steps, and
   the texts of its moves (some may be of moves that lead nowhere).  An SQLite code. */
int checksum_run(sqlite3 *db, int64_t run, char out[CHECKSUM_ROOM]);
/* Of all that the file says of the puzzle, and of what a run's row says from its beginning on: what
   its digest binds rows to.  An SQLite code. */
int checksum_binding(sqlite3 *db, int64_t run, uint64_t *out);

#endif
