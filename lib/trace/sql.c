/* sql.c - any SELECT over a trace, and nothing but reading. */
#include <stdlib.h>
#include <string.h>

#include "trace/reader.h"

/* ---- a statement as rows ------------------------------------------------------------------- */

typedef struct query_rows {
    wgcq_rows base;
    wgcq_trace *of;
    sqlite3_stmt *query;
    char **blobs; /* a column's bytes spelled out, where it is a blob */
} query_rows;

static const char *spell_blob(query_rows *q, int column)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = sqlite3_column_blob(q->query, column);
    size_t length = (size_t)sqlite3_column_bytes(q->query, column);
    char *out = malloc(2 * length + 1);
    free(q->blobs[column]);
    q->blobs[column] = out;
    if (!out)
        return NULL;
    for (size_t i = 0; i < length; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * length] = '\0';
    return out;
}

static bool take_column(query_rows *q, int i)
{
    const char *spelled;
    switch (sqlite3_column_type(q->query, i)) {
    case SQLITE_NULL: rows_null(&q->base, (size_t)i); return true;
    case SQLITE_INTEGER:
        rows_integer(&q->base, (size_t)i, sqlite3_column_int64(q->query, i));
        return true;
    case SQLITE_FLOAT:
        q->base.values[i] =
            (row_value){.type = WGCQ_REAL, .real = sqlite3_column_double(q->query, i)};
        return true;
    case SQLITE_BLOB: spelled = spell_blob(q, i); break;
    default: spelled = (const char *)sqlite3_column_text(q->query, i); break;
    }
    if (spelled)
        rows_text(&q->base, (size_t)i, spelled);
    return spelled != NULL;
}

static int next_row(wgcq_rows *rows, wgcq_error *err)
{
    query_rows *q = (query_rows *)rows;
    int code = sqlite3_step(q->query);
    if (code == SQLITE_DONE) {
        rows->complete = true;
        return WGCQ_DONE;
    }
    if (code != SQLITE_ROW)
        return file_fault(err, q->of->db, q->of->path, code);
    for (size_t i = 0; i < rows->columns; i++)
        if (!take_column(q, (int)i))
            return fault_memory(err);
    return 0;
}

static void close_rows(wgcq_rows *rows)
{
    query_rows *q = (query_rows *)rows;
    for (size_t i = 0; q->blobs && i < rows->columns; i++)
        free(q->blobs[i]);
    free(q->blobs);
    sqlite3_finalize(q->query);
}

int reader_rows(wgcq_rows **out, wgcq_trace *t, sqlite3_stmt *query, wgcq_error *err)
{
    query_rows *q = calloc(1, sizeof *q);
    size_t columns = (size_t)sqlite3_column_count(query);
    if (!q) {
        sqlite3_finalize(query);
        return fault_memory(err);
    }
    q->of = t;
    q->query = query;
    q->base.next = next_row;
    q->base.close = close_rows;
    q->blobs = calloc(columns + 1, sizeof *q->blobs);
    bool fine = rows_open(&q->base, columns) && q->blobs;
    for (size_t i = 0; i < columns && fine; i++)
        fine = rows_name(&q->base, i, sqlite3_column_name(query, (int)i));
    if (!fine) {
        wgcq_rows_free(&q->base);
        return fault_memory(err);
    }
    *out = &q->base;
    return 0;
}

int trace_rows(wgcq_rows **out, wgcq_trace *t, const char *sql, wgcq_error *err)
{
    sqlite3_stmt *query;
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    return code ? file_fault(err, t->db, t->path, code) : reader_rows(out, t, query, err);
}

/* ---- what a stranger's SELECT may do --------------------------------------------------------- */

static int allow(void *self, int action, const char *a, const char *b, const char *c, const char *d)
{
    static const char *const refused[] = {"load_extension", "readfile", "writefile", "edit",
                                          "fts3_tokenizer"};
    (void)self, (void)a, (void)c, (void)d;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION:
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
            if (b && !sqlite3_stricmp(b, refused[i]))
                return SQLITE_DENY;
        return SQLITE_OK;
    default: return SQLITE_DENY;
    }
}

/* Whether anything but blanks, comments and semicolons is left. */
static bool more_behind(const char *rest)
{
    for (; rest && *rest; rest++) {
        if (!strncmp(rest, "--", 2))
            rest += strcspn(rest, "\n") - 1;
        else if (!strchr(" \t\r\n;", *rest))
            return true;
    }
    return false;
}

int wgcq_trace_sql(wgcq_rows **out, wgcq_trace *t, const char *sql, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    const char *rest = NULL;
    sqlite3_set_authorizer(t->db, allow, NULL);
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, &rest);
    sqlite3_set_authorizer(t->db, NULL, NULL);
    if ((code & 0xff) == SQLITE_AUTH)
        return fault(err, WGCQ_EREQUEST, "only a SELECT can be asked here: %s",
                     sqlite3_errmsg(t->db));
    if ((code & 0xff) == SQLITE_ERROR)
        return fault(err, WGCQ_EREQUEST, "SQL: %s", sqlite3_errmsg(t->db));
    if (code)
        return file_fault(err, t->db, t->path, code);
    if (!query || more_behind(rest) || !sqlite3_stmt_readonly(query)) {
        code = fault(err, WGCQ_EREQUEST,
                     !query              ? "the SQL is empty"
                     : more_behind(rest) ? "one SELECT at a time can be asked"
                                         : "only a SELECT can be asked here");
        sqlite3_finalize(query);
        return code;
    }
    return reader_rows(out, t, query, err);
}
