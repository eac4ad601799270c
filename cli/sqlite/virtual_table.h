/*
 * virtual_table.h - table-valued functions as SQLite's virtual tables: eponymous and read-only.
 */
#ifndef CLI_SQLITE_VIRTUAL_TABLE_H
#define CLI_SQLITE_VIRTUAL_TABLE_H

#include "sql_functions.h"

/* Registers the function (borrowed for good); an SQLite code. */
int virtual_table_register(sqlite3 *db, const sql_function *function);

#endif
