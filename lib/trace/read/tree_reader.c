/* tree_reader.c - opens a file that holds the tree of a journey, for reading. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "trace/read/reader.h"
#include "trace/schema/tree_schema.h"
#include "wgcq_journey.h"
#include "wgcq_trace.h"

bool wgcq_is_tree(const char *path)
{
    sqlite3 *db = NULL;
    bool is = path && access(path, R_OK) == 0 &&
              !database_open(&db, path, SQLITE_OPEN_READONLY, NULL) &&
              database_application(db) == DATABASE_JOURNEY;
    sqlite3_close(db);
    return is;
}

/* A trace that was killed during a commit leaves a journal, which is rolled back by a connection
   that may write. */
static int roll_back_tree(const char *path, wgcq_error *err)
{
    sqlite3 *db = NULL;
    int code = database_open(&db, path, SQLITE_OPEN_READWRITE, err);
    if (!code && database_application(db) == DATABASE_JOURNEY) {
        database_defend(db);
        code = database_run(db, path, "SELECT count(*) FROM sqlite_schema", err);
    }
    sqlite3_close(db);
    return code;
}

static int connect_tree(wgcq_trace *t, wgcq_error *err)
{
    int code = reader_connect(&t->db, t->path, err);
    if (code)
        return code;
    int found = sqlite3_exec(t->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    if (found != SQLITE_READONLY_ROLLBACK)
        return found ? reader_error(t, found, err) : 0;
    sqlite3_close(t->db);
    t->db = NULL;
    code = roll_back_tree(t->path, err);
    return code ? code : reader_connect(&t->db, t->path, err);
}

int wgcq_tree_open(wgcq_trace **out, const char *path, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"path", path})))
        return WGCQ_EREQUEST;
    bool indexed = false;
    wgcq_trace *t = calloc(1, sizeof *t);
    if (!t || !(t->path = strdup(path))) {
        free(t);
        return error_set_memory(err);
    }
    int code = connect_tree(t, err);
    code = code ? code : tree_schema_check(t->db, path, &indexed, err);
    if (code) {
        wgcq_trace_free(t);
        return code;
    }
    reader_authorize(t);
    *out = t;
    return 0;
}
