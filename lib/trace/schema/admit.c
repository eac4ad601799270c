/* admit.c - whether a file is a trace, checked before it is opened for writing. */
#include "trace/schema/admit.h"

#include <time.h>
#include <unistd.h>

#include "trace/schema/journal_check.h"
#include "trace/schema/validate.h"

enum { PATIENCE = 10000, NAP = 2 }; /* milliseconds */

/* Within a transaction, or over a private copy. */
static int check_ours(sqlite3 *db, const char *path, bool may_be_empty, wgcq_error *err)
{
    metadata of = {0};
    int format = 0;
    int code = validate_identity(db, path, &format, err);
    if (!code && !format && !may_be_empty)
        code = error_set(err, WGCQ_ESTORE, "%s is not a trace of wgcq (it is empty)", path);
    if (!code && format)
        code = validate_schema(&of, db, path, format, err);
    metadata_free(&of);
    return code;
}

/* ---- a journal that is to be rolled back ----------------------------------------------------- */

static int check_rolled_back(const rolled_back_file *view, const char *path, bool empty,
                             wgcq_error *err)
{
    sqlite3 *db = NULL;
    int64_t size = (int64_t)view->size;
    if (!size)
        return empty ? 0
                     : error_set(err, WGCQ_ESTORE, "%s is not a trace of wgcq (it is empty)", path);
    int code = sqlite3_open(":memory:", &db);
    if (!code)
        code =
            sqlite3_deserialize(db, "main", view->bytes, size, size, SQLITE_DESERIALIZE_READONLY);
    if (!code)
        database_defend(db);
    code = code ? database_error(err, db, path, code) : check_ours(db, path, empty, err);
    sqlite3_close(db);
    return code;
}

/* A shared lock, which SQLite takes only after it has rolled back. */
static int lock_shared(sqlite3_file *file)
{
    int code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
    for (int waited = 0; code == SQLITE_BUSY && waited < PATIENCE; waited += NAP) {
        nanosleep(&(struct timespec){0, NAP * 1000000}, NULL);
        code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
    }
    return code;
}

int admit_hot(sqlite3 *db, const char *path, bool empty, wgcq_error *err)
{
    rolled_back_file view = {.file = -1};
    sqlite3_file *file = database_file(db);
    int code = file ? lock_shared(file) : SQLITE_CANTOPEN;
    if (code)
        return database_error(err, db, path, code);
    code = rolled_back_open(&view, sqlite3_db_filename(db, "main"));
    code = code ? database_error(err, db, path, code) : check_rolled_back(&view, path, empty, err);
    file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    rolled_back_free(&view);
    return code;
}

/* ---- any file -------------------------------------------------------------------------------- */

int admit_file(const char *path, wgcq_error *err)
{
    sqlite3 *db = NULL;
    if (access(path, F_OK) != 0) /* if it cannot be created, opening it reports why */
        return 0;
    int code = database_open(&db, path, SQLITE_OPEN_READONLY, err);
    if (!code) {
        sqlite3_busy_timeout(db, PATIENCE);
        database_defend(db);
        int found = sqlite3_exec(db, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
        if (found == SQLITE_READONLY_ROLLBACK)
            code = admit_hot(db, path, true, err);
        else
            code = found ? database_error(err, db, path, found) : check_ours(db, path, true, err);
    }
    sqlite3_close(db);
    return code;
}
