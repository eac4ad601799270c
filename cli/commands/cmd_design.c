/* cmd_design.c - wgcq design PUZZLE.yaml: candidates by a seed, solved, graded, stored, printed. */
#include "commands/commands.h"

#include "design/climb.h"
#include "design/design_file.h"
#include "opened/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/progress_line.h"
#include "rows/row_writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS_DEFAULT = 10, STATES_DEFAULT = 100000, BEFORE_COLUMNS = 3 };

typedef struct design_job {
    request *request;
    wgcq_puzzle *puzzle;
    design_space space;
    const wgcq_setting *fixed; /* settings of the request for parameters that do not vary */
    size_t fixed_count;
    grading grading;
    wgcq_formula *want, *best;
    design_file *file;
    wgcq_monitor monitor, solving;
    progress_line progress;
    row_writer writer;
    const char **columns;
    double *numbers; /* the measures of the present candidate */
    uint64_t size;   /* candidates in all; 0: beyond counting */
    uint64_t step, found, of_status[GRADE_STATUSES];
    bool ended; /* `status` says how */
    int status;
} design_job;

static tried end_search(design_job *j, int status)
{
    j->ended = true;
    j->status = status;
    return TRIED_NO_MORE;
}

/* ---- settings ----------------------------------------------------------------------------- */

/* "--set a=1 --set 'b=[1, 2]'": all that makes the candidate of the puzzle, as a shell takes it. */
static char *join_settings(const wgcq_setting *settings, size_t count)
{
    memory_stream s;
    FILE *out = memory_stream_begin(&s);
    for (size_t i = 0; i < count; i++) {
        char *word = program_shell_word(settings[i]);
        fprintf(out, "%s--set %s", i ? " " : "", word);
        free(word);
    }
    return memory_stream_end(&s);
}

static bool is_varied(const design_space *space, const char *setting)
{
    const size_t length = strcspn(setting, "=");
    for (size_t i = 0; i < space->count; i++)
        if (strlen(space->params[i].name) == length &&
            !strncmp(space->params[i].name, setting, length))
            return true;
    return false;
}

/* Where a parameter varies, --set says what it has at the beginning. */
static void take_fixed_settings(design_job *j)
{
    const request *r = j->request;
    wgcq_setting *fixed = memory_alloc((r->setting_count + 1) * sizeof *fixed);
    for (size_t i = 0; i < r->setting_count; i++)
        if (!is_varied(&j->space, r->settings[i]))
            fixed[j->fixed_count++] = r->settings[i];
    j->fixed = fixed;
}

static wgcq_setting *candidate_settings(const design_job *j, const size_t *candidate)
{
    wgcq_setting *all = memory_alloc((j->fixed_count + j->space.count) * sizeof *all);
    memcpy(all, j->fixed, j->fixed_count * sizeof *all);
    for (size_t i = 0; i < j->space.count; i++)
        all[j->fixed_count + i] = design_space_setting(&j->space.params[i], candidate);
    return all;
}

static void free_settings(const design_job *j, wgcq_setting *all)
{
    for (size_t i = 0; i < j->space.count; i++)
        free((char *)(uintptr_t)all[j->fixed_count + i]);
    free(all);
}

/* ---- printing ----------------------------------------------------------------------------- */

/* For people: a line of measures, and the command that solves it. */
static void print_found(design_job *j, const design_row *row)
{
    char buffer[CELL_TEXT_MAX];
    char *file = program_shell_word(j->request->operands[0]);
    printf("%sresult %" PRIu64 ", step %" PRIu64 ":", j->found > 1 ? "\n" : "", j->found,
           row->step);
    for (size_t i = 0; i < row->grade->count; i++)
        if (row->grade->values[i].type != WGCQ_NULL)
            printf("%s %s %s", i ? "," : "", j->grading.names[i],
                   cell_format(&row->grade->values[i], buffer));
    printf("\n  %s solve %s %s\n", program_name(), file, row->settings);
    free(file);
}

static void print_row(design_job *j, const design_row *row)
{
    const size_t params = j->space.count, measures = row->grade->count;
    table_cell *cells = memory_alloc((BEFORE_COLUMNS + params + measures + 1) * sizeof *cells);
    cells[0] = cell_count(j->found);
    cells[1] = cell_count(row->step);
    cells[2] = cell_count(j->request->seed);
    for (size_t i = 0; i < params; i++)
        cells[BEFORE_COLUMNS + i] = cell_text(row->values[i]);
    memcpy(cells + BEFORE_COLUMNS + params, row->grade->values, measures * sizeof *cells);
    cells[BEFORE_COLUMNS + params + measures] = cell_text(row->settings);
    row_writer_write(&j->writer, cells);
    free(cells);
}

