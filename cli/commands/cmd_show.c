/* cmd_show.c - wgcq show DB [SOLUTION]: one stored solution, step by step. */
#include "commands/commands.h"

#include "opened/open_journey.h"
#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/terminal_pager.h"
#include "report/long_question.h"
#include "rows/print_pddl.h"
#include "rows/print_plan.h"
#include "wgcq_journey.h"
#include "wgcq_trace.h"

#include <inttypes.h>

static int report_missing_solution(const request *r, int64_t solution, int64_t count)
{
    const char *file = r->operands[0];
    if (count == 0)
        message_error("%s holds no solution", file);
    else
        message_error("%s holds no solution %" PRId64 "; it has %s, numbered from 1", file,
                      solution, WGCQ_GROUPED((uint64_t)count));
    return STATUS_NONE;
}

/* The moves as a planner prints them, with the names that the puzzle's text has for PDDL. */
static int print_moves(wgcq_trace *trace, wgcq_rows *rows)
{
    wgcq_error err = {0};
    wgcq_rows *text = NULL;
    int code = wgcq_trace_sql(&text, trace, "SELECT value FROM meta WHERE key = 'source'", &err);
    bool has_text = !code && wgcq_rows_next(text, &err) == 0;
    if (!code)
        code = print_pddl(stdout, rows, has_text ? wgcq_rows_text(text, 0) : NULL, &err);
    wgcq_rows_free(text);
    return code < 0 ? message_failure(&err) : STATUS_FOUND;
}

static int print_solution(const request *r, wgcq_trace *trace, wgcq_rows *rows)
{
    if (r->plan_format == ROW_FORMATS)
        return print_moves(trace, rows);
    wgcq_error err = {0};
    answer a = {0};
    terminal_pager_begin();
    int code = request_format(r)->allows_prose
                   ? print_plan(stdout, request_format(r), rows, &a.printed, &err)
                   : answer_rows(&a, r, rows, &err);
    return code < 0 ? message_failure(&err) : STATUS_FOUND;
}

static int show_solution(const request *r, wgcq_trace *trace)
{
    int64_t solution = r->solution > INT64_MAX ? INT64_MAX : (int64_t)r->solution;
    int64_t count = 0;
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    long_question q;
    long_question_begin(&q, r);
    wgcq_trace_set_monitor(trace, &q.monitor);
    long_question_enter();
    int code = wgcq_show_count(&count, trace, &err);
    bool exists = solution >= 1 && solution <= count;
    code = code ? code : wgcq_show(&rows, trace, solution, &err);
    long_question_leave(code);
    wgcq_trace_set_monitor(trace, NULL);
    open_trace_note_rerun(trace, r);
    int status = code < 0                                     ? long_question_failure(&q, &err)
                 : exists || !request_format(r)->allows_prose ? print_solution(r, trace, rows)
                                                              : STATUS_FOUND;
    long_question_end(&q);
    if (!code && !exists)
        status = report_missing_solution(r, solution, count);
    wgcq_rows_free(rows);
    return status;
}

static int show_results(const request *r, wgcq_trace *trace)
{
    return open_journey_ask(r, trace, "results", r->operand_count > 1 ? r->solution : 0);
}

int command_show(request *r)
{
    r->solution = r->operand_count > 1 ? request_number(r, 1, "the solution's number") : 1;
    if (r->errors)
        return request_usage_hint(r);
    bool tree = wgcq_is_tree(r->operands[0]);
    if (tree && r->plan_format == ROW_FORMATS)
        request_error(r, "--format pddl is for plans, and a journey has none");
    if (r->errors)
        return request_usage_hint(r);
    if (tree)
        return open_journey(r, show_results);
    return open_trace(r, show_solution);
}
