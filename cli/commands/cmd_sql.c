/* cmd_sql.c - wgcq sql DB SELECT: any SELECT over a file. */
#include "commands/commands.h"

#include "opened/open_journey.h"
#include "opened/open_trace.h"
#include "report/long_question.h"
#include "wgcq_journey.h"
#include "wgcq_trace.h"

static int run_select(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    long_question q;
    long_question_begin_sql(&q, r);
    wgcq_trace_set_monitor(trace, &q.monitor);
    long_question_enter();
    int code = long_question_leave(wgcq_trace_sql(&rows, trace, r->operands[1], &err));
    int status = long_question_tell(&q, code, rows, &err);
    wgcq_rows_free(rows);
    wgcq_trace_set_monitor(trace, NULL);
    return status;
}

int command_sql(request *r)
{
    return (wgcq_is_tree(r->operands[0]) ? open_journey : open_trace)(r, run_select);
}
