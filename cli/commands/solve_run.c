/* solve_run.c - one run of solve or resume, with progress, and its report. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "commands/solve_run.h"

#include "args/number.h"
#include "opened/open_puzzle.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/terminal_pager.h"
#include "report/report.h"
#include "rows/print_plan.h"

#include <assert.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ------------------------------------------------------------------------------ */

enum {
    THREADS_MAX = 1024,
    THREADS_DEFAULT_MAX = 16, /* unless requested: more find little to do */
};

/* Processors that this process may use; 1 if the system does not say. */
static unsigned processors(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    return 1;
}

unsigned requested_threads(request *r)
{
    if (r->threads > THREADS_MAX) {
        request_error(r, "--threads '%llu': it must be at most %d", (unsigned long long)r->threads,
                      THREADS_MAX);
        return 0;
    }
    if (r->given[OPTION_threads])
        return (unsigned)r->threads;
    return processors() < THREADS_DEFAULT_MAX ? processors() : THREADS_DEFAULT_MAX;
}

char *requested_db_path(request *r)
{
    const char *puzzle = r->operands[0];
    if (r->output)
        return memory_strdup(r->output);
    if (r->trace_level == WGCQ_TRACE_NONE) {
        if (r->replace)
            request_error(r, "--replace: --trace none writes no file, unless -o names one");
        return NULL;
    }
    if (strcmp(puzzle, "-") == 0) {
        request_error(r, "a puzzle from standard input needs -o DB, or --trace none");
        return NULL;
    }
    return program_name_after(puzzle, ".db"); /* in the current folder */
}

wgcq_options requested_options(request *r)
{
    if (r->keep && r->replace)
        request_error(r, "--keep and --replace exclude each other");
    if (r->again && r->replace)
        request_error(r, "--again and --replace exclude each other");
    return (wgcq_options){
        .order = (wgcq_order)r->order,
        .stop = (wgcq_stop)r->stop,
        .trace_level = (wgcq_trace_level)r->trace_level,
        .replace = r->replace,
        .minimize = r->minimize,
        .solutions = r->solutions,
        .no_solutions = r->given[OPTION_solutions] && r->solutions == 0,
        .max_states = r->max_states,
        .max_depth = r->max_depth,
        .max_memory = r->max_memory,
        .max_time = r->max_time,
        .threads = requested_threads(r),
        .save_every = r->save_every,
        .writer = (wgcq_writer)r->writer,
        .memory_left = wgcq_memory_left(),
        .spill = r->spill,
        .reduce = r->given[OPTION_reduction] ? WGCQ_REDUCE_SYMMETRY : WGCQ_REDUCE_NOTHING,
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
        "if there are %s states, as --max-states allows, %s grows by at least %s, and "
        "%s are free; --trace %s needs %s",
        WGCQ_GROUPED(need.states), db, number_format_size(sizes[0], need.bytes),
        number_format_size(sizes[1], (double)need.free), wgcq_trace_level_name(need.fitting),
        need.fitting == WGCQ_TRACE_SOLUTIONS ? "hardly any"
                                             : number_format_size(sizes[2], need.fitting_bytes));
}

/* ---- the run ------------------------------------------------------------------------------ */

/* Where the file of --replace was left beside the old one, *p has its name by now. */
static void print_interrupted(const report *p)
{
    const char *kept = p->db ? p->db : p->request->spill;
    if (!kept || (!p->db && !p->summary->spill_kept)) {
        message_note("interrupted; nothing was written");
        return;
    }
    char *word = program_shell_word(kept);
    message_note("interrupted; %s holds what was explored; next: %s resume %s", kept,
                 program_name(), word);
    free(word);
}

/* An edited puzzle's new file took the place of the old one. */
static void print_given_way(const shown_run *run)
{
    const earlier_file *f = &run->earlier;
    message_note(
        "%s held %s as it was before (%" PRId64 " run%s, %.1f s), and was replaced; --keep "
        "refuses that",
        run->db, wgcq_puzzle_file(run->puzzle), f->runs, f->runs == 1 ? "" : "s", f->seconds);
}

static void print_held(const shown_run *run)
{
    const wgcq_summary *s = wgcq_result_summary(run->result);
    message_note("%s holds this run already: run %" PRId64 ", %.2f s; --again adds another",
                 run->db, s->run, s->seconds);
}

static int print_outcome(const report *p, const char *old)
{
    wgcq_error err = {0};
    terminal_pager_begin();
    if (report_print(p, &err) < 0)
        return message_failure(&err);
    if (report_interrupted(p))
        print_interrupted(p);
    if (p->summary->beside)
        message_note("%s is not replaced: it is as it was, and the new file is %s", old,
                     p->summary->beside);
    return report_status(p->summary);
}

