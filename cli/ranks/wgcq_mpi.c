/*
 * wgcq_mpi.c - mpirun -n N wgcq-mpi solve PUZZLE.yaml ..., or resume FOLDER.
 *
 * wgcq's solve by the ranks of a job of MPI.  Every rank reads the command line; rank 0 reads the
 * puzzle for all, and speaks for all, the others only where they fail and it does not.
 */
#include "args/request.h"
#include "commands/solve_run.h"
#include "commands/solve_sweep.h"
#include "help/help.h"
#include "opened/open_puzzle.h"
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
#include <sys/stat.h>
#include <unistd.h>

/* ---- a rank ---------------------------------------------------------------------------------- */

/* One rank's part; what it comes to is reported when all have left the job. */
typedef struct rank_part {
    wgcq_puzzle *puzzle;
    wgcq_unfinished *unfinished; /* the run that is resumed, with its puzzle; or NULL */
    wgcq_unfinished *fresh;      /* the same, with a puzzle that has met no labels */
    char *folder;                /* NAME.db.d: each rank writes its rows there; NULL: none does */
    char *file;                  /* NAME.db: rank 0 writes orbits there; NULL: it does not */
    char *spill;                 /* this rank's folder in that of --spill; NULL: none */
    bool begun;
    int code;
    wgcq_options options;
    shown_run run;
} rank_part;

/* ---- what is asked for ---------------------------------------------------------------------- */

static bool is_resumed(const request *r)
{
    return r->command && !strcmp(r->command->name, "resume");
}

/* Options that the run takes later, when ranks no longer know of each other's errors. */
static void check_run_options(request *r)
{
    if (is_resumed(r)) {
        requested_threads(r);
        return;
    }
    requested_options(r);
    free(requested_db_path(r));
}

static int check_request(request *r)
{
    if (!r->errors && !r->help && !r->version &&
        (!r->command || (strcmp(r->command->name, "solve") != 0 && !is_resumed(r))))
        request_error(r, "wgcq-mpi has two commands: solve PUZZLE.yaml, resume DIR");
    if (r->watch)
        request_error(r, "--watch is for wgcq solve: a job of ranks makes one run, and ends");
    if (r->operand_count > 1 || r->level)
        request_error(r, "several ranks solve one PUZZLE.yaml: wgcq import writes it");
    for (size_t i = 0; i < r->setting_count; i++)
        if (!strcmp(r->settings[i] + strcspn(r->settings[i], "="), "=@-"))
            request_error(r, "--set '%s': each rank reads it, and rank 0 alone has standard input",
                          r->settings[i]);
    if (!r->errors && r->operand_count && !r->help && !r->version)
        check_run_options(r);
    return r->errors ? request_usage_hint(r) : STATUS_FOUND;
}

/* DIR/K of --spill DIR, which may be on a disk of each machine. */
static char *spill_folder_of(const char *dir, unsigned rank)
{
    return memory_format("%s/%u", dir, rank);
}

static bool is_spill_folder(const char *path)
{
    struct stat found;
    return !stat(path, &found) && S_ISDIR(found.st_mode);
}

