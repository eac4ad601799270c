/* sql.c - wgcq sql DB SELECT: anything at all out of a file. */
#include "commands.h"

#include "answer.h"
#include "say.h"
#include "status.h"
#include "trace.h"

int command_sql(request *r)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (trace_open(&trace, r, &err) < 0)
        return say_failure(&err);
    wgcq_rows *rows = NULL;
    answer a = {0};
    int code = wgcq_trace_sql(&rows, trace, r->operands[1], &err);
    if (code == 0)
        code = answer_rows(&a, r, rows, &err);
    int status = code < 0 ? say_failure(&err) : answer_end(&a, r, rows);
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    return status;
}
