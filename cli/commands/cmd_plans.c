/* cmd_plans.c - wgcq plans PUZZLE.yaml N: every plan of exactly N moves. */
#include "commands/commands.h"

#include "opened/open_puzzle.h"
#include "output/exit_status.h"
#include "report/long_question.h"
#include "wgcq_run.h"

static int plans_failure(long_question *q, wgcq_puzzle *puzzle, const wgcq_error *err)
{
    if (long_question_is_cut(q, err))
        return long_question_failure(q, err);
    long_question_end(q);
    return open_puzzle_print_failure(puzzle, err);
}

static int print_plan_count(const request *r, wgcq_puzzle *puzzle, uint64_t length)
{
    long_question q;
    wgcq_error err = {0};
    char *count = NULL;
    long_question_begin(&q, r);
    long_question_enter();
    int code = long_question_leave(wgcq_plans_count(&count, puzzle, length, &q.monitor, &err));
    if (code < 0)
        return plans_failure(&q, puzzle, &err);
    long_question_end(&q);
    int status = answer_count(r, count);
    wgcq_text_free(count);
    return status;
}

static int print_plans(const request *r, wgcq_puzzle *puzzle, uint64_t length)
{
    long_question q;
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    long_question_begin(&q, r);
    long_question_enter();
    int code = long_question_leave(wgcq_plans(&rows, puzzle, length, &q.monitor, &err));
    if (code == 0)
        code = long_question_rows(&q, &a, rows, &err);
    int status = code < 0 ? plans_failure(&q, puzzle, &err) : long_question_answer(&q, &a, rows);
    wgcq_rows_free(rows);
    return status;
}

int command_plans(request *r)
{
    uint64_t length = request_number(r, 1, "the number of moves");
    if (r->count && r->given[OPTION_limit])
        request_error(r, "--count counts all of them: it cannot be combined with --limit");
    if (r->errors)
        return request_usage_hint(r);
    wgcq_puzzle *puzzle = NULL;
    int status = open_puzzle(&puzzle, r, r->operands[0]);
    if (status == STATUS_FOUND)
        status = r->count ? print_plan_count(r, puzzle, length) : print_plans(r, puzzle, length);
    wgcq_puzzle_free(puzzle);
    return status;
}
