/* open_journey.c - the file of a command that holds the tree of a journey. */
#include "opened/open_journey.h"

#include "output/messages.h"
#include "report/long_question.h"
#include "wgcq_journey.h"
#include "wgcq_trace.h"

int open_journey(const request *r, int (*ask)(const request *r, wgcq_trace *trace))
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    int code = wgcq_tree_open(&trace, r->operands[0], &err);
    int status = code < 0 ? message_failure(&err) : ask(r, trace);
    wgcq_trace_free(trace);
    return status;
}

int open_journey_ask(const request *r, wgcq_trace *trace, const char *what, uint64_t number)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    long_question q;
    long_question_begin(&q, r);
    wgcq_trace_set_monitor(trace, &q.monitor);
    long_question_enter();
    int code = long_question_leave(wgcq_tree_ask(&rows, trace, what, number, &err));
    int status = long_question_tell(&q, code, rows, &err);
    wgcq_rows_free(rows);
    wgcq_trace_set_monitor(trace, NULL);
    return status;
}
