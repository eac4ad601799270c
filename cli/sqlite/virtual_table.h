/*
 * virtual_table.h - a question as a table-valued function: SQLite's virtual table, read-only,
 * without a place in the file.
 */
#ifndef CLI_SQLITE_VIRTUAL_TABLE_H
#define CLI_SQLITE_VIRTUAL_TABLE_H

#include "sql_functions.h"

/* Makes `question` (which must stay) known to the connection; an SQLite code. */
int virtual_table_register(sqlite3 *db, const sql_function *question);

#endif
