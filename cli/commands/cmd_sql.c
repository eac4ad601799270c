/* cmd_sql.c - wgcq sql DB SELECT: anything at all out of a file. */
#include "commands/commands.h"

#include "commands/open_trace.h"
#include "output/deadline.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "report/print_answer.h"

#include <unistd.h>

static int ask(const request *r, wgcq_trace *trace, watch *w)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    deadline_begin(r->max_time);
    int code = wgcq_trace_sql(&rows, trace, r->operands[1], &err);
    if (code == 0)
        code = answer_rows(&a, r, rows, &err);
    deadline_end();
    watch_end(w);
    int status;
    if (code < 0 && w->over) {
        say_note("stopped at --max-time %g; there may be more", r->max_time);
        status = STATUS_UNKNOWN;
    } else {
        status = code < 0 ? say_failure(&err) : answer_end(&a, r, rows);
    }
    wgcq_rows_free(rows);
    return status;
}

int command_sql(request *r)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    if (trace_open(&trace, r, &err) < 0)
        return say_failure(&err);
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet || isatty(STDOUT_FILENO));
    w.seconds_most = r->max_time;
    wgcq_trace_watch(trace, &watching);
    int status = ask(r, trace, &w);
    wgcq_trace_free(trace);
    return status;
}
