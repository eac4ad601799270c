/*
 * wgcq_mpi.c - mpirun -n N wgcq-mpi solve PUZZLE.yaml ...
 *
 * wgcq's solve by the ranks of a job of MPI.  Every rank reads the command line and the puzzle;
 * rank 0 speaks for all, the others only where they fail and it does not.
 */
#include "args/request.h"
#include "commands/open_puzzle.h"
#include "commands/solve_run.h"
#include "help/help.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/terminal_pager.h"
#include "output/terminal_size.h"
#include "ranks/mpi_exchange.h"
#include "ranks/rank_guard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what is asked for ---------------------------------------------------------------------- */

static int check_request(request *r)
{
    if (!r->errors && !r->help && !r->version &&
        (!r->command || strcmp(r->command->name, "solve") != 0))
        request_error(r, "wgcq-mpi has one command: solve PUZZLE.yaml");
    if (r->watch)
        request_error(r, "--watch does not go with several ranks");
    if (r->command && r->operand_count && !strcmp(r->operands[0], "-"))
        request_error(r, "several ranks do not read a puzzle from standard input");
    return r->errors ? request_usage_hint(r) : STATUS_FOUND;
}

static wgcq_options options_of_rank(request *r, const wgcq_exchange *x)
{
    const unsigned neighbours = mpi_exchange_neighbours();
    wgcq_options options = requested_options(r);
    options.memory_left /= neighbours;
    options.threads = r->given[OPTION_threads] ? options.threads : 1;
    options.exchange = x->ranks > 1 ? x : NULL; /* one alone need not talk */
    return options;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Where standard error led before. */
static int silence(void)
{
    const int before = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    fflush(stderr);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    return before;
}

static void speak_again(int before)
{
    fflush(stderr);
    if (before >= 0) {
        dup2(before, STDERR_FILENO);
        close(before);
    }
}

/* ---- the run -------------------------------------------------------------------------------- */

static int prepare(request *r, wgcq_puzzle **puzzle, int argc, char **argv)
{
    request_parse(r, argc, argv);
    /* mpirun reads from a terminal of its own, and may write to a file */
    style_enable(r->color == COLOR_AUTO ? COLOR_NEVER : (color)r->color);
    terminal_size_measure(true);
    terminal_pager_forbid();
    int status = check_request(r);
    if (status == STATUS_FOUND && !r->help && !r->version)
        status = open_puzzle(puzzle, r, r->operands[0]);
    return status;
}

/* All ranks, or none with its status; what rank 0 says is enough, where it fails too. */
static bool prepare_alike(const wgcq_exchange *x, request *r, wgcq_puzzle **puzzle, int argc,
                          char **argv, int *status)
{
    int first;
    const int before = x->rank ? silence() : -1;
    int mine = prepare(r, puzzle, argc, argv);
    if (x->rank)
        speak_again(before);
    const bool all = mpi_exchange_agree(x, mine, &first);
    *status = first;
    if (all || first != STATUS_FOUND)
        return all;
    if (mine != STATUS_FOUND)
        message_error("rank %u cannot read the puzzle as rank 0 does", x->rank);
    *status = STATUS_FILE;
    return false;
}

static int solve_as_rank(const wgcq_exchange *x, request *r, wgcq_puzzle *puzzle)
{
    wgcq_options options = options_of_rank(r, x);
    shown_run run;
    r->quiet = r->quiet || x->rank;
    char *db = requested_db_path(r);
    int status = r->errors ? request_usage_hint(r) : STATUS_FOUND;
    if (status == STATUS_FOUND) {
        shown_run_begin(&run, r, puzzle, db);
        progress_line_will_save(); /* a signal ends the run for all ranks, however long it takes */
        const int code = shown_run_solve(&run, &options);
        if (!x->rank)
            status = shown_run_end(&run, code);
        else
            wgcq_result_free(run.result);
    }
    free(db);
    return x->rank ? STATUS_FOUND : status;
}

static void print_help(const request *r)
{
    if (r->version)
        printf("wgcq-mpi %s\n", wgcq_version());
    else
        help_command(command_find("solve"));
}

int main(int argc, char **argv)
{
    wgcq_exchange x;
    request r;
    wgcq_puzzle *puzzle = NULL;
    int status;
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails and is reported */
    program_set_name(argv[0]);
    rank_guard_begin();
    style_enable(COLOR_NEVER);
    if (!mpi_exchange_open(&x))
        return STATUS_FILE;
    if (prepare_alike(&x, &r, &puzzle, argc, argv, &status)) {
        if (!r.help && !r.version)
            status = solve_as_rank(&x, &r, puzzle);
        else if (!x.rank)
            print_help(&r);
    }
    wgcq_puzzle_free(puzzle);
    request_free(&r);
    if (fflush(stdout) != 0 && !x.rank)
        status = STATUS_FILE;
    mpi_exchange_close(&x);
    return x.rank ? STATUS_FOUND : status;
}
