/* due_schema.c - compares a file's schema with the statements that would create it. */
#include "trace/schema/due_schema.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* ---- as it should be ------------------------------------------------------------------------- */

static bool add_due_object(due_schema *due, const statement *s)
{
    static const char *const kinds[][2] = {
        {"TABLE", "table"}, {"VIEW", "view"}, {"INDEX", "index"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *name = statement_creates(s, kinds[i][0]);
        if (!name)
            continue;
        if (!array_reserve(&due->objects, &due->room, due->count + 1, sizeof *due->objects))
            return false;
        const char *on = strcmp(kinds[i][1], "index") ? NULL : strstr(name, " ON ");
        due->objects[due->count++] =
            (due_object){kinds[i][1], name, on ? on + strlen(" ON ") : name, *s};
    }
    return true;
}

static int list_due_objects(due_schema *due, wgcq_error *err)
{
    const char *rest = strbuf_string(&due->sql);
    bool memory = !due->sql.failed;
    due->count = due->next = 0;
    for (statement s; memory && (s = statement_next(&rest)).text;)
        memory = add_due_object(due, &s);
    return memory ? 0 : error_set_memory(err);
}

/* ---- and as it is ---------------------------------------------------------------------------- */

static int not_ours(const char *path, const char *type, const char *name, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE,
                     "%s cannot be trusted: its %.20s '%.100s' is not as wgcq makes it", path,
                     type ? type : "?", name ? name : "?");
}

enum { TYPE, NAME, TABLE, SQL, PARTS };

/* A row of sqlite_schema; NULL where there is no text. */
typedef struct found_object {
    const char *parts[PARTS];
    size_t lengths[PARTS];
} found_object;

/* false: no memory. */
static bool read_schema_row(found_object *out, sqlite3_stmt *query)
{
    for (int i = 0; i < PARTS; i++) {
        const bool is_text = sqlite3_column_type(query, i) == SQLITE_TEXT;
        out->parts[i] = is_text ? (const char *)sqlite3_column_text(query, i) : NULL;
        out->lengths[i] = is_text ? (size_t)sqlite3_column_bytes(query, i) : 0;
        if (is_text && !out->parts[i])
            return false;
    }
    return true;
}

static bool part_is(const found_object *o, int part, const char *text, size_t length)
{
    return o->parts[part] && o->lengths[part] == length && !memcmp(o->parts[part], text, length);
}

/* Word for word.  Most objects are in the order in which they are due. */
static bool is_due(due_schema *due, const found_object *o)
{
    for (size_t i = 0; i < due->count; i++) {
        const due_object *d = &due->objects[(due->next + i) % due->count];
        if (!part_is(o, SQL, d->made_by.text, d->made_by.length))
            continue;
        due->next += i + 1;
        return part_is(o, TYPE, d->type, strlen(d->type)) &&
               part_is(o, NAME, d->name, statement_name_length(d->name)) &&
               part_is(o, TABLE, d->table, statement_name_length(d->table));
    }
    return false;
}

/* No object may be missing; indices may. */
static int check_complete(const due_schema *due, const char *path, size_t found, wgcq_error *err)
{
    size_t needed = 0;
    for (size_t i = 0; i < due->count; i++)
        needed += strcmp(due->objects[i].type, "index") != 0;
    return found == needed ? 0
                           : error_set(err, WGCQ_ESTORE,
                                       "%s is damaged: %lld of its tables and views are missing",
                                       path, (long long)needed - (long long)found);
}

int due_schema_compare(due_schema *due, sqlite3 *db, const char *path, const char *rows,
                       wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    size_t count = 0;
    int wrong = list_due_objects(due, err);
    int code = wrong ? 0 : sqlite3_prepare_v2(db, rows, -1, &query, NULL);
    while (!code && !wrong && sqlite3_step(query) == SQLITE_ROW) {
        found_object o;
        if (!read_schema_row(&o, query))
            wrong = error_set_memory(err);
        else if (!is_due(due, &o))
            wrong = not_ours(path, o.parts[TYPE], o.parts[NAME], err);
        else
            count += strcmp(o.parts[TYPE], "index") != 0;
    }
    int done = sqlite3_finalize(query);
    if (!wrong && (code || done))
        return database_error(err, db, path, code ? code : done);
    return wrong ? wrong : check_complete(due, path, count, err);
}

void due_schema_free(due_schema *due)
{
    strbuf_free(&due->sql);
    free(due->objects);
}
