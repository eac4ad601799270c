/* cmd_why.c - wgcq why DB STATE [MOVE]: the moves at a state, and what rejects the others. */
#include "commands/commands.h"

#include "commands/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "report/print_answer.h"

/* STATUS_FOUND: the state is reachable; STATUS_NONE: it is not. */
static int print_explanation(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    progress_line w;
    wgcq_monitor monitor = progress_line_begin(&w, r->quiet);
    wgcq_trace_set_monitor(trace, &monitor);
    int code =
        wgcq_why(&rows, trace, r->operands[1], r->operand_count > 2 ? r->operands[2] : NULL, &err);
    wgcq_trace_set_monitor(trace, NULL);
    progress_line_end(&w);
    open_trace_note_rerun(trace, r);
    bool reached = code == 0 && wgcq_rows_columns(rows) > 3;
    if (code == 0)
        code = answer_rows(&a, r, rows, &err);
    int status = STATUS_FILE;
    if (code < 0) {
        status = message_failure(&err);
    } else {
        answer_end(&a, r, rows);
        status = reached ? STATUS_FOUND : wgcq_rows_complete(rows) ? STATUS_NONE : STATUS_UNKNOWN;
    }
    wgcq_rows_free(rows);
    return status;
}

int command_why(request *r)
{
    return open_trace(r, print_explanation);
}