static void print_unfinished_hint(const char *db)
{
    char *word = program_shell_word(db);
    fprintf(
        stderr,
        "hint: a run in it was interrupted; next: %s resume %s, or --replace, which discards it\n",
        program_name(), word);
    free(word);
}

/* The time that --max-time leaves; false: none. */
static bool find_plan_to_error(wgcq_result **out, const shown_run *run)
{
    const request *r = run->request;
    wgcq_options options = {.max_memory = r->max_memory, .max_time = r->max_time};
    if (options.max_time > 0) {
        options.max_time -= progress_line_seconds(&run->progress);
        if (options.max_time <= 0)
            return false;
    }
    return wgcq_plan_to_error(out, wgcq_puzzle_model(run->puzzle), &run->err, &options,
                              &run->monitor, NULL) == 0;
}

/* How the run came to the state that the error names, as a table in every --format: errors are
   for people. */
static void print_plan_to_error(shown_run *run)
{
    wgcq_result *result = NULL;
    wgcq_rows *rows = NULL;
    uint64_t steps = 0;
    if (run->err.code != WGCQ_ERUN || run->err.line <= 0)
        return;
    fflush(stderr);
    bool found = find_plan_to_error(&result, run);
    progress_line_hide();
    if (found && wgcq_result_first(&rows, result, NULL) == 0) {
        fputc('\n', stderr);
        print_plan(stderr, &format_table, rows, &steps, NULL);
    }
    wgcq_rows_free(rows);
    wgcq_result_free(result);
}

static int print_run_failure(shown_run *run)
{
    int status = open_puzzle_print_failure(run->puzzle, &run->err);
    print_plan_to_error(run);
    if (run->err.code == WGCQ_EOTHER && run->earlier.unfinished)
        print_unfinished_hint(run->db);
    else if (run->err.code == WGCQ_EOTHER)
        fputs("hint: --replace, or -o OTHER.db\n", stderr);
    return status;
}

void shown_run_begin(shown_run *run, request *r, wgcq_puzzle *puzzle, const char *db)
{
    assert(puzzle);
    *run = (shown_run){.request = r, .puzzle = puzzle, .db = db};
    run->monitor = progress_line_begin(&run->progress, r->quiet);
    if (db || r->spill)
        progress_line_will_save();
}

/* The file of `db` is of another puzzle: where it may give way, it is replaced. */
static int solve_in_place(shown_run *run, const wgcq_options *options)
{
    wgcq_options replacing = *options;
    const request *r = run->request;
    replacing.replace = true;
    run->gives_way = earlier_file_read(&run->earlier, run->db, r, run->puzzle) && !r->output &&
                     !r->keep && !options->replace && earlier_file_gives_way(&run->earlier);
    if (!run->gives_way)
        return WGCQ_EOTHER;
    run->err = (wgcq_error){0};
    replacing.replaces = run->earlier.trace;
    return wgcq_solve(&run->result, run->puzzle, run->db, &replacing, &run->monitor, &run->err);
}

/* WGCQ_DONE: the file does not hold the run. */
static int read_solved(shown_run *run, const wgcq_options *options)
{
    if (!run->db || run->request->again || options->replace)
        return WGCQ_DONE;
    int code = wgcq_solved(&run->result, wgcq_puzzle_model(run->puzzle), run->db, options,
                           &run->monitor, &run->err);
    run->held = code == 0;
    return code;
}

int shown_run_solve(shown_run *run, const wgcq_options *options)
{
    int held = read_solved(run, options);
    if (held != WGCQ_DONE)
        return held;
    print_size_estimate(run->request, run->puzzle, run->db, options);
    int code = wgcq_solve(&run->result, run->puzzle, run->db, options, &run->monitor, &run->err);
    return code == WGCQ_EOTHER && run->db ? solve_in_place(run, options) : code;
}

int shown_run_end(shown_run *run, int code)
{
    earlier_file_close(&run->earlier);
    progress_line_hide();
    int failed = code < 0 ? print_run_failure(run) : 0;
    progress_line_end(&run->progress);
    if (code < 0)
        return failed;
    const wgcq_summary *summary = wgcq_result_summary(run->result);
    report p = {.request = run->request,
                .puzzle = run->puzzle,
                .db = summary->beside ? summary->beside : run->db,
                .result = run->result,
                .summary = summary};
    if (run->held && !run->request->quiet)
        print_held(run);
    int status = print_outcome(&p, run->db);
    if (run->gives_way && !summary->beside && !run->request->quiet)
        print_given_way(run);
    wgcq_result_free(run->result);
    return status;
}
