/*
 * sandbox.c - a user's SELECT over a trace, which can only read.
 *
 * Three barriers: the connection is read-only and in defensive mode; sqlite3_stmt_readonly holds
 * for the statement; and while it is prepared an authorizer allows only what a SELECT consists of,
 * and only functions of a list (SQLite may have been built with others).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "trace/read/reader.h"
#include "wgcq_trace.h"

/* ---- a statement as rows --------------------------------------------------------------------- */

typedef struct query_rows {
    wgcq_rows base;
    sqlite3_stmt *query;
    char *path;
    bool untrusted; /* a user's: errors in it are WGCQ_EREQUEST */
    strbuf *blobs;  /* [columns] texts of values that are blobs or contain NUL */
} query_rows;

static const char *blob_as_hex(query_rows *q, int column)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = sqlite3_column_blob(q->query, column);
    int length = sqlite3_column_bytes(q->query, column);
    strbuf *out = &q->blobs[column];
    strbuf_clear(out);
    for (int i = 0; i < length && bytes; i++) {
        strbuf_char(out, digits[bytes[i] >> 4]);
        strbuf_char(out, digits[bytes[i] & 15]);
    }
    return out->failed || (length && !bytes) ? NULL : strbuf_string(out);
}

/* A NUL in a text becomes U+FFFD, so that the text is not cut short there. */
static const char *text_without_nul(query_rows *q, int column)
{
    const char *bytes = (const char *)sqlite3_column_text(q->query, column);
    size_t length = (size_t)sqlite3_column_bytes(q->query, column);
    if (!bytes || strlen(bytes) == length)
        return bytes;
    strbuf *out = &q->blobs[column];
    strbuf_clear(out);
    for (size_t at = 0; at < length; at += strlen(bytes + at) + 1) {
        if (at)
            strbuf_put(out, "\xEF\xBF\xBD");
        strbuf_put(out, bytes + at);
    }
    if (!bytes[length - 1])
        strbuf_put(out, "\xEF\xBF\xBD");
    return out->failed ? NULL : strbuf_string(out);
}

static bool set_cursor_column(query_rows *q, int i)
{
    const char *spelled;
    switch (sqlite3_column_type(q->query, i)) {
    case SQLITE_NULL: cursor_null(&q->base, (size_t)i); return true;
    case SQLITE_INTEGER:
        cursor_integer(&q->base, (size_t)i, sqlite3_column_int64(q->query, i));
        return true;
    case SQLITE_FLOAT:
        q->base.values[i] =
            (cursor_value){.type = WGCQ_REAL, .real = sqlite3_column_double(q->query, i)};
        return true;
    case SQLITE_BLOB: spelled = blob_as_hex(q, i); break;
    default: spelled = text_without_nul(q, i); break;
    }
    if (spelled)
        cursor_text(&q->base, (size_t)i, spelled);
    return spelled != NULL;
}

/* Errors in the SQL, not in the file. */
static bool is_request_error(int code)
{
    switch (code & 0xff) {
    case SQLITE_ERROR:
    case SQLITE_AUTH:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE: return true;
    default: return false;
    }
}

static int next_query_row(wgcq_rows *rows, wgcq_error *err)
{
    query_rows *q = (query_rows *)rows;
    sqlite3 *db = sqlite3_db_handle(q->query);
    int code = rows->complete ? SQLITE_DONE : sqlite3_step(q->query);
    if (code == SQLITE_DONE) {
        rows->complete = true;
        return WGCQ_DONE;
    }
    if (code != SQLITE_ROW && q->untrusted && is_request_error(code))
        return error_set(err, WGCQ_EREQUEST, "SQL: %s", sqlite3_errmsg(db));
    if (code != SQLITE_ROW)
        return database_error(err, db, q->path, code);
    for (size_t i = 0; i < rows->columns; i++)
        if (!set_cursor_column(q, (int)i))
            return error_set_memory(err);
    return 0;
}

