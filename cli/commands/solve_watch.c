/*
 * solve_watch.c - wgcq solve --watch: again whenever the puzzle is saved.
 *
 * A file that was not there before, or that --replace has given up, belongs to the watch: each run
 * replaces it.  Any other file gets a run for each save, as long as it is of the same puzzle,
 * and then gives way or is refused, as by a single run.
 */
#include "commands/solve_watch.h"

#include "commands/solve_run.h"
#include "opened/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/terminal_pager.h"
#include "watch/file_watch.h"
#include "watch/run_figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct watched_solve {
    request *request;
    wgcq_options options;
    char *db; /* NULL: none is written */
    bool owns_file;
    file_watch files;
    bool saved;          /* while a run is under way: it is stopped */
    run_figures figures; /* of the last run that ended */
    wgcq_monitor terminal;
} watched_solve;

/* ---- one run --------------------------------------------------------------------------------- */

static int on_watched_progress(void *self, const wgcq_progress *p)
{
    watched_solve *w = self;
    w->saved = w->saved || file_watch_changed(&w->files);
    return w->terminal.report(w->terminal.self, p) || w->saved;
}

static void print_figures_against(watched_solve *w, const run_figures *now,
                                  const wgcq_puzzle *puzzle)
{
    FILE *out = request_format(w->request)->allows_prose ? stdout : stderr;
    if (w->figures.count)
        run_figures_print_changes(out, &w->figures, now);
    run_figures_print_expected(out, now, puzzle);
}

/* Discards the run of a text that has changed. */
static void discard_run(shown_run *run)
{
    progress_line_end(&run->progress);
    if (run->result && wgcq_result_summary(run->result)->beside)
        unlink(wgcq_result_summary(run->result)->beside);
    wgcq_result_free(run->result);
    message_note("saved: the run is stopped");
}

static void report_run(watched_solve *w, shown_run *run, int code)
{
    run_figures now = {0};
    if (code == 0)
        run_figures_read(&now, wgcq_result_summary(run->result));
    shown_run_end(run, code);
    if (code == 0) {
        print_figures_against(w, &now, run->puzzle);
        run_figures_free(&w->figures);
        w->figures = now;
    }
    fflush(stdout);
}

static int solve_and_report(watched_solve *w)
{
    wgcq_puzzle *puzzle = NULL;
    shown_run run;
    file_watch_remember(&w->files);
    int status = open_puzzle(&puzzle, w->request, w->request->operands[0]);
    if (status != STATUS_FOUND)
        return status;
    shown_run_begin(&run, w->request, puzzle, w->db);
    w->saved = false;
    w->terminal = run.monitor;
    run.monitor = (wgcq_monitor){.self = w, .report = on_watched_progress};
    int code = shown_run_solve(&run, &w->options);
    w->options.replace = w->owns_file;
    if (w->saved)
        discard_run(&run);
    else
        report_run(w, &run, code);
    wgcq_puzzle_free(puzzle);
    return STATUS_FOUND;
}

/* ---- again and again ------------------------------------------------------------------------ */

/* NAME=@FILE */
static void watch_setting(file_watch *files, const char *setting)
{
    const char *equals = strchr(setting, '=');
    if (equals && equals[1] == '@' && strcmp(equals + 2, "-") != 0)
        file_watch_add(files, equals + 2);
}

/* A pipe or a device. */
static bool is_read_once(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static void open_watch(watched_solve *w, request *r)
{
    *w = (watched_solve){.request = r, .options = requested_options(r)};
    w->db = requested_db_path(r);
    w->owns_file = r->replace || !w->db || access(w->db, F_OK) != 0;
    if (strcmp(r->operands[0], "-") == 0)
        request_error(r, "--watch: standard input is read once; it needs a file");
    else if (is_read_once(r->operands[0]))
        request_error(r, "--watch: %s is read once; it needs a file", r->operands[0]);
    file_watch_add(&w->files, r->operands[0]);
    for (size_t i = 0; i < r->setting_count; i++)
        watch_setting(&w->files, r->settings[i]);
}

static void close_watch(watched_solve *w)
{
    file_watch_free(&w->files);
    run_figures_free(&w->figures);
    free(w->db);
}

/* A file that cannot be read at the beginning is no puzzle to wait for. */
static int watch(watched_solve *w)
{
    progress_line idle;
    terminal_pager_forbid();
    progress_line_begin(&idle, w->request->quiet);
    progress_line_will_save();
    if (solve_and_report(w) == STATUS_FILE)
        return STATUS_FILE;
    if (!w->request->quiet && !progress_line_interrupted())
        message_note("watching %s; Ctrl-C ends it", w->request->operands[0]);
    while (file_watch_wait(&w->files, progress_line_interrupted))
        solve_and_report(w);
    return STATUS_INTERRUPTED;
}

int solve_watch(request *r)
{
    watched_solve w;
    open_watch(&w, r);
    int status = r->errors ? request_usage_hint(r) : watch(&w);
    close_watch(&w);
    return status;
}
