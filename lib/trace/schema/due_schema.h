/* due_schema.h - the schema that SQLite would store if it ran some statements, without running
 * them. */
#ifndef TRACE_SCHEMA_DUE_SCHEMA_H
#define TRACE_SCHEMA_DUE_SCHEMA_H

#include "base/strbuf.h"
#include "trace/schema/database.h"
#include "trace/schema/statement.h"

typedef struct due_object {
    const char *type, *name, *table; /* names end as those of a statement */
    statement made_by;
} due_object;

typedef struct due_schema {
    strbuf sql;          /* the caller's: CREATE statements; others are passed over */
    due_object *objects; /* tables, indices and views of the SQL; parsed by the first comparison */
    size_t count, room, next; /* the one behind what was found last */
} due_schema;

/* Whether each of these rows (type, name, tbl_name and sql of sqlite_schema) is due, to the letter,
   and each object that is due, but for indices, is one of them. */
int due_schema_compare(due_schema *due, sqlite3 *db, const char *path, const char *rows,
                       wgcq_error *err);
void due_schema_free(due_schema *due);

#endif