static void close_query_rows(wgcq_rows *rows)
{
    query_rows *q = (query_rows *)rows;
    for (size_t i = 0; q->blobs && i < rows->columns; i++)
        strbuf_free(&q->blobs[i]);
    free(q->blobs);
    free(q->path);
    sqlite3_finalize(q->query);
}

/* Owns the statement, also after a failure. */
static int query_to_rows(wgcq_rows **out, const wgcq_trace *t, sqlite3_stmt *query, bool untrusted,
                         wgcq_error *err)
{
    query_rows *q = calloc(1, sizeof *q);
    size_t columns = (size_t)sqlite3_column_count(query);
    if (!q) {
        sqlite3_finalize(query);
        return error_set_memory(err);
    }
    *q = (query_rows){.query = query, .untrusted = untrusted};
    q->base.next = next_query_row;
    q->base.close = close_query_rows;
    q->path = strdup(t->path);
    q->blobs = calloc(columns + 1, sizeof *q->blobs);
    const char **names = calloc(columns + 1, sizeof *names);
    bool fine = q->path && q->blobs && names;
    for (size_t i = 0; i < columns && fine; i++)
        fine = (names[i] = sqlite3_column_name(query, (int)i)) != NULL;
    fine = fine && cursor_open(&q->base, &(cursor_names){.given = names, .given_count = columns});
    free(names);
    if (!fine) {
        wgcq_rows_free(&q->base);
        return error_set_memory(err);
    }
    *out = &q->base;
    return 0;
}

int trace_select(wgcq_rows **out, wgcq_trace *t, const char *sql, wgcq_error *err)
{
    sqlite3_stmt *query;
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    return code ? reader_error(t, code, err) : query_to_rows(out, t, query, false, err);
}

/* ---- what a user's SELECT may do ------------------------------------------------------------- */

/* Sorted. */
static const char *const harmless[] = {
    "->",
    "->>",
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "avg",
    "ceil",
    "ceiling",
    "char",
    "coalesce",
    "concat",
    "concat_ws",
    "cos",
    "cosh",
    "count",
    "cume_dist",
    "date",
    "datetime",
    "degrees",
    "dense_rank",
    "exp",
    "first_value",
    "floor",
    "format",
    "glob",
    "group_concat",
    "hex",
    "if",
    "ifnull",
    "iif",
    "instr",
    "json",
    "json_array",
    "json_array_length",
    "json_error_position",
    "json_extract",
    "json_group_array",
    "json_group_object",
    "json_insert",
    "json_object",
    "json_patch",
    "json_quote",
    "json_remove",
    "json_replace",
    "json_set",
    "json_type",
    "json_valid",
    "julianday",
    "lag",
    "last_value",
    "lead",
    "length",
    "like",
    "likelihood",
    "likely",
    "ln",
    "log",
    "log10",
    "log2",
    "lower",
    "ltrim",
    "match",
    "max",
    "median",
    "min",
    "mod",
    "nth_value",
    "ntile",
    "nullif",
    "octet_length",
    "percent_rank",
    "percentile",
    "pi",
    "pow",
    "power",
    "printf",
    "quote",
    "radians",
    "random",
    "randomblob",
    "rank",
    "regexp",
    "replace",
    "round",
    "row_number",
    "rtrim",
    "sign",
    "sin",
    "sinh",
    "soundex",
    "sqlite_version",
    "sqrt",
    "strftime",
    "string_agg",
    "substr",
    "substring",
    "subtype",
    "sum",
    "tan",
    "tanh",
    "time",
    "timediff",
    "total",
    "trim",
    "trunc",
    "typeof",
    "unhex",
    "unicode",
    "unixepoch",
    "unlikely",
    "upper",
    "zeroblob",
};

static int function_name_order(const void *key, const void *element)
{
    return sqlite3_stricmp(key, *(const char *const *)element);
}

