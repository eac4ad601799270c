/* tree_schema.c - the schema of a file that holds the tree of a journey. */
#include "trace/schema/tree_schema.h"

#include <stdio.h>
#include <string.h>

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
    if (!code)
        code = database_integer(db, path, "PRAGMA user_version", &version, err);
    if (code)
        return code;
    if (application != DATABASE_JOURNEY)
        return error_set(err, WGCQ_ESTORE, "%s does not hold the tree of a journey", path);
    if (version > TREE_VERSION)
        return error_set(err, WGCQ_ESTORE, "%s was made by a newer wgcq: its version is %lld", path,
                         (long long)version);
    return 0;
}

/* Tables and views, word for word, in one order. */
static int list_objects(sqlite3 *db, const char *path, text_list *out, wgcq_error *err)
{
    return database_texts(db, path,
                          "SELECT type||' '||name||' '||tbl_name||' '||ifnull(sql,'') FROM "
                          "sqlite_schema WHERE type<>'index' AND name NOT IN "
                          "('sqlite_stat1','sqlite_stat4') ORDER BY type,name",
                          1000, out, err);
}

static bool same_objects(const text_list *a, const text_list *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->texts[i], b->texts[i]) != 0)
            return false;
    return true;
}

static int compare_objects(sqlite3 *db, const char *path, sqlite3 *model, wgcq_error *err)
{
    text_list found = {0}, due = {0};
    int code = list_objects(db, path, &found, err);
    if (!code)
        code = list_objects(model, path, &due, err);
    if (!code && !same_objects(&found, &due))
        code = error_set(err, WGCQ_ESTORE,
                         "%s cannot be trusted: its tables and views are not as wgcq makes them",
                         path);
    text_list_free(&found);
    text_list_free(&due);
    return code;
}

int tree_schema_check(sqlite3 *db, const char *path, bool *indexed, wgcq_error *err)
{
    sqlite3 *model = NULL;
    int64_t indices = 0;
    int code = check_tree_version(db, path, err);
    if (code)
        return code;
    code = sqlite3_open(":memory:", &model) ? error_set_memory(err) : 0;
    if (!code)
        code = database_run(model, path, journey_sql, err);
    if (!code)
        code = compare_objects(db, path, model, err);
    sqlite3_close(model);
    if (!code)
        code = database_integer(db, path, "SELECT count(*) FROM sqlite_schema WHERE type='index'",
                                &indices, err);
    *indexed = indices > 0;
    return code;
}
