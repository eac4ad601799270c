/*
 * solved_run.c - the result of a run that a file holds already.
 *
 * Where the same run would be made again, its result is read instead: figures from the run's row
 * and the least of each cost, the first solution from its rows.  Deadlocks and violations, with the
 * counterexample, are found on the stored graph as the run found them on its own.
 *
 * What a file does not keep of a run is not guessed: runs without stored edges, of orbits, with
 * files of their own, by ranks, and those for which an estimate was made have no result here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cost.h"
#include "base/error.h"
#include "run/options/stored_options.h"
#include "run/solver.h"
#include "wgcq_trace.h"

/* ---- which run ---------------------------------------------------------------------------- */

/* A made estimate's figures are in the report, and in no row. */
static bool is_answerable(const solver *s)
{
    const wgcq_options *o = s->options;
    return s->model->source && o->trace_level <= WGCQ_TRACE_EDGES && !o->reduce && !o->spill &&
           !o->exchange && !solver_makes_estimate(s);
}

/* The file, where it is one of the model. */
static int open_if_held(solver *s)
{
    if (!is_answerable(s))
        return WGCQ_DONE;
    bool held = !wgcq_trace_open(&s->trace, s->db, NULL) && !trace_about_run(s->trace)->older &&
                trace_holds(s->trace, s->model);
    if (held)
        wgcq_trace_set_monitor(s->trace, s->monitor);
    return held ? 0 : WGCQ_DONE;
}

/* The newest complete run of these options; *run 0: there is none. */
static int find_equal_run(const solver *s, const char *options, int64_t *run)
{
    wgcq_rows *rows = NULL;
    int code =
        trace_select(&rows, s->trace,
                     "SELECT id,options FROM run WHERE status='complete' ORDER BY id DESC", s->err);
    *run = 0;
    while (!code && !*run && !(code = wgcq_rows_next(rows, s->err)))
        if (!strcmp(wgcq_rows_text(rows, 1), options))
            *run = wgcq_rows_integer(rows, 0);
    wgcq_rows_free(rows);
    return code < 0 ? code : 0;
}

/* WGCQ_DONE: there is none.  Its figures are held to their seal. */
static int choose_run(solver *s)
{
    strbuf options = {0};
    int64_t run = 0;
    stored_options_write(&options, s->options);
    int code = options.failed ? error_set_memory(s->err)
                              : find_equal_run(s, strbuf_string(&options), &run);
    strbuf_free(&options);
    if (code || !run)
        return code ? code : WGCQ_DONE;
    code = wgcq_trace_select_run(s->trace, run, s->err);
    return code ? code : trace_check_runs(s->trace, s->err);
}

/* A label that depends on the state has the number under which it was met: the model gets those of
   the file.  WGCQ_DONE: it has others, of an earlier run. */
static int number_moves(solver *s)
{
    const wgcq_model *m = s->model;
    wgcq_rows *rows = NULL;
    uint32_t number;
    int code = trace_selectf(&rows, s->trace, s->err, "SELECT id,text FROM move_# ORDER BY id");
    while (!code && !(code = wgcq_rows_next(rows, s->err))) {
        if (m->move_number(m, wgcq_rows_text(rows, 1), &number))
            code = error_set_memory(s->err);
        else if (number != (uint64_t)wgcq_rows_integer(rows, 0))
            break;
    }
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code ? code : WGCQ_DONE;
}

/* ---- figures ------------------------------------------------------------------------------ */

static uint64_t figure_or_none(const wgcq_rows *row, size_t column, bool *known)
{
    *known = wgcq_rows_type(row, column) == WGCQ_INTEGER;
    return *known ? (uint64_t)wgcq_rows_integer(row, column) : 0;
}

static void set_row_figures(wgcq_result *r, const wgcq_rows *row)
{
    wgcq_summary *out = &r->summary;
    bool ignored;
    out->status = "complete";
    out->seconds = wgcq_rows_real(row, 0);
    out->outcome = strcmp(wgcq_rows_text(row, 1), "proved") ? WGCQ_FOUND : WGCQ_UNSOLVABLE;
    out->states = figure_or_none(row, 2, &ignored);
    out->edges = figure_or_none(row, 3, &ignored);
    out->rejections = figure_or_none(row, 4, &out->rejections_known);
    out->starts = figure_or_none(row, 5, &ignored);
    out->depth = (uint32_t)figure_or_none(row, 6, &out->depth_known);
    out->goals = figure_or_none(row, 7, &out->has_goal);
    out->dead_ends = figure_or_none(row, 8, &out->dead_ends_known);
    out->solutions_stored = figure_or_none(row, 9, &ignored);
    if (wgcq_rows_type(row, 10) != WGCQ_NULL) {
        snprintf(r->count, sizeof r->count, "%s", wgcq_rows_text(row, 10));
        out->solutions_count = r->count;
    }
}

static int read_figures_of_run(solver *s)
{
    wgcq_rows *row;
    int code = trace_select_row(&row, s->trace, s->err,
                                "SELECT "
                                "seconds,verdict,states,edges,rejections,starts,depth,goals,dead_"
                                "ends,solutions_stored,solutions_count FROM run WHERE id=#");
    if (!code) {
        s->result->summary.run = trace_about_run(s->trace)->run;
        set_row_figures(s->result, row);
    }
    wgcq_rows_free(row);
    return code;
}

static int set_least(solver *s, const wgcq_rows *row)
{
    for (size_t i = 0; i < s->result->summary.cheapest_count; i++) {
        wgcq_optimum *best = &s->result->best[i];
        if (best->known || strcmp(best->cost, wgcq_rows_text(row, 0)))
            continue;
        best->known = true;
        best->value = wgcq_rows_integer(row, 1);
        if (wgcq_rows_type(row, 2) != WGCQ_NULL && !(best->count = strdup(wgcq_rows_text(row, 2))))
            return error_set_memory(s->err);
    }
    return 0;
}

