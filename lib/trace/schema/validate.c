/* validate.c - compares a file's schema with the statements that would create it. */
#include "trace/schema/validate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "trace/schema/statement.h"
#include "trace/schema/views.h"

extern const char trace_sql[];

/* ---- application and version ----------------------------------------------------------------- */

int validate_identity(sqlite3 *db, const char *path, int *format, wgcq_error *err)
{
    int64_t application = 0, version = 0, objects = 0;
    int code = database_integer(db, path, "PRAGMA application_id", &application, err);
    if (!code)
        code = database_integer(db, path, "PRAGMA user_version", &version, err);
    if (!code)
        code = database_integer(db, path, "SELECT count(*) FROM sqlite_schema", &objects, err);
    if (code)
        return code;
    *format = (int)version;
    if (!application && !version && !objects)
        return 0;
    if (application == DATABASE_JOURNEY)
        return error_set(err, WGCQ_ESTORE,
                         "%s holds the tree of a journey, which sql, show, why, verify, page and "
                         "query (guards) read",
                         path);
    if (application != DATABASE_APPLICATION)
        return error_set(err, WGCQ_ESTORE,
                         "%s is not a trace of wgcq (it is another program's database)", path);
    if (version > FORMAT_NEWEST)
        return error_set(
            err, WGCQ_ESTORE,
            "%s was made by a newer wgcq: its format is %lld, and this one knows up to %d", path,
            (long long)version, FORMAT_NEWEST);
    if (version > 0 && version < FORMAT_OLDEST)
        return error_set(err, WGCQ_ESTORE,
                         "%s was made by an older wgcq: its format is %lld, and this one reads "
                         "%d to %d; solve the puzzle again",
                         path, (long long)version, FORMAT_OLDEST, FORMAT_NEWEST);
    if (version < FORMAT_OLDEST)
        return error_set(err, WGCQ_ESTORE, "%s is damaged: there is no format %lld", path,
                         (long long)version);
    return 0;
}

/* ---- the SQL of `shown` ---------------------------------------------------------------------- */

/* The one part of a view that comes from the file itself. wgcq only writes CASE expressions over
   the packed words: no other names are allowed, above all no SELECT. */
static bool is_allowed_word(const char *word, size_t length)
{
    static const char *const allowed[] = {"CASE", "WHEN", "THEN", "ELSE", "END", "char"};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strlen(allowed[i]) == length && !memcmp(allowed[i], word, length))
            return true;
    return length > 1 && word[0] == 'w' && strspn(word + 1, "0123456789") >= length - 1;
}

/* The position behind the string that begins at `at`; NULL: it has no end. */
static const char *skip_string(const char *at)
{
    for (at++; *at; at++)
        if (*at == '\'' && *++at != '\'')
            return at;
    return NULL;
}

