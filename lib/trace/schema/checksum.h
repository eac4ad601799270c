/*
 * checksum.h - checksums ("seals") of stored values that cannot be derived from others.
 *
 * Times, options, the version of wgcq: a seal over them detects a later change. Against accidents;
 * it is not a signature.
 */
#ifndef TRACE_SCHEMA_CHECKSUM_H
#define TRACE_SCHEMA_CHECKSUM_H

#include "trace/schema/database.h"
#include "trace/schema/row_digest.h"
#include "trace/schema/run_layout.h"

enum { CHECKSUM_ROOM = 17 }; /* 16 hexadecimal digits */

/* Checksum of the tables meta (all but the seal itself) and param; for a model in C, which has no
   source text, also of field, value, rule and cost. An SQLite code. */
int checksum_puzzle(sqlite3 *db, char out[CHECKSUM_ROOM]);
/* A run's rows as its writer knows them, without reading: its steps, and which tables have any. */
typedef struct summed_rows {
    step_digest steps;
    bool best, invariants, properties;
} summed_rows;

/* Checksum of a run's row (all but the seal itself), its rows in `best`, its solutions with their
   steps, and the texts of its moves. `known`: NULL: all tables are read. An SQLite code. */
int checksum_run(sqlite3 *db, const run_layout *of, const summed_rows *known,
                 char out[CHECKSUM_ROOM]);
/* Checksum of the description of the puzzle, and of the columns of the run's row that are set at
   its start: the run's digest binds its rows to them (row_digest.h).  An SQLite code. */
int checksum_binding(sqlite3 *db, int64_t run, uint64_t *out);

/* As it is stored. */
void checksum_spell(char out[CHECKSUM_ROOM], uint64_t sum);
/* One value into a checksum, as a row that holds it gives; `text`: NULL for a NULL. */
void checksum_text(uint64_t *sum, const char *text);
void checksum_integer(uint64_t *sum, int64_t value);
void checksum_null(uint64_t *sum);

#endif
