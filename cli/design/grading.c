/* grading.c - the measures of one candidate. */
#include "design/grading.h"

#include "output/messages.h"
#include "wgcq_trace.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS_BEFORE = 2 }; /* puzzle, params */

const char *grade_status_name(grade_status status)
{
    static const char *const names[] = {"graded", "no plan", "cut short", "refused"};
    return status < GRADE_STATUSES ? names[status] : NULL;
}

/* ---- a grade ------------------------------------------------------------------------------ */

candidate_grade candidate_grade_new(grade_status status, size_t count)
{
    candidate_grade grade = {.status = status, .count = count};
    grade.values = memory_alloc((count + 1) * sizeof *grade.values);
    for (size_t i = 0; i < count; i++)
        grade.values[i] = cell_null();
    return grade;
}

void candidate_grade_free(candidate_grade *of)
{
    for (size_t i = 0; i < of->count; i++)
        free((char *)(uintptr_t)of->values[i].text);
    free(of->values);
    free(of->reason);
    *of = (candidate_grade){0};
}

double candidate_grade_number(const candidate_grade *of, size_t measure)
{
    assert(measure < of->count);
    const table_cell *c = &of->values[measure];
    char *end;
    switch (c->type) {
    case WGCQ_INTEGER:
    case WGCQ_BOOL: return (double)c->integer;
    case WGCQ_REAL: return c->real;
    case WGCQ_TEXT: {
        const double value = strtod(c->text, &end);
        return *c->text && !*end ? value : NAN;
    }
    default: return NAN;
    }
}

static candidate_grade grade_without(const grading *g, grade_status status, const char *reason)
{
    candidate_grade grade = candidate_grade_new(status, g->count);
    grade.reason = reason ? memory_strdup(reason) : NULL;
    return grade;
}

/* ---- the temporary file ------------------------------------------------------------------- */

static int make_grading_folder(grading *g, wgcq_error *err)
{
    const char *in = getenv("TMPDIR");
    in = in && *in ? in : "/tmp";
    g->folder = memory_format("%s/wgcq-XXXXXX", in);
    if (!mkdtemp(g->folder)) {
        err->code = WGCQ_EFILE;
        snprintf(err->text, sizeof err->text, "a folder in %.500s: %s", in, strerror(errno));
        free(g->folder);
        g->folder = NULL;
        return WGCQ_EFILE;
    }
    g->file = memory_format("%s/candidate.db", g->folder);
    return 0;
}

void grading_end(grading *g)
{
    if (g->file)
        unlink(g->file);
    if (g->folder)
        rmdir(g->folder);
    free(g->names);
    free(g->used);
    free(g->folder);
    free(g->file);
    *g = (grading){0};
}

/* ---- the question ------------------------------------------------------------------------- */

/* The columns that are asked for, at their places among all measures. */
static void take_measures(candidate_grade *out, const grading *g, const wgcq_rows *rows)
{
    *out = candidate_grade_new(GRADED, g->count);
    for (size_t i = COLUMNS_BEFORE; i < wgcq_rows_columns(rows); i++) {
        size_t at = 0;
        while (at < g->count && strcmp(g->names[at], wgcq_rows_name(rows, i)) != 0)
            at++;
        assert(at < g->count);
        out->values[at] = cell_of(rows, i);
        if (out->values[at].text)
            out->values[at].text = memory_strdup(out->values[at].text);
    }
}

/* NULL: all measures. */
static int read_measures(candidate_grade *out, const grading *g, const char *used, wgcq_error *err)
{
    const wgcq_question question = {.what = "grade", .of = used};
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    int code = wgcq_trace_open(&trace, g->file, err);
    code = code ? code : wgcq_ask(&rows, trace, &question, g->monitor, err);
    code = code ? code : wgcq_rows_next(rows, err);
    if (!code)
        take_measures(out, g, rows);
    else if (code == WGCQ_DONE)
        *out = grade_without(g, GRADE_CUT_SHORT, wgcq_rows_remark(rows));
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    return code < 0 ? code : 0;
}

int grading_complete(candidate_grade *of, const grading *g, wgcq_error *err)
{
    candidate_grade whole = {0};
    const int code = read_measures(&whole, g, NULL, err);
    if (code)
        return code;
    candidate_grade_free(of);
    *of = whole;
    return 0;
}

static bool is_word_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool names_measure(const char *text, const char *measure)
{
    const size_t length = strlen(measure);
    for (const char *at = strstr(text, measure); at; at = strstr(at + 1, measure))
        if ((at == text || !is_word_letter(at[-1])) && !is_word_letter(at[length]))
            return true;
    return false;
}

