/*
 * trace_select.c - SELECTs that wgcq itself has made: out of a format, one row of them, stored
 * steps.
 */
#include <inttypes.h>
#include <stdarg.h>

#include "base/error.h"
#include "trace/trace.h"

int trace_select_built(wgcq_rows **out, wgcq_trace *trace, strbuf *sql, wgcq_error *err)
{
    *out = NULL;
    int code =
        sql->failed ? error_set_memory(err) : trace_select(out, trace, strbuf_string(sql), err);
    strbuf_free(sql);
    return code;
}

int trace_selectf(wgcq_rows **out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
{
    strbuf sql = {0};
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&sql, format, arguments);
    va_end(arguments);
    return trace_select_built(out, trace, &sql, err);
}

int trace_select_row(wgcq_rows **out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
{
    strbuf sql = {0};
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&sql, format, arguments);
    va_end(arguments);
    int code = trace_select_built(out, trace, &sql, err);
    return code ? code : wgcq_rows_next(*out, err);
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