static void print_result(design_job *j, const design_row *row)
{
    progress_line_hide();
    if (j->request->given[OPTION_format])
        print_row(j, row);
    else
        print_found(j, row);
    fflush(stdout);
}

static void open_rows(design_job *j)
{
    const size_t count = design_file_columns(j->file);
    j->columns = memory_alloc((BEFORE_COLUMNS + count + 1) * sizeof *j->columns);
    j->columns[0] = "result";
    j->columns[1] = "step";
    j->columns[2] = "seed";
    for (size_t i = 0; i < count; i++)
        j->columns[BEFORE_COLUMNS + i] = design_file_column(j->file, i);
    j->columns[BEFORE_COLUMNS + count] = "settings";
    if (j->request->given[OPTION_format])
        row_writer_open(&j->writer, stdout, request_format(j->request), BEFORE_COLUMNS + count + 1,
                        j->columns);
}

static void close_rows(design_job *j)
{
    if (!j->columns)
        return;
    if (j->request->given[OPTION_format]) {
        row_writer_end(&j->writer);
        row_writer_free(&j->writer);
    }
    free(j->columns);
}

/* ---- one candidate ------------------------------------------------------------------------ */

static int on_solving(void *self, const wgcq_progress *p)
{
    design_job *j = self;
    const wgcq_progress all = {.phase = "searching",
                               .steps = j->step,
                               .seconds = progress_line_seconds(&j->progress),
                               .memory = p->memory};
    snprintf(j->progress.prefix, sizeof j->progress.prefix, "%" PRIu64 " of %" PRIu64 " found, ",
             j->found, j->request->wanted);
    return j->monitor.report(j->monitor.self, &all);
}

/* Whether no further candidate is tried, and why. */
static bool is_search_over(design_job *j)
{
    const wgcq_progress none = {0};
    if (j->ended)
        return true;
    if (j->found == j->request->wanted)
        end_search(j, STATUS_FOUND);
    else if (j->size && j->step == j->size)
        end_search(j, j->of_status[GRADE_CUT_SHORT] ? STATUS_UNKNOWN : STATUS_NONE);
    else if (on_solving(j, &none))
        end_search(j, j->progress.interrupted ? STATUS_INTERRUPTED : STATUS_UNKNOWN);
    return j->ended;
}

/* From the file, or else anew; false: the search ends. */
static bool grade_candidate(design_job *j, candidate_grade *out, bool *is_held,
                            const wgcq_setting *settings, const char *joined)
{
    wgcq_error err = {0};
    *is_held = design_file_grade(j->file, j->step + 1, joined, out);
    if (*is_held || !design_file_is_fine(j->file))
        return *is_held;
    const int code =
        grading_grade(out, &j->grading, settings, j->fixed_count + j->space.count, &err);
    if (code == WGCQ_EINTERRUPT)
        end_search(j, j->progress.interrupted ? STATUS_INTERRUPTED : STATUS_UNKNOWN);
    else if (code < 0)
        end_search(j, message_failure(&err));
    return !code;
}

/* A result has all measures; false: the search ends. */
static bool complete_grade(design_job *j, candidate_grade *grade, const design_row *row,
                           bool is_held)
{
    wgcq_error err = {0};
    const int code = row->wanted && !is_held ? grading_complete(grade, &j->grading, &err) : 0;
    if (code == WGCQ_EINTERRUPT)
        end_search(j, j->progress.interrupted ? STATUS_INTERRUPTED : STATUS_UNKNOWN);
    else if (code < 0)
        end_search(j, message_failure(&err));
    return !code;
}

static void score_grade(design_job *j, const candidate_grade *grade, design_row *row,
                        candidate_score *out)
{
    for (size_t i = 0; i < grade->count; i++)
        j->numbers[i] = candidate_grade_number(grade, i);
    const double wanted = wgcq_formula_value(j->want, j->numbers);
    row->best = wgcq_formula_value(j->best, j->numbers);
    row->wanted = grade->status == GRADED && !isnan(wanted) && wanted != 0;
    out->playable = grade->status == GRADED;
    out->wanted = row->wanted;
    out->value = isnan(row->best) ? -INFINITY : row->best;
}