void grading_use(grading *g, const char *const *texts, size_t count)
{
    size_t room = 1;
    for (size_t i = 0; i < g->count; i++)
        room += strlen(g->names[i]) + 1;
    char *end = g->used = memory_alloc(room);
    for (size_t i = 0; i < g->count; i++) {
        bool is_used = false;
        for (size_t k = 0; k < count; k++)
            is_used |= names_measure(texts[k], g->names[i]);
        if (is_used)
            end += sprintf(end, "%s%s", *g->used ? "," : "", g->names[i]);
    }
}

/* ---- solving ------------------------------------------------------------------------------ */

static bool was_interrupted(const wgcq_result *result)
{
    return !strcmp(wgcq_result_summary(result)->status, "interrupted");
}

static int store_candidate(const grading *g, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    wgcq_options options = g->options;
    wgcq_result *result = NULL;
    options.trace_level = WGCQ_TRACE_EDGES;
    options.memory_left = wgcq_memory_left();
    unlink(g->file);
    int code = wgcq_solve(&result, puzzle, g->file, &options, g->monitor, err);
    if (!code && was_interrupted(result))
        code = err->code = WGCQ_EINTERRUPT;
    wgcq_result_free(result);
    return code;
}

/* Most candidates have no plan, or no start, which takes no file to find. */
static int explore_candidate(wgcq_result **out, const grading *g, const wgcq_puzzle *puzzle,
                             wgcq_error *err)
{
    wgcq_options options = g->options;
    options.trace_level = WGCQ_TRACE_NONE;
    options.memory_left = wgcq_memory_left();
    return wgcq_solve(out, puzzle, NULL, &options, g->monitor, err);
}

int grading_begin(grading *g, wgcq_error *err)
{
    while (wgcq_measure_name(g->count))
        g->count++;
    g->names = memory_alloc(g->count * sizeof *g->names);
    for (size_t i = 0; i < g->count; i++)
        g->names[i] = wgcq_measure_name(i);
    return make_grading_folder(g, err);
}

/* The grade that the summary gives without a question; false: there are measures to be asked for.
 */
static bool grade_by_summary(candidate_grade *out, const grading *g, const wgcq_summary *s)
{
    if (s->violation_count || s->broken)
        *out = grade_without(g, GRADE_REFUSED,
                             s->broken ? s->broken->property : s->violations[0]->invariant);
    else if (strcmp(s->status, "complete") != 0)
        *out = grade_without(g, GRADE_CUT_SHORT, s->limit);
    else if (s->outcome == WGCQ_UNSOLVABLE)
        *out = grade_without(g, GRADE_NO_PLAN, NULL);
    else
        return false;
    return true;
}

static int grade_puzzle(candidate_grade *out, const grading *g, const wgcq_puzzle *puzzle,
                        wgcq_error *err)
{
    wgcq_result *result = NULL;
    int code = explore_candidate(&result, g, puzzle, err);
    if (code == WGCQ_ERUN) { /* the candidate's mistake, not the search's */
        *out = grade_without(g, GRADE_REFUSED, err->text);
        *err = (wgcq_error){0};
        return 0;
    }
    if (!code && was_interrupted(result))
        code = err->code = WGCQ_EINTERRUPT;
    if (!code && !grade_by_summary(out, g, wgcq_result_summary(result))) {
        code = store_candidate(g, puzzle, err);
        code = code ? code : read_measures(out, g, g->used, err);
    }
    wgcq_result_free(result);
    return code;
}

int grading_grade(candidate_grade *out, const grading *g, const wgcq_setting *settings,
                  size_t count, wgcq_error *err)
{
    const char *text = wgcq_puzzle_source(g->puzzle);
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *diagnostics = NULL;
    int code = wgcq_puzzle_read(&puzzle, text, strlen(text), wgcq_puzzle_file(g->puzzle), settings,
                                count, &diagnostics, err);
    if (!code) {
        code = grade_puzzle(out, g, puzzle, err);
    } else if (code == WGCQ_EPUZZLE) {
        *out = candidate_grade_new(GRADE_REFUSED, g->count);
        out->reason = message_first_mistake(diagnostics, err);
        *err = (wgcq_error){0};
        code = 0;
    }
    wgcq_diagnostics_free(diagnostics);
    wgcq_puzzle_free(puzzle);
    return code;
}