static int authorize(void *self, int action, const char *a, const char *b, const char *c,
                     const char *d)
{
    const wgcq_trace *t = self;
    (void)a, (void)c, (void)d;
    if (!t->untrusted)
        return SQLITE_OK;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION:
        return b && bsearch(b, harmless, sizeof harmless / sizeof *harmless, sizeof *harmless,
                            function_name_order)
                   ? SQLITE_OK
                   : SQLITE_DENY;
    default: return SQLITE_DENY;
    }
}

/* Table-valued functions are created at their first use, by actions that the authorizer denies; so
   the useful ones are used once before. */
static void load_table_functions(wgcq_trace *t)
{
    static const char *const names[] = {
        "json_each",         "json_tree",         "pragma_table_info", "pragma_table_xinfo",
        "pragma_table_list", "pragma_index_list", "pragma_index_info", "pragma_compile_options"};
    for (size_t i = 0; !t->has_functions && i < sizeof names / sizeof *names; i++) {
        sqlite3_stmt *query = NULL;
        char *sql = sqlite3_mprintf("SELECT 1 FROM %s", names[i]);
        if (sql) /* this SQLite may lack it */
            sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
        sqlite3_finalize(query);
        sqlite3_free(sql);
    }
    t->has_functions = true;
}

void reader_authorize(wgcq_trace *t)
{
    for (size_t i = 1; i < sizeof harmless / sizeof *harmless; i++)
        assert(sqlite3_stricmp(harmless[i - 1], harmless[i]) < 0); /* for bsearch */
    sqlite3_set_authorizer(t->db, authorize, t);
}

/* ---- a user's SELECT ------------------------------------------------------------------------- */

/* Whether it is more than blanks, comments and semicolons. */
static bool has_statement(wgcq_trace *t, const char *sql)
{
    sqlite3_stmt *query = NULL;
    while (sql && *sql && !query) {
        const char *rest = NULL;
        if (sqlite3_prepare_v2(t->db, sql, -1, &query, &rest))
            return true;
        sql = rest;
    }
    sqlite3_finalize(query);
    return query != NULL;
}

static int reject_sql(wgcq_trace *t, int code, wgcq_error *err)
{
    if ((code & 0xff) == SQLITE_AUTH)
        return error_set(err, WGCQ_EREQUEST,
                         "only a SELECT can be run here, which changes nothing (%s)",
                         sqlite3_errmsg(t->db));
    if (is_request_error(code))
        return error_set(err, WGCQ_EREQUEST, "SQL: %s", sqlite3_errmsg(t->db));
    return reader_error(t, code, err);
}

static int prepare_untrusted(sqlite3_stmt **out, wgcq_trace *t, const char *sql, wgcq_error *err)
{
    const char *rest = NULL;
    int code = sqlite3_prepare_v2(t->db, sql, -1, out, &rest);
    if (code)
        return reject_sql(t, code, err);
    if (!*out)
        return has_statement(t, rest) ? prepare_untrusted(out, t, rest, err)
                                      : error_set(err, WGCQ_EREQUEST, "there is no SELECT in it");
    if (!sqlite3_stmt_readonly(*out))
        return error_set(err, WGCQ_EREQUEST, "only a SELECT can be run here");
    if (has_statement(t, rest))
        return error_set(err, WGCQ_EREQUEST, "one SELECT at a time can be run");
    return 0;
}

int wgcq_trace_sql(wgcq_rows **out, wgcq_trace *t, const char *sql, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"trace", t}, {"sql", sql})))
        return WGCQ_EREQUEST;
    sqlite3_stmt *query = NULL;
    load_table_functions(t);
    t->untrusted = true;
    int code = prepare_untrusted(&query, t, sql, err);
    t->untrusted = false;
    if (code) {
        sqlite3_finalize(query);
        return code;
    }
    return query_to_rows(out, t, query, true, err);
}