static bool continues_word(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_harmless_sql(const char *at)
{
    while (at && *at) {
        size_t length = 0;
        while (continues_word(at[length]) || (length && isdigit((unsigned char)at[length])))
            length++;
        if (length && !is_allowed_word(at, length))
            return false;
        if (length)
            at += length;
        else if (*at == '\'')
            at = skip_string(at);
        else if (!strchr(" \n0123456789()|&<>+=-,*/%", *at) || !strncmp(at, "--", 2) ||
                 !strncmp(at, "/*", 2))
            return false;
        else
            at++;
    }
    return at != NULL;
}

/* ---- the schema as it should be -------------------------------------------------------------- */

typedef struct due_object {
    const char *type, *name, *table; /* names end as those of a statement */
    statement made_by;
} due_object;

/* The schema that SQLite would store if it ran the statements. */
typedef struct due_schema {
    strbuf sql;
    due_object *objects;      /* of the SQL when it was last listed */
    size_t count, room, next; /* the one behind what was found last */
} due_schema;

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

/* Views of the formats before have no types, and no counts as numbers. */
static const char views_before[] =
    "CREATE VIEW runs AS\n"
    "  SELECT id, \"order\", options, started, seconds, states, edges, status, stopped, verdict,\n"
    "         rejections, starts, depth, goals, dead_ends, shortest_length, shortest_count,\n"
    "         solutions_stored, solutions_count\n"
    "  FROM run;"
    "CREATE VIEW cheapest AS SELECT run, cost, least, count FROM best;";

/* In the format before this one the view `columns` says nothing of views that it does not have. */
static void put_fixed_schema(strbuf *sql, int format)
{
    const char *tables = strstr(trace_sql, "\nCREATE "), /* behind the guide */
        *views = strstr(tables, "\nCREATE VIEW "),
               *columns = strstr(views, "\nCREATE VIEW columns"),
               *newer = strstr(columns, ",\n    ('properties'"),
               *rest = strstr(newer, ")\n  SELECT view");
    if (format <= FORMAT_UNTYPED) {
        strbuf_add(sql, tables, (size_t)(views + 1 - tables)); /* with the end of a comment */
        strbuf_put(sql, views_before);
    } else if (format == FORMAT_PATHLESS) {
        strbuf_add(sql, tables, (size_t)(newer - tables));
        strbuf_put(sql, rest);
    } else {
        strbuf_put(sql, tables);
    }
}

/* Tables, views and indices of one run. */
static void put_run_schema(strbuf *sql, const metadata *d, const run_layout *of)
{
    views_create_tables(sql, &d->model, d->shown, of);
    views_create(sql, &d->model, d->shown, of);
    for (int i = 0; i < VIEWS_INDICES; i++)
        views_create_index(sql, i, of);
}

static int put_run_schemas(strbuf *sql, const metadata *d, sqlite3 *db, const char *path,
                           int format, wgcq_error *err)
{
    sqlite3_stmt *query;
    int64_t run = 0;
    int code =
        sqlite3_prepare_v2(db, "SELECT id,\"order\",keep FROM run ORDER BY id", -1, &query, NULL);
    while (!code && sqlite3_step(query) == SQLITE_ROW) {
        run = sqlite3_column_int64(query, 0);
        const run_layout of =
            run_layout_of(format, database_column(query, 1), database_column(query, 2), run);
        put_run_schema(sql, d, &of);
    }
    const int done = sqlite3_finalize(query);
    const run_layout newest = run_layout_of(format, NULL, NULL, run);
    if (run)
        views_alias_newest(sql, &newest);
    return code || done ? database_error(err, db, path, code ? code : done) : 0;
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

/* Every object of the file's schema (`fixed`: of its fixed part) must be due, and each that is due
   must be there. */
static int compare_schema(sqlite3 *db, const char *path, due_schema *due, bool fixed,
                          wgcq_error *err)
{
    const char *all = fixed ? "SELECT type,name,tbl_name,sql FROM sqlite_schema WHERE name IN "
                              "('meta','param','field','value','rule','cost','run','best',"
                              "'runs','cheapest','columns')"
                            : "SELECT type,name,tbl_name,sql FROM sqlite_schema WHERE NOT(type="
                              "'table' AND sql IN ('CREATE TABLE sqlite_stat1(tbl,idx,stat)',"
                              "'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))";
    sqlite3_stmt *query = NULL;
    size_t count = 0;
    int wrong = list_due_objects(due, err);
    int code = wrong ? 0 : sqlite3_prepare_v2(db, all, -1, &query, NULL);
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

/* SQLite reads a truncated last page as if it ended with zeros, and does not detect two tables with
   one root. */
static int check_file_size(sqlite3 *db, const char *path, wgcq_error *err)
{
    int64_t pages = 0, size = 0, shared = 0;
    sqlite3_int64 bytes = 0;
    sqlite3_file *file = database_file(db);
    int code = database_integer(db, path, "PRAGMA page_count", &pages, err);
    if (!code)
        code = database_integer(db, path, "PRAGMA page_size", &size, err);
    if (!code)
        code = database_integer(db, path,
                                "SELECT count(*)-count(DISTINCT rootpage) FROM sqlite_schema WHERE"
                                " rootpage>0",
                                &shared, err);
    if (!code && file && !file->pMethods->xFileSize(file, &bytes) && bytes < pages * size)
        return error_set(err, WGCQ_ESTORE, "%s is damaged: its end is missing", path);
    if (!code && shared)
        return error_set(err, WGCQ_ESTORE, "%s is damaged: two of its tables are one", path);
    return code;
}

static int validate_all(metadata *out, sqlite3 *db, const char *path, int format, due_schema *due,
                        wgcq_error *err)
{
    int code = check_file_size(db, path, err);
    put_fixed_schema(&due->sql, format);
    if (!code)
        code = compare_schema(db, path, due, true, err);
    if (!code)
        code = metadata_read(out, db, path, err);
    if (!code && out->shown && !is_harmless_sql(out->shown))
        return error_set(err, WGCQ_ESTORE,
                         "%s cannot be trusted: its SQL of `shown` is not as wgcq "
                         "makes it",
                         path);
    if (!code)
        code = put_run_schemas(&due->sql, out, db, path, format, err);
    return code ? code : compare_schema(db, path, due, false, err);
}

int validate_schema(metadata *out, sqlite3 *db, const char *path, int format, wgcq_error *err)
{
    due_schema due = {0};
    *out = (metadata){0};
    const int code = validate_all(out, db, path, format, &due, err);
    strbuf_free(&due.sql);
    free(due.objects);
    return code;
}
