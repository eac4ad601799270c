/* validate.c - compares a file's schema with one that is created in memory. */
#include "trace/schema/validate.h"

#include <ctype.h>
#include <string.h>

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

static int not_ours(const char *path, const char *type, const char *name, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE,
                     "%s cannot be trusted: its %.20s '%.100s' is not as wgcq makes it", path,
                     type ? type : "?", name ? name : "?");
}

/* Every object of the file's schema (`fixed`: of its fixed part) must be in `model` too, word for
   word. *count: objects found, without indices. */
static int compare_schema(sqlite3 *db, const char *path, sqlite3 *model, bool fixed, int64_t *count,
                          wgcq_error *err)
{
    const char *all = fixed ? "SELECT type,name,tbl_name,sql FROM sqlite_schema WHERE name IN "
                              "('meta','param','field','value','rule','cost','run','best',"
                              "'runs','cheapest','columns')"
                            : "SELECT type,name,tbl_name,sql FROM sqlite_schema WHERE NOT(type="
                              "'table' AND sql IN ('CREATE TABLE sqlite_stat1(tbl,idx,stat)',"
                              "'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))";
    sqlite3_stmt *query = NULL, *same = NULL;
    int wrong = 0, code = sqlite3_prepare_v2(db, all, -1, &query, NULL);
    if (!code && sqlite3_prepare_v2(model,
                                    "SELECT 1 FROM sqlite_schema WHERE type IS ?1 AND name IS ?2 "
                                    "AND tbl_name IS ?3 AND sql IS ?4",
                                    -1, &same, NULL))
        wrong = error_set_memory(err);
    *count = 0;
    while (!code && !wrong && sqlite3_step(query) == SQLITE_ROW) {
        for (int i = 0; i < 4; i++) /* before reading them as texts changes their types */
            sqlite3_bind_value(same, i + 1, sqlite3_column_value(query, i));
        const int step = sqlite3_step(same);
        const char *type = (const char *)sqlite3_column_text(query, 0);
        if (step != SQLITE_ROW && step != SQLITE_DONE) /* in memory nothing else can fail */
            wrong = error_set_memory(err);
        else if (step == SQLITE_DONE)
            wrong = not_ours(path, type, (const char *)sqlite3_column_text(query, 1), err);
        *count += !wrong && type && strcmp(type, "index");
        sqlite3_reset(same);
    }
    sqlite3_finalize(same);
    int done = sqlite3_finalize(query);
    return wrong ? wrong : code || done ? database_error(err, db, path, code ? code : done) : 0;
}

/* The views of the fixed part in files of the formats before this one. */
static const char views_before[] =
    "DROP VIEW columns;DROP VIEW runs;DROP VIEW cheapest;"
    "CREATE VIEW runs AS\n"
    "  SELECT id, \"order\", options, started, seconds, states, edges, status, stopped, verdict,\n"
    "         rejections, starts, depth, goals, dead_ends, shortest_length, shortest_count,\n"
    "         solutions_stored, solutions_count\n"
    "  FROM run;"
    "CREATE VIEW cheapest AS SELECT run, cost, least, count FROM best;";

/* The view `columns` says nothing of views that the format does not have. */
static int create_columns_before(sqlite3 *model, const char *path, wgcq_error *err)
{
    const char *begin = strstr(trace_sql, "CREATE VIEW columns"),
               *newer = strstr(begin, ",\n    ('properties'"),
               *rest = strstr(newer, ")\n  SELECT view");
    strbuf sql = {0};
    strbuf_put(&sql, "DROP VIEW columns;");
    strbuf_add(&sql, begin, (size_t)(newer - begin));
    strbuf_put(&sql, rest);
    int code =
        sql.failed ? error_set_memory(err) : database_run(model, path, strbuf_string(&sql), err);
    strbuf_free(&sql);
    return code;
}

/* Tables, views and indices of one run. */
static void put_run_schema(strbuf *sql, const metadata *d, const run_layout *of)
{
    views_create_tables(sql, &d->model, d->shown, of);
    views_create(sql, &d->model, d->shown, of);
    for (int i = 0; i < VIEWS_INDICES; i++)
        views_create_index(sql, i, of);
}

static int create_run_schemas(sqlite3 *model, const metadata *d, sqlite3 *db, const char *path,
                              int format, wgcq_error *err)
{
    sqlite3_stmt *query;
    strbuf sql = {0};
    int64_t run = 0;
    int code =
        sqlite3_prepare_v2(db, "SELECT id,\"order\",keep FROM run ORDER BY id", -1, &query, NULL);
    if (code)
        return database_error(err, db, path, code);
    while (!code && sqlite3_step(query) == SQLITE_ROW) {
        const char *order = (const char *)sqlite3_column_text(query, 1);
        const char *keep = (const char *)sqlite3_column_text(query, 2);
        run = sqlite3_column_int64(query, 0);
        strbuf_clear(&sql);
        const run_layout of = run_layout_of(format, order ? order : "", keep ? keep : "", run);
        put_run_schema(&sql, d, &of);
        code = sql.failed ? error_set_memory(err)
                          : database_run(model, path, strbuf_string(&sql), err);
    }
    int done = sqlite3_finalize(query);
    if (!code && done)
        code = database_error(err, db, path, done);
    strbuf_clear(&sql);
    const run_layout newest = run_layout_of(format, NULL, NULL, run);
    if (run)
        views_alias_newest(&sql, &newest);
    if (!code)
        code = sql.failed ? error_set_memory(err)
                          : database_run(model, path, strbuf_string(&sql), err);
    strbuf_free(&sql);
    return code;
}

/* No object may be missing; indices may. */
static int check_complete(sqlite3 *model, const char *path, int64_t found, wgcq_error *err)
{
    int64_t due = 0;
    int code = database_integer(
        model, path, "SELECT count(*) FROM sqlite_schema WHERE type<>'index'", &due, err);
    if (!code && found != due)
        return error_set(err, WGCQ_ESTORE,
                         "%s is damaged: %lld of its tables and views are missing", path,
                         (long long)(due - found));
    return code;
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

static int validate_all(metadata *out, sqlite3 *db, const char *path, int format, sqlite3 *model,
                        wgcq_error *err)
{
    int64_t count = 0;
    int code = check_file_size(db, path, err);
    if (!code)
        code = database_run(model, path, trace_sql, err);
    if (!code && format <= FORMAT_UNTYPED)
        code = database_run(model, path, views_before, err);
    if (!code && format == FORMAT_PATHLESS)
        code = create_columns_before(model, path, err);
    if (!code)
        code = compare_schema(db, path, model, true, &count, err);
    if (!code)
        code = check_complete(model, path, count, err);
    if (!code)
        code = metadata_read(out, db, path, err);
    if (!code && out->shown && !is_harmless_sql(out->shown))
        return error_set(err, WGCQ_ESTORE,
                         "%s cannot be trusted: its SQL of `shown` is not as wgcq "
                         "makes it",
                         path);
    if (!code)
        code = create_run_schemas(model, out, db, path, format, err);
    if (!code)
        code = compare_schema(db, path, model, false, &count, err);
    return code ? code : check_complete(model, path, count, err);
}

int validate_schema(metadata *out, sqlite3 *db, const char *path, int format, wgcq_error *err)
{
    sqlite3 *model = NULL;
    *out = (metadata){0};
    int code = sqlite3_open(":memory:", &model);
    code = code ? database_error(err, model, path, code)
                : validate_all(out, db, path, format, model, err);
    sqlite3_close(model);
    return code;
}
