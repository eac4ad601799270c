/* tree_schema.c - the schema of a file that holds the tree of a journey. */
#include "trace/schema/tree_schema.h"

#include <stdio.h>

#include "trace/schema/due_schema.h"

extern const char journey_sql[];

enum { TREE_VERSION = 1 };

int tree_schema_create(sqlite3 *db, const char *path, wgcq_error *err)
{
    char pragmas[100];
    int code = database_run(db, path, journey_sql, err);
    snprintf(pragmas, sizeof pragmas, "PRAGMA application_id=%d; PRAGMA user_version=%d",
             DATABASE_JOURNEY, TREE_VERSION);
    return code ? code : database_run(db, path, pragmas, err);
}

static int check_tree_version(sqlite3 *db, const char *path, wgcq_error *err)
{
    int64_t application = 0, version = 0;
    int code = database_integer(db, path, "PRAGMA application_id", &application, err);
    code = code ? code : database_integer(db, path, "PRAGMA user_version", &version, err);
    if (code)
        return code;
    if (application != DATABASE_JOURNEY)
        return error_set(err, WGCQ_ESTORE, "%s does not hold the tree of a journey", path);
    if (version > TREE_VERSION)
        return error_set(err, WGCQ_ESTORE, "%s was made by a newer wgcq: its version is %lld", path,
                         (long long)version);
    return 0;
}

int tree_schema_check(sqlite3 *db, const char *path, bool *indexed, wgcq_error *err)
{
    static const char rows[] = "SELECT type,name,tbl_name,sql FROM sqlite_schema WHERE "
                               "type<>'index' AND name NOT IN ('sqlite_stat1','sqlite_stat4')";
    due_schema due = {0};
    int64_t indices = 0;
    int code = check_tree_version(db, path, err);
    if (code)
        return code;
    strbuf_put(&due.sql, journey_sql);
    code = due_schema_compare(&due, db, path, rows, err);
    due_schema_free(&due);
    if (!code)
        code = database_integer(db, path, "SELECT count(*) FROM sqlite_schema WHERE type='index'",
                                &indices, err);
    *indexed = indices > 0;
    return code;
}
