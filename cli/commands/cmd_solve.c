/* cmd_solve.c - wgcq solve PUZZLE.yaml: explores, stores, reports; once, or for many parameters. */
#include "commands/commands.h"

#include "commands/solve_run.h"
#include "commands/solve_sweep.h"
#include "commands/solve_watch.h"
#include "opened/import_files.h"
#include "opened/open_puzzle.h"
#include "output/exit_status.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The puzzle is read, unless it was already. */
static int solve_once(request *r, wgcq_puzzle *known)
{
    wgcq_options options = requested_options(r);
    char *db = requested_db_path(r);
    wgcq_puzzle *puzzle = known;
    int status = r->errors ? request_usage_hint(r)
                 : known   ? STATUS_FOUND
                           : open_puzzle(&puzzle, r, r->operands[0]);
    if (status == STATUS_FOUND) {
        shown_run run;
        shown_run_begin(&run, r, puzzle, db);
        status = shown_run_end(&run, shown_run_solve(&run, &options));
    }
    if (!known)
        wgcq_puzzle_free(puzzle);
    free(db);
    return status;
}

static bool has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && !strcasecmp(path + length - tail, ending);
}

/* By their names: a puzzle may have any other one. */
static bool is_of_others(const request *r)
{
    const char *path = r->operands[0];
    return r->level || has_ending(path, ".pddl") || has_ending(path, ".xsb") ||
           has_ending(path, ".sok");
}

/* The text of what others wrote; its database is named by the problem, which is put in front. */
static int import_operands(request *r)
{
    size_t count = (size_t)r->operand_count;
    if (count == 2 && !is_of_others(r)) {
        request_error(r, "'solve' takes PUZZLE.yaml; '%s' is one operand too many", r->operands[1]);
        return request_usage_hint(r);
    }
    if (!is_of_others(r))
        return STATUS_FOUND;
    if (r->watch) {
        request_error(r, "--watch is for puzzles: import it to PUZZLE.yaml and watch that");
        return request_usage_hint(r);
    }
    int status = import_files_read(&r->imported, r->operands, count, r->level);
    r->operands[0] = r->operands[count - 1];
    r->operand_count = 1;
    return status;
}

int command_solve(request *r)
{
    solve_sweep sweep;
    int status = import_operands(r);
    if (status != STATUS_FOUND)
        return status;
    status = solve_sweep_open(&sweep, r);
    if (status == STATUS_FOUND)
        status = sweep.settings.count ? solve_sweep_run(&sweep)
                 : r->watch           ? solve_watch(r)
                                      : solve_once(r, sweep.puzzle);
    solve_sweep_close(&sweep);
    return status;
}
