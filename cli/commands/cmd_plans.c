/* cmd_plans.c - wgcq plans PUZZLE.yaml N: every plan of exactly N moves. */
#include "commands/commands.h"

#include "commands/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/progress_line.h"
#include "report/print_answer.h"

#include <unistd.h>

static int count_plans(const request *r, wgcq_puzzle *puzzle, uint64_t length)
{
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet);
    wgcq_error err = {0};
    char *count = NULL;
    int code = wgcq_plans_count(&count, puzzle, length, &watching, &err);
    watch_end(&w);
    if (code < 0)
        return puzzle_failed(puzzle, &err);
    int status = answer_count(r, count);
    wgcq_text_free(count);
    return status;
}

static int list_plans(const request *r, wgcq_puzzle *puzzle, uint64_t length)
{
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet || isatty(STDOUT_FILENO));
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    answer a = {0};
    int code = wgcq_plans(&rows, puzzle, length, &watching, &err);
    if (code == 0)
        code = answer_rows(&a, r, rows, &err);
    watch_end(&w);
    int status = code < 0 ? puzzle_failed(puzzle, &err) : answer_end(&a, r, rows);
    wgcq_rows_free(rows);
    return status;
}

int command_plans(request *r)
{
    uint64_t length = request_number(r, 1, "the number of moves");
    if (r->count && r->given[OPTION_limit])
        request_mistake(r, "--count counts all of them; --limit has no place beside it");
    if (r->mistakes)
        return request_rejected(r);
    wgcq_puzzle *puzzle = NULL;
    int status = puzzle_open(&puzzle, r, r->operands[0]);
    if (status == STATUS_FOUND)
        status = r->count ? count_plans(r, puzzle, length) : list_plans(r, puzzle, length);
    wgcq_puzzle_free(puzzle);
    return status;
}
