/* cmd_solve.c - wgcq solve PUZZLE.yaml: explores, stores, reports. */
#include "commands/commands.h"

#include "args/number.h"
#include "commands/open_puzzle.h"
#include "commands/run_solve.h"
#include "output/exit_status.h"
#include "output/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* puzzles/family.yaml is stored in family.db, in the current folder. */
static char *default_db_path(const char *puzzle)
{
    const char *slash = strrchr(puzzle, '/');
    const char *name = slash ? slash + 1 : puzzle;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    char *file = memory_alloc(length + sizeof ".db");
    snprintf(file, length + sizeof ".db", "%.*s.db", (int)length, name);
    return file;
}

/* The file to write, malloc'd; NULL: none. */
static char *requested_db_path(request *r)
{
    const char *puzzle = r->operands[0];
    if (r->output)
        return memory_strdup(r->output);
    if (r->trace_level == WGCQ_TRACE_NONE)
        return NULL;
    if (strcmp(puzzle, "-") == 0) {
        request_error(r, "a puzzle from standard input needs -o DB, or --trace none");
        return NULL;
    }
    return default_db_path(puzzle);
}

static wgcq_options solve_options(request *r)
{
    return (wgcq_options){
        .order = (wgcq_order)r->order,
        .stop = (wgcq_stop)r->stop,
        .trace_level = (wgcq_trace_level)r->trace_level,
        .minimize = r->minimize,
        .solutions = r->solutions,
        .no_solutions = r->given[OPTION_solutions] && r->solutions == 0,
        .max_states = r->max_states,
        .max_depth = r->max_depth,
        .max_memory = r->max_memory,
        .max_time = r->max_time,
        .threads = run_solve_threads(r),
        .save_every = r->save_every,
        .writer = (wgcq_writer)r->writer,
        .memory_left = wgcq_memory_left(),
    };
}

/* That many states may never be reached, so this is only a note. */
static void print_size_estimate(const request *r, const wgcq_puzzle *puzzle, const char *db,
                                const wgcq_options *options)
{
    wgcq_disk_forecast need;
    char sizes[3][SIZE_TEXT_MAX];
    if (r->quiet || !wgcq_forecast_disk(&need, wgcq_puzzle_model(puzzle), db, options))
        return;
    message_note(
        "if there are %" PRIu64 " states, as --max-states allows, %s grows by at least %s, and "
        "%s are free; --trace %s needs %s",
        need.states, db, number_format_size(sizes[0], need.bytes),
        number_format_size(sizes[1], (double)need.free), wgcq_trace_level_name(need.fitting),
        need.fitting == WGCQ_TRACE_SOLUTIONS ? "hardly any"
                                             : number_format_size(sizes[2], need.fitting_bytes));
}

int command_solve(request *r)
{
    wgcq_options options = solve_options(r);
    char *db = requested_db_path(r);
    wgcq_puzzle *puzzle = NULL;
    int status;
    if (r->errors)
        status = request_usage_hint(r);
    else if ((status = open_puzzle(&puzzle, r, r->operands[0])) == STATUS_FOUND) {
        print_size_estimate(r, puzzle, db, &options);
        status =
            run_solve(&(solve_job){.request = r, .puzzle = puzzle, .db = db, .options = &options});
    }
    wgcq_puzzle_free(puzzle);
    free(db);
    return status;
}
