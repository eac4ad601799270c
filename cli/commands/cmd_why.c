/* cmd_why.c - wgcq why DB STATE [MOVE]: the moves at a state, and what rejects the others. */
#include "commands/commands.h"

#include "opened/open_journey.h"
#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "report/long_question.h"
#include "wgcq_journey.h"
#include "wgcq_trace.h"

/* STATUS_FOUND: the state is reachable; STATUS_NONE: it is not. */
static int print_explanation(const request *r, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    long_question q;
    long_question_begin(&q, r);
    wgcq_trace_set_monitor(trace, &q.monitor);
    long_question_enter();
    int code = long_question_leave(
        wgcq_why(&rows, trace, r->operands[1], r->operand_count > 2 ? r->operands[2] : NULL, &err));
    open_trace_note_rerun(trace, r);
    bool reached = code == 0 && wgcq_rows_columns(rows) > 3;
    if (code == 0)
        code = long_question_rows(&q, &a, rows, &err);
    int status = STATUS_FILE;
    if (code < 0) {
        status = long_question_failure(&q, &err);
    } else {
        status = long_question_answer(&q, &a, rows);
        if (!q.cut)
            status = reached                    ? STATUS_FOUND
                     : wgcq_rows_complete(rows) ? STATUS_NONE
                                                : STATUS_UNKNOWN;
    }
    wgcq_trace_set_monitor(trace, NULL);
    wgcq_rows_free(rows);
    return status;
}

static int explain_node(const request *r, wgcq_trace *trace)
{
    return open_journey_ask(r, trace, "why", r->node);
}

int command_why(request *r)
{
    if (wgcq_is_tree(r->operands[0])) {
        r->node = request_number(r, 1, "the node's number");
        return r->errors ? request_usage_hint(r) : open_journey(r, explain_node);
    }
    return open_trace(r, print_explanation);
}
