/*
 * extension.c - SQLite's loadable extension: after `.load wgcq_sqlite` in a trace, table-valued
 * functions answer what no view can.
 *
 *   wgcq_why(state [, move])                        rows as `wgcq why`; for a state that is not
 *                                                   reachable, outcome 'never reached' and the
 * rules wgcq_plans(what [, most, by, moves, within])    solution, length, costs (JSON), plan
 *   wgcq_count(what [, by, moves, within])          how many plans, exactly, as decimal text
 *   wgcq_verify()                                   rows as `wgcq verify`
 *
 * Each has a hidden column `remark`, set in the last row.  They use wgcq.h alone, read only, and
 * answer for the newest run of the connection's main file.  The library is linked in, with all its
 * names hidden; SQLite is not, since two copies of it in one process undo each other's locks
 * (closing a file drops all locks of the process on it).
 */
#define SQLITE_CORE 1 /* SQLite's functions are called by their names, not through a table */
#include <sqlite3ext.h>

#include "virtual_table.h"

__attribute__((visibility("default"))) int
sqlite3_wgcqsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *host);

int sqlite3_wgcqsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *host)
{
    if (host->libversion() !=
        sqlite3_libversion()) { /* addresses: one text for each copy of SQLite */
        *error = host->mprintf("this program contains its own SQLite; wgcq needs one that uses "
                               "the system's libsqlite3");
        return SQLITE_ERROR;
    }
    int code = SQLITE_OK;
    for (int i = 0; i < SQL_FUNCTIONS && !code; i++)
        code = virtual_table_register(db, &sql_functions[i]);
    return code;
}
