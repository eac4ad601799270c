/* validate.c - what the schema of a file should be: all of it. */
#include "trace/schema/validate.h"

#include <ctype.h>
#include <string.h>

#include "trace/schema/due_schema.h"
#include "trace/schema/views.h"

extern const char trace_sql[];

/* ---- application and version ----------------------------------------------------------------- */

int validate_identity(sqlite3 *db, const char *path, int *format, wgcq_error *err)
{
    int64_t application = 0, version = 0, objects = 0;
    int code = database_integer(db, path, "PRAGMA application_id", &application, err);
    code = code ? code : database_integer(db, path, "PRAGMA user_version", &version, err);
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
        const run_layout of = run_layout_of(format, database_column(query, 1),
                                            trace_level_named(database_column(query, 2)), run);
        put_run_schema(sql, d, &of);
    }
    const int done = sqlite3_finalize(query);
    const run_layout newest = run_layout_of(format, NULL, WGCQ_TRACE_NONE, run);
    if (run)
        views_alias_newest(sql, &newest);
    return code || done ? database_error(err, db, path, code ? code : done) : 0;
}

/* SQLite reads a truncated last page as if it ended with zeros, and does not detect two tables with
   one root. */
static int check_file_size(sqlite3 *db, const char *path, wgcq_error *err)
{
    int64_t pages = 0, size = 0, shared = 0;
    sqlite3_int64 bytes = 0;
    sqlite3_file *file = database_file(db);
    int code = database_integer(db, path, "PRAGMA page_count", &pages, err);
    code = code ? code : database_integer(db, path, "PRAGMA page_size", &size, err);
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

/* The first rows are those of the fixed part. */
static int validate_all(metadata *out, sqlite3 *db, const char *path, int format, due_schema *due,
                        wgcq_error *err)
{
    static const char fixed[] = "SELECT type,name,tbl_name,sql FROM sqlite_schema WHERE name IN "
                                "('meta','param','field','value','rule','cost','run','best',"
                                "'runs','cheapest','columns')",
                      all[] = "SELECT type,name,tbl_name,sql FROM sqlite_schema WHERE NOT(type="
                              "'table' AND sql IN ('CREATE TABLE sqlite_stat1(tbl,idx,stat)',"
                              "'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))";
    int code = check_file_size(db, path, err);
    put_fixed_schema(&due->sql, format);
    code = code ? code : due_schema_compare(due, db, path, fixed, err);
    code = code ? code : metadata_read(out, db, path, err);
    if (!code && out->shown && !is_harmless_sql(out->shown))
        return error_set(err, WGCQ_ESTORE,
                         "%s cannot be trusted: its SQL of `shown` is not as wgcq "
                         "makes it",
                         path);
    code = code ? code : put_run_schemas(&due->sql, out, db, path, format, err);
    return code ? code : due_schema_compare(due, db, path, all, err);
}

int validate_schema(metadata *out, sqlite3 *db, const char *path, int format, wgcq_error *err)
{
    due_schema due = {0};
    *out = (metadata){0};
    const int code = validate_all(out, db, path, format, &due, err);
    due_schema_free(&due);
    return code;
}
