/* limited_rows.c - the rows of a SELECT within a question's limit and offset. */
#include "answers/query/limited_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "base/error.h"
#include "base/row_table.h"

typedef struct limited_cursor {
    wgcq_rows base;
    wgcq_rows *source; /* at most one row more than the limit */
    uint64_t limit, count;
    bool skipped; /* by an offset */
} limited_cursor;

static int next_limited_row(wgcq_rows *rows, wgcq_error *err)
{
    limited_cursor *p = (limited_cursor *)rows;
    int code = wgcq_rows_next(p->source, err);
    bool more = !code && p->limit && p->count == p->limit;
    if (code == WGCQ_DONE || more) {
        rows->complete = !more && !p->skipped;
        if (more && !rows->remark.length)
            row_table_note_limit(&rows->remark, p->limit);
        return WGCQ_DONE;
    }
    if (code)
        return code;
    memcpy(rows->values, p->source->values, rows->columns * sizeof *rows->values);
    p->count++;
    return 0;
}

static void close_limited_rows(wgcq_rows *rows)
{
    wgcq_rows_free(((limited_cursor *)rows)->source);
}

/* Owns `source` from here on, also on failure. */
static int wrap_with_limit(wgcq_rows **out, wgcq_rows *source, const wgcq_question *q,
                           wgcq_error *err)
{
    limited_cursor *p = calloc(1, sizeof *p);
    if (!p) {
        wgcq_rows_free(source);
        return error_set_memory(err);
    }
    *p = (limited_cursor){.source = source, .limit = q->limit, .skipped = q->offset > 0};
    p->base.next = next_limited_row;
    p->base.close = close_limited_rows;
    const cursor_names names = {.before = (const char *const *)source->names,
                                .before_count = source->columns};
    if (!cursor_open(&p->base, &names)) {
        wgcq_rows_free(&p->base);
        return error_set_memory(err);
    }
    *out = &p->base;
    return 0;
}

static int64_t limit_as_int64(uint64_t given)
{
    return given < INT64_MAX ? (int64_t)given : INT64_MAX;
}

int limited_rows_select(wgcq_rows **out, query_context *ctx, const char *sql)
{
    strbuf line = {0};
    wgcq_rows *rows = NULL;
    const wgcq_question *q = ctx->question;
    bool is_part = !q->count && (q->limit || q->offset);
    if (q->count)
        strbuf_printf(&line, "SELECT count(*) AS count FROM (%s)", sql);
    else
        strbuf_put(&line, sql);
    if (is_part)
        strbuf_printf(&line, " LIMIT %" PRId64 " OFFSET %" PRId64,
                      q->limit ? limit_as_int64(q->limit < INT64_MAX ? q->limit + 1 : q->limit)
                               : -1,
                      limit_as_int64(q->offset));
    int code = trace_select_built(&rows, ctx->trace, &line, ctx->err);
    if (code || !is_part) {
        *out = rows;
        return code;
    }
    return wrap_with_limit(out, rows, q, ctx->err);
}