static int read_least_costs(solver *s)
{
    wgcq_rows *rows = NULL;
    int code =
        trace_selectf(&rows, s->trace, s->err, "SELECT cost,least,count FROM best WHERE run=#");
    while (!code && !(code = wgcq_rows_next(rows, s->err)))
        code = set_least(s, rows);
    wgcq_rows_free(rows);
    s->result->summary.shortest = s->result->best[0];
    return code < 0 ? code : 0;
}

/* ---- the first solution ------------------------------------------------------------------- */

static int damaged_steps(const solver *s)
{
    return error_set(
        s->err, WGCQ_ESTORE,
        "the file is damaged: the steps of its first solution are not those of a plan");
}

static int set_shown_step(solver *s, const wgcq_rows *row)
{
    pending_solution *p = &s->result->first;
    const int64_t i = wgcq_rows_integer(row, 0);
    if (i < 0 || i > p->length || p->shown[i])
        return damaged_steps(s);
    if (!(p->shown[i] = strdup(wgcq_rows_text(row, 1))))
        return error_set_memory(s->err);
    for (unsigned k = 0; k < p->costs_width; k++)
        p->spent[(size_t)i * p->costs_width + k] = cost_kept_of(
            s->model->maximized, (int)k, wgcq_rows_integer(row, 3 + k), i == p->length);
    return i ? s->model->move_number(s->model, wgcq_rows_text(row, 2), &p->moves[i - 1]) : 0;
}

static int read_shown_steps(solver *s)
{
    strbuf sql = {0};
    wgcq_rows *rows = NULL;
    trace_put_steps(&sql, s->trace);
    strbuf_put(&sql, "SELECT step,shown,move");
    for (unsigned k = 0; k < s->model->costs; k++)
        strbuf_printf(&sql, ",c%u", k);
    strbuf_put(&sql, " FROM s WHERE solution=1 ORDER BY step");
    int code = trace_select_built(&rows, s->trace, &sql, s->err);
    while (!code && !(code = wgcq_rows_next(rows, s->err)))
        code = set_shown_step(s, rows);
    wgcq_rows_free(rows);
    return code < 0 ? code : 0;
}

static int read_first_solution(solver *s)
{
    wgcq_rows *row;
    pending_solution *p = &s->result->first;
    int64_t length = 0;
    if (!s->result->summary.solutions_stored)
        return 0;
    int code = trace_select_row(&row, s->trace, s->err, "SELECT length FROM solution_# WHERE id=1");
    if (!code)
        length = wgcq_rows_integer(row, 0);
    wgcq_rows_free(row);
    if (code == WGCQ_DONE || length < 0 || length >= UINT32_MAX)
        return damaged_steps(s);
    if (!code && !pending_solution_open(p, (uint32_t)length, s->model->words, s->model->costs))
        code = error_set_memory(s->err);
    p->summed = p->length;
    code = code ? code : read_shown_steps(s);
    for (uint32_t i = 0; !code && i <= p->length; i++)
        code = p->shown[i] ? 0 : damaged_steps(s);
    return code;
}

/* ---- why there is no solution --------------------------------------------------------------- */

typedef struct rule_times {
    uint64_t *times; /* [rules] */
    size_t rules;
} rule_times;

static int count_rejection_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    rule_times *t = self;
    (void)rowid;
    if ((uint64_t)values[2] >= t->rules)
        return error_set(err, WGCQ_ESTORE, "the file is damaged: a rejection has no rule");
    t->times[values[2]]++;
    return 0;
}

static int read_rejecting(solver *s)
{
    const wgcq_summary *out = &s->result->summary;
    rule_times t = {.rules = s->model->rule_count};
    if (out->outcome != WGCQ_UNSOLVABLE || !out->rejections_known || !t.rules)
        return 0;
    t.times = calloc(t.rules, sizeof *t.times);
    int code = t.times ? trace_scan(s->trace, TRACE_REJECTION_ROWS, count_rejection_row, &t, s->err)
                       : error_set_memory(s->err);
    if (!code)
        find_rejecting(s, t.times);
    free(t.times);
    return code;
}

/* ---- the result --------------------------------------------------------------------------- */

/* The run ended its enumeration without having found as many as it was to store. */
static bool has_remark(const solver *s)
{
    const wgcq_summary *out = &s->result->summary;
    return out->goals && !s->options->no_solutions && !out->solutions_count &&
           out->solutions_stored < solutions_wanted(s);
}

static int begin_reading(solver *s)
{
    s->found.end = SEARCH_COMPLETE;
    return solver_open_result(s);
}

static int read_remark(solver *s)
{
    if (has_remark(s))
        find_solutions_remark(s);
    return 0;
}

int wgcq_solved(wgcq_result **out, const wgcq_model *model, const char *db,
                const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    static run_step *const reading[] = {open_if_held,        choose_run,
                                        begin_reading,       solver_open_worker,
                                        number_moves,        read_figures_of_run,
                                        solver_open_optima,  read_least_costs,
                                        read_first_solution, solver_check_stored,
                                        solver_find_nearest, read_rejecting,
                                        read_remark,         NULL};
    static const wgcq_options none;
    if (error_if_null(err, GIVEN({"out", out}, {"model", model}, {"db", db})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    solver s = {.model = model, .options = options ? options : &none, .db = db, .err = err};
    solver_set_monitor(&s, monitor);
    solver_start_clocks(&s);
    s.reading = true;
    int code = solver_end_reading(&s, run_steps(&s, reading), db);
    if (!code) {
        *out = s.result;
        s.result = NULL;
    }
    solver_close(&s);
    return code;
}
