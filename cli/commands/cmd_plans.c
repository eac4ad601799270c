/* cmd_plans.c - wgcq plans PUZZLE.yaml N: every plan of exactly N moves. */
#include "commands/commands.h"

#include "commands/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "report/print_answer.h"

#include <unistd.h>

static int print_plan_count(const request *r, wgcq_puzzle *puzzle, uint64_t length)
{
    progress_line w;
    wgcq_monitor monitor = progress_line_begin(&w, r->quiet);
    wgcq_error err = {0};
    char *count = NULL;
    int code = wgcq_plans_count(&count, puzzle, length, &monitor, &err);
    progress_line_end(&w);
    if (code < 0)
        return open_puzzle_print_failure(puzzle, &err);
    int status = answer_count(r, count);
    wgcq_text_free(count);
    return status;
}

static int print_plans(const request *r, wgcq_puzzle *puzzle, uint64_t length)
{
    progress_line w;
    wgcq_monitor monitor = progress_line_begin(&w, r->quiet || isatty(STDOUT_FILENO));
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    int code = wgcq_plans(&rows, puzzle, length, &monitor, &err);
    if (code == 0)
        code = answer_rows(&a, r, rows, &err);
    progress_line_end(&w);
    int status = code < 0 ? open_puzzle_print_failure(puzzle, &err) : answer_end(&a, r, rows);
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
