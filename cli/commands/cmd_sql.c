/* cmd_sql.c - wgcq sql DB SELECT: any SELECT over a file. */
#include "commands/commands.h"

#include "commands/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "report/print_answer.h"
#include "rows/deadline.h"

#include <unistd.h>

static int run_select(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    progress_line w;
    wgcq_monitor monitor = progress_line_begin(&w, r->quiet || isatty(STDOUT_FILENO));
    w.max_seconds = r->max_time;
    wgcq_trace_set_monitor(trace, &monitor);
    deadline_begin(r->max_time);
    int code = wgcq_trace_sql(&rows, trace, r->operands[1], &err);
    if (code == 0)
        code = answer_rows(&a, r, rows, &err);
    deadline_end();
    progress_line_end(&w);
    int status;
    if (code < 0 && w.timed_out) {
        message_note("stopped at --max-time %g; there may be more", r->max_time);
        status = STATUS_UNKNOWN;
    } else {
        status = code < 0 ? message_failure(&err) : answer_end(&a, r, rows);
    }
    wgcq_rows_free(rows);
    wgcq_trace_set_monitor(trace, NULL);
    return status;
}

int command_sql(request *r)
{
    return open_trace(r, run_select);
}