static void keep_candidate(design_job *j, const design_row *row, bool is_held)
{
    j->step = row->step;
    j->of_status[row->grade->status]++;
    if (!is_held)
        design_file_add(j->file, row);
    if (!row->wanted)
        return;
    j->found++;
    print_result(j, row);
}

static tried try_new(design_job *j, uint64_t climb, const size_t *candidate, candidate_score *out,
                     const wgcq_setting *settings, const char *joined)
{
    candidate_grade grade = {0};
    bool is_held = false;
    if (!grade_candidate(j, &grade, &is_held, settings, joined))
        return TRIED_NO_MORE;
    char **values = memory_alloc(j->space.count * sizeof *values);
    for (size_t i = 0; i < j->space.count; i++)
        values[i] = design_space_value(&j->space.params[i], candidate);
    design_row row = {.step = j->step + 1,
                      .climb = climb,
                      .settings = joined,
                      .values = (const char *const *)values,
                      .grade = &grade};
    score_grade(j, &grade, &row, out);
    const bool is_whole = complete_grade(j, &grade, &row, is_held);
    if (is_whole)
        keep_candidate(j, &row, is_held);
    for (size_t i = 0; i < j->space.count; i++)
        free(values[i]);
    free(values);
    candidate_grade_free(&grade);
    return is_whole ? TRIED_NEW : TRIED_NO_MORE;
}

static tried score_step(void *self, uint64_t climb, const size_t *candidate, candidate_score *out)
{
    design_job *j = self;
    wgcq_setting *settings = candidate_settings(j, candidate);
    char *joined = join_settings(settings, j->fixed_count + j->space.count);
    tried how = is_search_over(j) ? TRIED_NO_MORE
                : design_file_has_before(j->file, joined, j->step + 1)
                    ? TRIED_BEFORE
                    : try_new(j, climb, candidate, out, settings, joined);
    if (!design_file_is_fine(j->file))
        how = end_search(j, STATUS_FILE);
    free(joined);
    free_settings(j, settings);
    return how;
}

/* ---- what is asked ------------------------------------------------------------------------ */

static const char *best_of(const request *r)
{
    return r->best ? r->best : "length";
}

static void check_design_request(request *r)
{
    if (!r->vary_count)
        request_error(r, "'design' needs --vary: the parameters that are searched");
    if (!r->want)
        request_error(r, "'design' needs --want: what a result satisfies, such as 'length >= 30'");
    if (!r->given[OPTION_wanted])
        r->wanted = RESULTS_DEFAULT;
    if (!r->max_states)
        r->max_states = STATES_DEFAULT;
    if (!r->design_path && !strcmp(r->operands[0], "-"))
        request_error(r, "a puzzle from standard input needs -o FILE.db");
    if (r->max_states > INT64_MAX)
        request_error(r, "--max-states '%" PRIu64 "' is too large", r->max_states);
}

static int read_space(design_job *j)
{
    request *r = j->request;
    char why[DESIGN_ERROR_MAX];
    for (size_t i = 0; i < r->vary_count && !r->errors; i++)
        if (!design_space_add(&j->space, j->puzzle, r->vary[i], why))
            request_error(r, "--vary '%s': %s", r->vary[i], why);
    take_fixed_settings(j);
    j->size = design_space_size(&j->space);
    return r->errors ? request_usage_hint(r) : STATUS_FOUND;
}

static int read_formula(wgcq_formula **out, const design_job *j, const char *text, const char *name)
{
    wgcq_diagnostics *diagnostics = NULL;
    wgcq_error err = {0};
    int code =
        wgcq_formula_read(out, text, name, j->grading.names, j->grading.count, &diagnostics, &err);
    return open_puzzle_report(code, diagnostics, &err);
}

static int begin_grading(design_job *j)
{
    const request *r = j->request;
    wgcq_error err = {0};
    j->monitor = progress_line_begin(&j->progress, r->quiet);
    j->progress.max_seconds = r->max_time;
    j->solving = (wgcq_monitor){.self = j, .report = on_solving};
    j->grading =
        (grading){.puzzle = j->puzzle,
                  .options = {.no_solutions = true, .max_states = r->max_states, .threads = 1},
                  .monitor = &j->solving};
    if (grading_begin(&j->grading, &err) < 0)
        return message_failure(&err);
    grading_use(&j->grading, (const char *[]){r->want, best_of(r)}, 2);
    j->numbers = memory_alloc(j->grading.count * sizeof *j->numbers);
    return STATUS_FOUND;
}

