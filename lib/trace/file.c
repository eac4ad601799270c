/* file.c - the SQLite file itself: whose it is, and what went wrong with it. */
#include "trace/file.h"

#include <string.h>

static bool is_trouble_of_files(int code)
{
    switch (code & 0xff) {
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM: return true;
    default: return false;
    }
}

int file_fault(wgcq_error *err, sqlite3 *db, const char *path, int code)
{
    const char *said = db ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    switch (code & 0xff) {
    case SQLITE_NOMEM: return fault_memory(err);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return fault(err, WGCQ_ESTORE, "%s: another run is writing this file", path);
    case SQLITE_NOTADB:
        return fault(err, WGCQ_ESTORE, "%s: this is not a trace of wgcq (it is no SQLite file)",
                     path);
    case SQLITE_CORRUPT: return fault(err, WGCQ_ESTORE, "%s: the file is damaged: %s", path, said);
    default: break;
    }
    return fault(err, is_trouble_of_files(code) ? WGCQ_EFILE : WGCQ_ESTORE, "%s: %s", path, said);
}

int file_run(sqlite3 *db, const char *path, const char *sql, wgcq_error *err)
{
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return code ? file_fault(err, db, path, code) : 0;
}

int file_integer(sqlite3 *db, const char *path, const char *sql, int64_t *out, wgcq_error *err)
{
    sqlite3_stmt *query;
    int code = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    if (code)
        return file_fault(err, db, path, code);
    code = sqlite3_step(query);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    int done = sqlite3_finalize(query);
    return done ? file_fault(err, db, path, done) : 0;
}

/* Triggers and virtual tables have no place in a trace. */
static const char intruders[] =
    "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table','view','index') "
    "OR sql LIKE 'CREATE VIRTUAL%' OR type='table' AND sql NOT LIKE '%STRICT' "
    "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

int file_check(sqlite3 *db, const char *path, bool *empty, wgcq_error *err)
{
    int64_t application = 0, version = 0, objects = 0, strange = 0;
    int code = file_integer(db, path, "PRAGMA application_id", &application, err);
    if (!code)
        code = file_integer(db, path, "PRAGMA user_version", &version, err);
    if (!code)
        code = file_integer(db, path, "SELECT count(*) FROM sqlite_schema", &objects, err);
    if (code)
        return code;
    *empty = !application && !version && !objects;
    if (*empty)
        return 0;
    if (application != FILE_APPLICATION)
        return fault(err, WGCQ_ESTORE,
                     "%s: this is not a trace of wgcq (another program's database)", path);
    if (version != FILE_VERSION)
        return fault(err, WGCQ_ESTORE,
                     "%s: the file is of version %lld, and this wgcq knows version %d", path,
                     (long long)version, FILE_VERSION);
    code = file_integer(db, path, intruders, &strange, err);
    if (!code && strange)
        return fault(err, WGCQ_ESTORE, "%s: the file holds triggers or tables that wgcq never made",
                     path);
    return code;
}

void file_defend(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    sqlite3_exec(db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", NULL, NULL, NULL);
}
