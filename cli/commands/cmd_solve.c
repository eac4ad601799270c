/* cmd_solve.c - wgcq solve PUZZLE.yaml: explores, stores, reports; once, or for many parameters. */
#include "commands/commands.h"

#include "commands/solve_run.h"
#include "commands/solve_sweep.h"
#include "commands/solve_watch.h"
#include "opened/open_puzzle.h"
#include "output/exit_status.h"

#include <stdlib.h>

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

int command_solve(request *r)
{
    solve_sweep sweep;
    int status = solve_sweep_open(&sweep, r);
    if (status == STATUS_FOUND)
        status = sweep.settings.count ? solve_sweep_run(&sweep)
                 : r->watch           ? solve_watch(r)
                                      : solve_once(r, sweep.puzzle);
    solve_sweep_close(&sweep);
    return status;
}
