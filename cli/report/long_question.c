/* long_question.c - progress, limits and interrupts of a question, and the remarks on them. */
#include "report/long_question.h"

#include "args/number.h"
#include "output/exit_status.h"
#include "output/memory_limit.h"
#include "output/messages.h"
#include "rows/deadline.h"

#include <stdio.h>
#include <string.h>

/* The library has so long to notice the limit, to free its memory and to return what is known. */
static const double GRACE_SECONDS = 10;

void long_question_begin(long_question *q, const request *r)
{
    memset(q, 0, sizeof *q);
    q->r = r;
    q->monitor = progress_line_begin(&q->progress, r->quiet);
    q->progress.max_seconds = r->max_time;
    deadline_begin(r->max_time, GRACE_SECONDS);
    memory_limit_begin(r->max_memory);
}

void long_question_enter(void)
{
    deadline_enter(NULL);
}

int long_question_leave(int code)
{
    deadline_leave();
    progress_line_hide();
    return code;
}

bool long_question_is_cut(long_question *q, const wgcq_error *err)
{
    char size[SIZE_TEXT_MAX];
    bool no_memory = err->code == WGCQ_EMEMORY && q->r->max_memory;
    if (err->code != WGCQ_EINTERRUPT && !no_memory)
        return q->cut;
    if (no_memory)
        snprintf(q->reason, sizeof q->reason, "stopped at --max-memory %s",
                 number_format_size(size, (double)q->r->max_memory));
    else if (q->progress.timed_out && !q->progress.interrupted)
        snprintf(q->reason, sizeof q->reason, "stopped at --max-time %g", q->r->max_time);
    else
        snprintf(q->reason, sizeof q->reason, "interrupted");
    q->cut = true;
    return true;
}

bool long_question_heard(long_question *q)
{
    wgcq_error heard = {.code = WGCQ_EINTERRUPT};
    bool stopped = q->progress.timed_out || q->progress.interrupted;
    return stopped && long_question_is_cut(q, &heard);
}

int long_question_rows(long_question *q, answer *a, wgcq_rows *rows, wgcq_error *err)
{
    int code = answer_rows(a, q->r, rows, err);
    if (code < 0 && long_question_is_cut(q, err)) {
        const char *known = wgcq_rows_remark(rows);
        snprintf(q->remark, sizeof q->remark, "%s%s%s", q->reason, known ? ": " : "; ",
                 known ? known : "there may be more");
        a->remark = q->remark;
        code = 0;
    }
    long_question_end(q);
    return code;
}

static int report_nothing_known(const long_question *q)
{
    message_note("%s: nothing is known yet", q->reason);
    return long_question_cut_status(q);
}

int long_question_answer(const long_question *q, const answer *a, const wgcq_rows *rows)
{
    if (q->cut && !a->printed && !wgcq_rows_remark(rows))
        return report_nothing_known(q);
    int status = answer_end(a, q->r, rows);
    return q->cut ? long_question_cut_status(q) : status;
}

int long_question_failure(long_question *q, const wgcq_error *err)
{
    bool cut = long_question_is_cut(q, err);
    long_question_end(q);
    return cut ? report_nothing_known(q) : message_failure(err);
}

int long_question_cut_status(const long_question *q)
{
    return strcmp(q->reason, "interrupted") == 0 ? STATUS_INTERRUPTED : STATUS_UNKNOWN;
}

void long_question_end(long_question *q)
{
    deadline_end();
    memory_limit_end();
    progress_line_end(&q->progress);
}
