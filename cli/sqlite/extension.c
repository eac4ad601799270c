/*
 * extension.c - the loadable extension of SQLite: `.load wgcq_sqlite` over a trace, and its file
 * answers what no view can.
 *
 *   wgcq_why(state [, move])                        rows as `wgcq why`; of a state that was never
 *                                                   reached, outcome 'never reached' and the rules
 *   wgcq_plans(what [, most, by, moves, within])    solution, length, costs (JSON), plan
 *   wgcq_count(what [, by, moves, within])          how many plans, exactly, as decimal text
 *   wgcq_verify()                                   rows as `wgcq verify`
 *
 * Each has a hidden column `remark`: beside the last row, what is to be said of the whole.  They
 * use wgcq.h alone, only read, and are about the newest run of the connection's main file.  The
 * library is inside, with all its names hidden; SQLite is not, since two copies of it in one
 * process undo each other's locks (closing a file drops all locks of the process on it).
 */
#define SQLITE_CORE 1 /* SQLite's functions are called by their names, not through a table */
#include <sqlite3ext.h>

#include "virtual_table.h"

__attribute__((visibility("default"))) int
sqlite3_wgcqsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *host);

int sqlite3_wgcqsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *host)
{
    if (host->libversion() != sqlite3_libversion()) { /* one text each: these are addresses */
        *error = host->mprintf("this program has an SQLite of its own; wgcq needs one that uses "
                               "the system's libsqlite3");
        return SQLITE_ERROR;
    }
    int code = SQLITE_OK;
    for (int i = 0; i < SQL_FUNCTIONS && !code; i++)
        code = virtual_table_register(db, &sql_functions[i]);
    return code;
}
