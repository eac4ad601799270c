/* trace_select.c - SELECTs that wgcq itself has made: out of a format, and one row of them. */
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
