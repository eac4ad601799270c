/* solve_sweep.c - wgcq solve with several values of a parameter: a row a run. */
#include "commands/solve_sweep.h"

#include "commands/solve_run.h"
#include "opened/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "sweep/sweep_row.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- which settings have several values ----------------------------------------------------- */

static bool has_candidate(const request *r)
{
    for (size_t i = 0; i < r->setting_count; i++)
        if (setting_has_values(r->settings[i]))
            return true;
    return false;
}

/* The value of a list, a mapping or a text may hold commas of its own. */
static bool is_of_single_param(const wgcq_puzzle *puzzle, const char *setting)
{
    size_t length = setting_name_length(setting);
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        const char *name = wgcq_puzzle_param_name(puzzle, i);
        if (strlen(name) == length && strncmp(name, setting, length) == 0)
            return wgcq_puzzle_param_is_single(puzzle, i);
    }
    return false;
}

/* The puzzle as it is without settings, of which its text and the kinds of its parameters count. */
static int open_declared(wgcq_puzzle **out, const request *r)
{
    request bare = *r;
    bare.setting_count = 0;
    return open_puzzle(out, &bare, r->operands[0]);
}

/* A puzzle that is right only with its settings is solved with them as they are.  A puzzle from
   standard input is read once, and must be right without them. */
static bool needs_its_settings(const request *r)
{
    wgcq_puzzle *declared = NULL;
    bool needs = strcmp(r->operands[0], "-") != 0 && !r->imported &&
                 wgcq_puzzle_load(&declared, r->operands[0], NULL, 0, NULL, NULL) == WGCQ_EPUZZLE;
    wgcq_puzzle_free(declared);
    return needs;
}

static void split_settings(solve_sweep *of, const wgcq_puzzle *declared)
{
    request *r = of->request;
    char why[SETTING_ERROR_MAX];
    for (size_t i = 0; i < r->setting_count; i++) {
        const char *setting = r->settings[i];
        if (!setting_has_values(setting) || !is_of_single_param(declared, setting))
            combinations_add_fixed(&of->settings, setting);
        else if (!combinations_add_swept(&of->settings, setting, why))
            request_error(r, "--set '%s': %s", setting, why);
    }
}

static void check_sweep_options(request *r)
{
    struct stat there;
    bool is_folder =
        r->output && (stat(r->output, &there) == 0 ? S_ISDIR(there.st_mode)
                                                   : r->output[strlen(r->output) - 1] == '/');
    if (r->output && !is_folder)
        request_error(r, "-o '%s': several runs write a file each, into a folder: -o DIR/",
                      r->output);
    if (r->watch)
        request_error(r, "--watch takes one value for each parameter");
    if (r->replace && !r->output)
        request_error(r, "--replace: several runs write no files, unless -o DIR/ names a folder");
}

int solve_sweep_open(solve_sweep *out, request *r)
{
    wgcq_puzzle *declared = NULL;
    *out = (solve_sweep){.request = r};
    if (!has_candidate(r) || needs_its_settings(r))
        return STATUS_FOUND;
    int status = open_declared(&declared, r);
    if (status == STATUS_FOUND) {
        split_settings(out, declared);
        if (out->settings.count && !r->errors)
            check_sweep_options(r);
        /* the settings of one value must be right by themselves */
        status = r->errors ? request_usage_hint(r)
                           : open_puzzle_again(&out->puzzle, declared, out->settings.fixed,
                                               out->settings.fixed_count);
    }
    wgcq_puzzle_free(declared);
    return status;
}

void solve_sweep_close(solve_sweep *of)
{
    combinations_free(&of->settings);
    wgcq_puzzle_free(of->puzzle);
}

/* ---- the rows -------------------------------------------------------------------------------- */

typedef struct printed_sweep {
    sweep_columns columns;
    row_writer writer;
    bool has[STATUS_INTERRUPTED + 1]; /* exit statuses of runs */
    size_t held;                      /* that were in their files already */
    size_t spilled;                   /* that the folder of --spill has, to be resumed */
} printed_sweep;

static bool print_run(void *self, size_t number, const swept_run *run)
{
    printed_sweep *p = self;
    p->has[run->status] = true;
    p->held += run->held;
    p->spilled += run->result && wgcq_result_summary(run->result)->spill_kept;
    return row_writer_write(&p->writer, sweep_columns_fill(&p->columns, number, run)) &&
           fflush(stdout) == 0;
}

/* Exit status of several runs: the one that says most: what went wrong, then what was found. */
static int status_of_all(const bool *has, bool all_made)
{
    static const int worst_first[] = {STATUS_FILE, STATUS_USAGE, STATUS_VIOLATED, STATUS_UNKNOWN,
                                      STATUS_FOUND};
    if (has[STATUS_INTERRUPTED] || !all_made)
        return STATUS_INTERRUPTED;
    for (size_t i = 0; i < sizeof worst_first / sizeof *worst_first; i++)
        if (has[worst_first[i]])
            return worst_first[i];
    return STATUS_NONE;
}

static int make_and_print(const sweep_plan *plan, const request *r, const wgcq_monitor *monitor)
{
    printed_sweep p = {0};
    size_t count = combinations_size(plan->settings);
    sweep_columns_open(&p.columns, plan);
    row_writer_open(&p.writer, stdout, request_format(r), p.columns.count,
                    (const char *const *)p.columns.names);
    size_t made = sweep_runs_make(plan, monitor, print_run, &p);
    bool whole = made == count || progress_line_interrupted();
    if (whole)
        row_writer_end(&p.writer);
    row_writer_free(&p.writer);
    progress_line_end(plan->progress);
    sweep_columns_close(&p.columns);
    if (made < count && progress_line_interrupted())
        message_note("interrupted: %s of %s runs were made", WGCQ_GROUPED(made),
                     WGCQ_GROUPED(count));
    if (p.held && !r->quiet)
        message_note("%s holds %s of these runs already; --again adds others", plan->folder,
                     WGCQ_GROUPED(p.held));
    if (p.spilled && !r->quiet)
        message_note("%s holds %s of these runs, which ended early; the same command resumes them",
                     r->spill, WGCQ_GROUPED(p.spilled));
    return status_of_all(p.has, made == count);
}

static int ensure_folder(const char *path)
{
    if (!path || mkdir(path, 0777) == 0 || errno == EEXIST)
        return STATUS_FOUND;
    return message_file_error(path);
}

int solve_sweep_run(solve_sweep *of)
{
    request *r = of->request;
    progress_line progress;
    sweep_plan plan = {.settings = &of->settings,
                       .puzzle = of->puzzle,
                       .options = requested_options(r),
                       .folder = r->output,
                       .again = r->again,
                       .progress = &progress};
    if (r->errors)
        return request_usage_hint(r);
    int status = ensure_folder(plan.folder);
    status = status == STATUS_FOUND ? ensure_folder(r->spill) : status;
    if (status != STATUS_FOUND)
        return status;
    wgcq_monitor monitor = progress_line_begin(&progress, r->quiet);
    progress_line_will_save();
    status = make_and_print(&plan, r, &monitor);
    if (r->spill)
        rmdir(r->spill); /* where nothing is left in it */
    return status;
}
