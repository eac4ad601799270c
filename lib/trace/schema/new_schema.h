/*
 * new_schema.h - the schema of a new file, put together without running its SQL.
 *
 * SQLite takes a quarter of a million instructions for each CREATE: it parses the statement twice
 * and compiles an update of the schema. Here the rows of the schema are inserted, beside empty root
 * pages, so that SQLite parses the tables once, and the views when the file is opened.
 */
#ifndef TRACE_SCHEMA_NEW_SCHEMA_H
#define TRACE_SCHEMA_NEW_SCHEMA_H

#include <sqlite3.h>

/* Gives a connection that is in memory, and empty, the tables and views of these CREATE TABLE and
   CREATE VIEW statements; DROP is passed over.  It must not be defended yet, and does not know of
   the views before it reads its schema again.  A transaction is left open, which can be committed,
   but not rolled back: memory has no journal.  Returns an SQLite code. */
int new_schema_create(sqlite3 *db, const char *sql, int format);

#endif