static wgcq_options options_of_rank(rank_part *p, request *r, const wgcq_exchange *x)
{
    const unsigned neighbours = mpi_exchange_neighbours();
    wgcq_options options = p->unfinished ? resumed_options(r, p->unfinished) : requested_options(r);
    options.memory_left /= neighbours;
    options.threads = r->given[OPTION_threads] ? options.threads : 1;
    if (options.spill && !p->spill)
        p->spill = spill_folder_of(options.spill, x->rank);
    /* a single rank need not talk, unless it resumes a run of several */
    const bool talks = x->ranks > 1 || p->folder || (p->spill && is_spill_folder(p->spill));
    options.exchange = talks ? x : NULL;
    if (!talks || !p->spill)
        return options;
    r->spill = r->spill ? r->spill : options.spill;
    mkdir(r->spill, 0755); /* the run says whether it is there */
    options.spill = p->spill;
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

/* ---- the puzzle of rank 0 -------------------------------------------------------------------- */

typedef struct shared_puzzle {
    char *text, *file; /* its source, and its name in errors; NULL: rank 0 has none */
} shared_puzzle;

/* Rank 0's text in all ranks, malloc'd; the others wait for it. */
static char *share_text(const char *text)
{
    size_t bytes = text ? strlen(text) + 1 : 0;
    mpi_exchange_share(&bytes, sizeof bytes);
    char *shared = bytes ? memory_alloc(bytes) : NULL;
    if (text)
        memcpy(shared, text, bytes);
    mpi_exchange_share(shared, bytes);
    return shared;
}

static void share_puzzle(shared_puzzle *out, const wgcq_puzzle *of)
{
    out->text = share_text(of ? wgcq_puzzle_source(of) : NULL);
    out->file = share_text(of ? wgcq_puzzle_file(of) : NULL);
}

/* ---- the run -------------------------------------------------------------------------------- */

/* Rows of all ranks, or this rank's folder of --spill. */
static int read_unfinished_part(rank_part *p, request *r, unsigned rank, wgcq_error *err)
{
    const char *path = r->operands[0];
    if (!wgcq_is_parts(path)) {
        r->spill = path;
        p->spill = spill_folder_of(path, rank);
        return is_spill_folder(p->spill) ? wgcq_unfinished_open(&p->unfinished, p->spill, 0, err)
                                         : WGCQ_EREQUEST;
    }
    int code = wgcq_unfinished_open_parts(&p->unfinished, path, err);
    return code ? code : wgcq_unfinished_open_parts(&p->fresh, path, err);
}

/* A run that is complete is no error, but there is nothing to do. */
static int open_unfinished(rank_part *p, request *r, unsigned rank)
{
    wgcq_error err = {0};
    int code = read_unfinished_part(p, r, rank, &err);
    if (!code)
        p->puzzle = wgcq_unfinished_puzzle(p->unfinished);
    if (code == WGCQ_EREQUEST && !err.code)
        message_error("%s is not the folder of a run by ranks", r->operands[0]);
    else if (code < 0)
        return message_failure(&err);
    else if (code)
        message_note("nothing to do: the run in %s is complete", r->operands[0]);
    return code < 0 ? STATUS_FILE : STATUS_FOUND;
}

/* Folders of another number of ranks become those of this one; rank 0 does it for all. */
static int divide_spilled(const request *r, unsigned ranks)
{
    const char *dir = !is_resumed(r)                  ? r->spill
                      : wgcq_is_parts(r->operands[0]) ? NULL
                                                      : r->operands[0];
    wgcq_error err = {0};
    int code = dir && is_spill_folder(dir) ? wgcq_divide_spilled(dir, ranks, &err) : WGCQ_DONE;
    return code < 0 ? message_failure(&err) : STATUS_FOUND;
}

/* Refuses a file that exists, as a folder of rows is refused. */
static int check_file_is_new(request *r)
{
    char *db = requested_db_path(r);
    const bool exists = db && !r->replace && access(db, F_OK) == 0;
    if (exists) {
        message_error("%s exists", db);
        fputs("hint: --replace, or -o OTHER.db\n", stderr);
    }
    free(db);
    return exists ? STATUS_FILE : STATUS_FOUND;
}

/* Refuses several values of a parameter, which are as many runs. */
static int read_puzzle_of_first(rank_part *p, request *r)
{
    solve_sweep several;
    int status = solve_sweep_open(&several, r);
    const bool sweeps = status == STATUS_FOUND && several.settings.count;
    if (sweeps) {
        request_error(r, "--set: %s has %zu values, and a job of ranks makes one run",
                      several.settings.swept->name, several.settings.swept->count);
        status = request_usage_hint(r);
    } else if (several.puzzle) {
        p->puzzle = several.puzzle;
        several.puzzle = NULL;
    } else if (status == STATUS_FOUND) {
        status = open_puzzle(&p->puzzle, r, r->operands[0]);
    }
    solve_sweep_close(&several);
    return status;
}

/* Rank 0 has the puzzle's file, or standard input; the others have its text. */
static int read_puzzle_of_ranks(rank_part *p, request *r, const wgcq_exchange *x,
                                const shared_puzzle *from)
{
    if (!x->rank)
        return read_puzzle_of_first(p, r);
    return from->text
               ? open_puzzle_text(&p->puzzle, from->text, from->file, r->settings, r->setting_count)
               : STATUS_FILE;
}

static int prepare(rank_part *p, request *r, const wgcq_exchange *x, const shared_puzzle *from,
                   int argc, char **argv)
{
    request_parse(r, argc, argv);
    /* mpirun reads from a terminal of its own, and may write to a file */
    style_enable(r->color == COLOR_AUTO ? COLOR_NEVER : (color)r->color);
    terminal_size_measure(true);
    terminal_pager_forbid();
    int status = check_request(r);
    if (r->help || r->version)
        return status;
    if (status == STATUS_FOUND && !x->rank)
        status = divide_spilled(r, x->ranks);
    if (status == STATUS_FOUND && !x->rank && !is_resumed(r) && r->given[OPTION_reduction])
        status = check_file_is_new(r);
    if (status == STATUS_FOUND)
        status =
            is_resumed(r) ? open_unfinished(p, r, x->rank) : read_puzzle_of_ranks(p, r, x, from);
    return status;
}

/* All ranks, or none with its status; what rank 0 says is enough, where it fails too. */
static bool prepare_alike(rank_part *p, const wgcq_exchange *x, request *r, int argc, char **argv,
                          int *status)
{
    int first;
    const int before = x->rank ? silence() : -1;
    shared_puzzle from = {0};
    if (x->rank) /* rank 0 goes first: it also recovers what a kill has left */
        share_puzzle(&from, NULL);
    int mine = prepare(p, r, x, &from, argc, argv);
    if (!x->rank)
        share_puzzle(&from, p->puzzle);
    if (x->rank)
        speak_again(before);
    free(from.text);
    free(from.file);
    const bool all = mpi_exchange_agree(x, mine, &first);
    *status = first;
    if (all || first != STATUS_FOUND)
        return all;
    if (mine != STATUS_FOUND)
        message_error("rank %u cannot read the puzzle as rank 0 does", x->rank);
    *status = STATUS_FILE;
    return false;
}

/* NAME.db.d for NAME.db, unless rows are of orbits. */
static void name_rows(rank_part *p, request *r)
{
    char *db = requested_db_path(r);
    if (!db || r->given[OPTION_reduction]) {
        p->file = db;
        return;
    }
    p->folder = memory_format("%s.d", db);
    free(db);
}

/* One run is all that a file of ranks has. */
static int solve_part(rank_part *p)
{
    shown_run *run = &p->run;
    if (p->unfinished)
        return wgcq_resume(&run->result, p->unfinished, &p->options, &run->monitor, &run->err);
    return p->file
               ? wgcq_solve(&run->result, p->puzzle, p->file, &p->options, &run->monitor, &run->err)
               : shown_run_solve(run, &p->options);
}

static void solve_as_rank(rank_part *p, const wgcq_exchange *x, request *r)
{
    if (p->fresh)
        p->folder = memory_strdup(r->operands[0]);
    else if (!p->unfinished)
        name_rows(p, r);
    p->options = options_of_rank(p, r, x);
    r->quiet = r->quiet || x->rank;
    p->begun = true;
    shown_run_begin(&p->run, r, p->puzzle, p->folder ? p->folder : p->file);
    progress_line_will_save(); /* a signal ends the run for all ranks, however long it takes */
    p->code = solve_part(p);
}

/* All that one process derives at a run's end, if there is room for it here; with a puzzle that has
   not met any labels yet, so that they get the numbers of one process. */
static void derive_from_parts(rank_part *p, wgcq_puzzle *fresh)
{
    wgcq_result *merged = NULL;
    wgcq_error err = {0};
    wgcq_options how = p->options;
    how.replace = false;
    how.spill = p->run.request->spill;
    int code =
        wgcq_merge(&merged, p->folder, NULL, wgcq_puzzle_model(fresh), &how, &p->run.monitor, &err);
    if (!code && merged) {
        wgcq_result_free(p->run.result);
        p->run.result = merged;
        p->run.puzzle = fresh;
    } else if (code == WGCQ_EMEMORY) {
        message_note("%s has all rows, but this is what the ranks know alone: %s", p->folder,
                     err.text);
    } else {
        wgcq_result_free(p->run.result);
        p->run.result = NULL;
        p->code = code;
        p->run.err = err;
    }
}

/* NULL: that failed. */
static wgcq_puzzle *read_fresh_puzzle(const rank_part *p)
{
    const request *r = p->run.request;
    wgcq_puzzle *fresh = NULL;
    if (p->fresh)
        return wgcq_unfinished_puzzle(p->fresh);
    open_puzzle_again(&fresh, p->puzzle, r->settings, r->setting_count);
    return fresh;
}

static void close_part(rank_part *p)
{
    if (!p->unfinished)
        wgcq_puzzle_free(p->puzzle);
    wgcq_unfinished_free(p->unfinished);
    wgcq_unfinished_free(p->fresh);
    free(p->folder);
    free(p->file);
    free(p->spill);
}

static int report_of_ranks(rank_part *p)
{
    wgcq_puzzle *fresh = NULL;
    const bool derives = p->folder && !p->code;
    if (derives)
        fresh = read_fresh_puzzle(p);
    if (fresh)
        derive_from_parts(p, fresh);
    const int status = shown_run_end(&p->run, p->code);
    if (!p->fresh)
        wgcq_puzzle_free(fresh);
    return status;
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
    rank_part part = {0};
    int status;
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails and is reported */
    program_set_name(argv[0]);
    rank_guard_begin();
    style_enable(COLOR_NEVER);
    if (!mpi_exchange_open(&x))
        return STATUS_FILE;
    if (prepare_alike(&part, &x, &r, argc, argv, &status)) {
        if (part.puzzle)
            solve_as_rank(&part, &x, &r);
        else if (!x.rank && (r.help || r.version))
            print_help(&r);
    }
    const bool speaks = !x.rank;
    if (part.spill && !speaks)
        rmdir(r.spill); /* before rank 0 merges in it, whose files there have no names */
    mpi_exchange_wait();
    mpi_exchange_close(&x);
    if (speaks && part.begun)
        status = report_of_ranks(&part);
    else if (part.begun)
        wgcq_result_free(part.run.result);
    if (part.spill && speaks)
        rmdir(r.spill); /* where nothing is left in it */
    close_part(&part);
    request_free(&r);
    if (fflush(stdout) != 0 && speaks)
        status = STATUS_FILE;
    return speaks ? status : STATUS_FOUND;
}