/* ---- the file ----------------------------------------------------------------------------- */

/* The parameters as the puzzle is given: what the candidates are made from. */
static char *join_params(const wgcq_puzzle *puzzle)
{
    memory_stream s;
    FILE *out = memory_stream_begin(&s);
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++)
        fprintf(out, "%s=%s\n", wgcq_puzzle_param_name(puzzle, i),
                wgcq_puzzle_param_value(puzzle, i));
    return memory_stream_end(&s);
}

static char *join_words(const char *const *words, size_t count)
{
    memory_stream s;
    FILE *out = memory_stream_begin(&s);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? " " : "", words[i]);
    return memory_stream_end(&s);
}

static void note_end(const design_job *j, const char *path)
{
    if (j->request->quiet)
        return;
    message_note(
        "%s of %s found in %s candidates: %s graded, %s without a plan, %s refused, %s cut "
        "short by a limit",
        WGCQ_GROUPED(j->found), WGCQ_GROUPED(j->request->wanted), WGCQ_GROUPED(j->step),
        WGCQ_GROUPED(j->of_status[GRADED]), WGCQ_GROUPED(j->of_status[GRADE_NO_PLAN]),
        WGCQ_GROUPED(j->of_status[GRADE_REFUSED]), WGCQ_GROUPED(j->of_status[GRADE_CUT_SHORT]));
    message_note("%s has them all, and the view results those that are wanted, best first", path);
}

static int search_into(design_job *j, const char *path, const design_layout *layout)
{
    int status = design_file_open(&j->file, path, j->request->replace, layout);
    if (status != STATUS_FOUND)
        return status;
    const climber climbing = {&j->space, j->request->seed, score_step, j};
    progress_line_will_save();
    open_rows(j);
    if (!climber_run(&climbing) && !j->ended) {
        message_note("no candidate is drawn that was not tried before");
        end_search(j, STATUS_UNKNOWN);
    }
    close_rows(j);
    progress_line_end(&j->progress);
    return j->status;
}

static int search_and_store(design_job *j)
{
    const request *r = j->request;
    const char **params = memory_alloc(j->space.count * sizeof *params);
    char *path = r->design_path ? memory_strdup(r->design_path)
                                : program_name_after(r->operands[0], ".design.db");
    char *vary = join_words(r->vary, r->vary_count);
    char *given = join_params(j->puzzle);
    char *measures = join_words(j->grading.names, j->grading.count);
    char seed[24], states[24];
    snprintf(seed, sizeof seed, "%" PRIu64, r->seed);
    snprintf(states, sizeof states, "%" PRIu64, r->max_states);
    for (size_t i = 0; i < j->space.count; i++)
        params[i] = j->space.params[i].name;
    const design_fact facts[] = {{"puzzle", wgcq_puzzle_source(j->puzzle)},
                                 {"params", given},
                                 {"vary", vary},
                                 {"want", r->want},
                                 {"best", best_of(r)},
                                 {"seed", seed},
                                 {"max-states", states},
                                 {"measures", measures}};
    const design_layout layout = {facts,          sizeof facts / sizeof *facts,
                                  params,         j->grading.names,
                                  j->space.count, j->grading.count};
    int status = search_into(j, path, &layout);
    const int closed = design_file_close(j->file);
    status = closed == STATUS_FOUND ? status : closed;
    if (status != STATUS_FILE)
        note_end(j, path);
    free(params);
    free(vary);
    free(given);
    free(measures);
    free(path);
    return status;
}

int command_design(request *r)
{
    design_job j = {.request = r};
    check_design_request(r);
    if (r->errors)
        return request_usage_hint(r);
    int status = open_puzzle(&j.puzzle, r, r->operands[0]);
    if (status == STATUS_FOUND)
        status = read_space(&j);
    if (status == STATUS_FOUND)
        status = begin_grading(&j);
    if (status == STATUS_FOUND)
        status = read_formula(&j.want, &j, r->want, "--want");
    if (status == STATUS_FOUND)
        status = read_formula(&j.best, &j, best_of(r), "--best");
    if (status == STATUS_FOUND)
        status = search_and_store(&j);
    wgcq_formula_free(j.want);
    wgcq_formula_free(j.best);
    grading_end(&j.grading);
    design_space_free(&j.space);
    wgcq_puzzle_free(j.puzzle);
    free((void *)(uintptr_t)j.fixed);
    free(j.numbers);
    return status;
}
