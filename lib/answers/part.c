/* part.c - the part of a SELECT's rows that a question's limit and offset leave. */
#include "answers/part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/rows.h"

typedef struct part_rows {
    wgcq_rows base;
    wgcq_rows *of; /* at the most one row more than the limit */
    uint64_t limit, given;
    bool skipped; /* an offset left out the first */
} part_rows;

void part_say_stopped(text *out, uint64_t limit)
{
    text_printf(out, "stopped at --limit %" PRIu64 ": there are more", limit);
}

static int next_row(wgcq_rows *rows, wgcq_error *err)
{
    part_rows *p = (part_rows *)rows;
    int code = wgcq_rows_next(p->of, err);
    bool more = !code && p->limit && p->given == p->limit;
    if (code == WGCQ_DONE || more) {
        rows->complete = !more && !p->skipped;
        if (more && !rows->remark.length)
            part_say_stopped(&rows->remark, p->limit);
        return WGCQ_DONE;
    }
    if (code)
        return code;
    memcpy(rows->values, p->of->values, rows->columns * sizeof *rows->values);
    p->given++;
    return 0;
}

static void close_rows(wgcq_rows *rows)
{
    wgcq_rows_free(((part_rows *)rows)->of);
}

/* Takes the rows over, also when it fails. */
static int wrap(wgcq_rows **out, wgcq_rows *of, const wgcq_question *q, wgcq_error *err)
{
    part_rows *p = calloc(1, sizeof *p);
    if (!p) {
        wgcq_rows_free(of);
        return fault_memory(err);
    }
    *p = (part_rows){.of = of, .limit = q->limit, .skipped = q->offset > 0};
    p->base.next = next_row;
    p->base.close = close_rows;
    bool fine = rows_open(&p->base, of->columns);
    for (size_t i = 0; i < of->columns && fine; i++)
        fine = rows_name(&p->base, i, of->names[i]);
    if (!fine) {
        wgcq_rows_free(&p->base);
        return fault_memory(err);
    }
    *out = &p->base;
    return 0;
}

static int64_t number(uint64_t given)
{
    return given < INT64_MAX ? (int64_t)given : INT64_MAX;
}

int part_select(wgcq_rows **out, asking *a, const char *sql)
{
    text line = {0};
    wgcq_rows *rows = NULL;
    const wgcq_question *q = a->question;
    bool is_part = !q->count && (q->limit || q->offset);
    if (q->count)
        text_printf(&line, "SELECT count(*) AS count FROM (%s)", sql);
    else
        text_put(&line, sql);
    if (is_part)
        text_printf(&line, " LIMIT %" PRId64 " OFFSET %" PRId64,
                    q->limit ? number(q->limit < INT64_MAX ? q->limit + 1 : q->limit) : -1,
                    number(q->offset));
    int code = line.failed ? fault_memory(a->err)
                           : trace_rows(&rows, a->trace, text_string(&line), a->err);
    text_free(&line);
    if (code || !is_part) {
        *out = rows;
        return code;
    }
    return wrap(out, rows, q, a->err);
}
