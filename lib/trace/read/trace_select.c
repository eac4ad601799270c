/*
 * trace_select.c - SELECTs that wgcq itself has made: out of a format, one row of them, stored
 * steps.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/error.h"
#include "trace/read/reader.h"

int trace_select_built(wgcq_rows **out, wgcq_trace *trace, strbuf *sql, wgcq_error *err)
{
    *out = NULL;
    int code =
        sql->failed ? error_set_memory(err) : trace_select(out, trace, strbuf_string(sql), err);
    strbuf_free(sql);
    return code;
}

void trace_put_sql(strbuf *sql, const wgcq_trace *trace, const char *text)
{
    for (; *text; text++)
        if (*text == '#')
            strbuf_int(sql, trace_about_run(trace)->run);
        else
            strbuf_char(sql, *text);
}

/* The run's number is put into the format first: what is printed may have any characters. */
static void put_format(strbuf *sql, const wgcq_trace *trace, const char *format, va_list arguments)
{
    strbuf own = {0};
    trace_put_sql(&own, trace, format);
    if (!own.failed)
        strbuf_vprintf(sql, strbuf_string(&own), arguments);
    sql->failed |= own.failed;
    strbuf_free(&own);
}

int trace_selectf(wgcq_rows **out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
{
    strbuf sql = {0};
    va_list arguments;
    va_start(arguments, format);
    put_format(&sql, trace, format, arguments);
    va_end(arguments);
    return trace_select_built(out, trace, &sql, err);
}

int trace_select_row(wgcq_rows **out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
{
    strbuf sql = {0};
    va_list arguments;
    va_start(arguments, format);
    put_format(&sql, trace, format, arguments);
    va_end(arguments);
    int code = trace_select_built(out, trace, &sql, err);
    return code ? code : wgcq_rows_next(*out, err);
}

int trace_select_integer(int64_t *out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
{
    strbuf sql = {0};
    wgcq_rows *row;
    va_list arguments;
    va_start(arguments, format);
    put_format(&sql, trace, format, arguments);
    va_end(arguments);
    int code = trace_select_built(&row, trace, &sql, err);
    code = code ? code : wgcq_rows_next(row, err);
    if (!code && wgcq_rows_type(row, 0) == WGCQ_NULL)
        code = WGCQ_DONE;
    *out = code ? 0 : wgcq_rows_integer(row, 0);
    wgcq_rows_free(row);
    return code;
}

int trace_each_row_built(wgcq_trace *trace, strbuf *sql, trace_taker take, void *self,
                         wgcq_error *err)
{
    wgcq_rows *rows;
    int code = trace_select_built(&rows, trace, sql, err);
    while (!code && (code = wgcq_rows_next(rows, err)) == 0)
        code = take(self, rows, err);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

int trace_each_row(wgcq_trace *trace, trace_taker take, void *self, wgcq_error *err,
                   const char *format, ...)
{
    strbuf sql = {0};
    va_list arguments;
    va_start(arguments, format);
    put_format(&sql, trace, format, arguments);
    va_end(arguments);
    return trace_each_row_built(trace, &sql, take, self, err);
}

int trace_state_rows(wgcq_trace *trace, const char *ids, trace_row row, void *self, wgcq_error *err)
{
    wgcq_rows *rows;
    int code = trace_selectf(&rows, trace, err, "SELECT * FROM state_# WHERE id IN (%s)", ids);
    const size_t columns = code ? 0 : wgcq_rows_columns(rows);
    int64_t *values = code ? NULL : calloc(columns, sizeof *values);
    if (!code && !values)
        code = error_set_memory(err);
    while (!code && (code = wgcq_rows_next(rows, err)) == 0) {
        for (size_t i = 1; i < columns; i++)
            values[i - 1] = wgcq_rows_integer(rows, i);
        code = row(self, wgcq_rows_integer(rows, 0), values, err);
    }
    wgcq_rows_free(rows);
    free(values);
    return code == WGCQ_DONE ? 0 : code;
}

/* The view's columns are in this order in every format; those of costs have the puzzle's names. */
void trace_put_steps(strbuf *sql, const wgcq_trace *trace)
{
    const trace_facts *f = trace_about_run(trace);
    strbuf_put(sql, "WITH s(solution,step,move,src,dst,shown,moves");
    for (unsigned i = 0; i < f->costs; i++)
        strbuf_printf(sql, ",c%u", i);
    strbuf_printf(sql, ") AS (SELECT * FROM steps_%" PRId64 ") ", f->run);
}

void trace_put_step_numbers(strbuf *sql, const wgcq_trace *trace)
{
    const trace_facts *f = trace_about_run(trace);
    bool shared = trace->layout.steps_shared;
    strbuf_put(sql, "WITH s AS (SELECT ");
    strbuf_put(sql, shared ? "p.solution,p.step+t.id-p.first AS step" : "t.solution,t.step");
    strbuf_put(sql, ",t.src,t.dst,t.move");
    for (unsigned i = 0; i < f->costs; i++)
        strbuf_printf(sql, shared ? ",t.c%u+p.c%u AS c%u" : ",t.c%u", i, i, i);
    if (shared)
        strbuf_printf(sql, " FROM piece_%" PRId64 " AS p CROSS JOIN", f->run);
    strbuf_printf(sql, "%s step_%" PRId64 " AS t", shared ? "" : " FROM", f->run);
    strbuf_put(sql, shared ? " ON t.id BETWEEN p.first AND p.first+p.steps-1) " : ") ");
}
