/* cmd_sql.c - wgcq sql DB SELECT: any SELECT over a file. */
#include "commands/commands.h"

#include "opened/open_trace.h"
#include "output/messages.h"
#include "report/long_question.h"

static int run_select(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    long_question q;
    long_question_begin(&q, r);
    wgcq_trace_set_monitor(trace, &q.monitor);
    long_question_enter();
    int code = long_question_leave(wgcq_trace_sql(&rows, trace, r->operands[1], &err)), status;
    if (code < 0)
        status = long_question_failure(&q, &err);
    else if ((code = long_question_rows(&q, &a, rows, &err)) < 0)
        status = message_failure(&err);
    else
        status = long_question_answer(&q, &a, rows);
    wgcq_rows_free(rows);
    wgcq_trace_set_monitor(trace, NULL);
    return status;
}

int command_sql(request *r)
{
    return open_trace(r, run_select);
}
