/* cmd_export.c - wgcq export DB -o PLAIN.db: one run as plain tables, for other programs. */
#include "commands/commands.h"

#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "report/long_question.h"
#include "wgcq_trace.h"

#include <stdio.h>

static int export_run(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    long_question q;
    long_question_begin(&q, r);
    wgcq_trace_set_monitor(trace, &q.monitor);
    long_question_enter();
    int code = long_question_leave(wgcq_trace_export(trace, r->output, r->replace, &err));
    int status = code ? long_question_failure(&q, &err) : STATUS_FOUND;
    long_question_end(&q);
    wgcq_trace_set_monitor(trace, NULL);
    if (code == WGCQ_EOTHER)
        fputs("hint: --replace overwrites it, -o OTHER.db writes elsewhere\n", stderr);
    return status;
}

int command_export(request *r)
{
    if (!r->output)
        request_error(r, "export needs -o PLAIN.db");
    return r->errors ? request_usage_hint(r) : open_trace(r, export_run);
}
