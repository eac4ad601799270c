/* result.c - the result of a run for the caller: figures, and the first solution as rows. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cost.h"
#include "base/error.h"
#include "run/solver.h"

/* ---- a solution as rows -------------------------------------------------------------------- */

typedef struct step_rows {
    wgcq_rows base;
    const wgcq_result *result;
    const pending_solution *solution;
    uint32_t at;
} step_rows;

static int next_step(wgcq_rows *rows, wgcq_error *err)
{
    step_rows *r = (step_rows *)rows;
    const pending_solution *s = r->solution;
    (void)err;
    if (!s->states || r->at > s->length) {
        const strbuf *deadlock = &r->result->deadlock;
        rows->complete = true;
        if (s == &r->result->counterexample && s->states && deadlock->length &&
            !rows->remark.length)
            strbuf_printf(&rows->remark, "a deadlock: %s", deadlock->bytes);
        return WGCQ_DONE;
    }
    uint32_t i = r->at++;
    cursor_integer(rows, 0, i);
    if (i)
        cursor_text(rows, 1, r->result->model->move_text(r->result->model, s->moves[i - 1]));
    else
        cursor_null(rows, 1);
    cursor_text(rows, 2, s->shown[i]);
    cursor_integer(rows, 3, i);
    for (unsigned k = 0; k < s->costs_width; k++)
        if (i <= s->summed)
            cursor_integer(rows, 4 + k,
                           cost_shown(r->result->model->maximized, (int)k,
                                      s->spent[(size_t)i * s->costs_width + k]));
        else
            cursor_null(rows, 4 + k);
    return 0;
}

static int open_steps(wgcq_rows **out, const wgcq_result *result, const pending_solution *solution,
                      wgcq_error *err)
{
    static const char *const before[] = {"step", "move", "shown", "moves"};
    const wgcq_model *model = result->model;
    const cursor_names names = {before, 4, model->cost_names, model->costs, NULL, 0};
    step_rows *r = calloc(1, sizeof *r);
    if (!r)
        return error_set_memory(err);
    r->result = result;
    r->solution = solution;
    r->base.next = next_step;
    if (!cursor_open(&r->base, &names)) {
        wgcq_rows_free(&r->base);
        return error_set_memory(err);
    }
    *out = &r->base;
    return 0;
}

int wgcq_result_first(wgcq_rows **out, const wgcq_result *result, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"result", result})))
        return WGCQ_EREQUEST;
    return open_steps(out, result, &result->first, err);
}

int wgcq_result_counterexample(wgcq_rows **out, const wgcq_result *result, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"result", result})))
        return WGCQ_EREQUEST;
    return open_steps(out, result, &result->counterexample, err);
}

int wgcq_result_lasso(wgcq_rows **out, const wgcq_result *result, wgcq_error *err)
{
    static const pending_solution none = {0};
    if (error_if_null(err, GIVEN({"out", out}, {"result", result})))
        return WGCQ_EREQUEST;
    const wgcq_property *broken = result->summary.broken;
    return open_steps(out, result, broken ? &result->lassos[broken - result->properties] : &none,
                      err);
}

/* ---- the summary's plain figures ---------------------------------------------------------- */

void solver_set_status(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    const search_result *f = &s->found;
    switch (f->end) {
    case SEARCH_COMPLETE: out->status = "complete"; break;
    case SEARCH_INTERRUPTED: out->status = "interrupted"; break;
    case SEARCH_STOPPED:
        snprintf(s->result->limit, sizeof s->result->limit, "--stop %s",
                 wgcq_stop_name(s->options->stop));
        break;
    case SEARCH_LIMIT: snprintf(s->result->limit, sizeof s->result->limit, "%s", f->limit); break;
    }
    if (!out->status) {
        out->status = "limit";
        out->limit = s->result->limit;
    }
}

void solver_set_outcome(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    const search_result *f = &s->found;
    if (!solver_complete(s))
        out->outcome = f->goals ? WGCQ_FOUND : f->proved_none ? WGCQ_UNSOLVABLE : WGCQ_UNKNOWN;
    else
        out->outcome = f->goals || !s->model->has_goal ? WGCQ_FOUND : WGCQ_UNSOLVABLE;
}

int solver_set_figures(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    const search_result *f = &s->found;
    solver_set_status(s);
    out->threads = f->threads ? f->threads : 1;
    out->states = f->states;
    out->from_both_ends = s->options->order == WGCQ_BOTH_ENDS;
    out->states_from_goals = f->states_from_goals;
    out->rounds = f->rounds;
    out->edges = f->edges;
    out->rejections = f->rejections;
    out->rejections_known = s->writer && s->options->trace_level == WGCQ_TRACE_ALL;
    out->starts = f->starts;
    out->depth_known = f->states && !solver_lacks_depths(s);
    out->depth = f->depth;
    out->has_goal = s->model->has_goal;
    out->goals = f->goals;
    out->memory = f->memory;
    out->spill_written = f->files_written;
    out->spill_read = f->files_read;
    out->spill_kept = f->files_kept;
    out->shortest.cost = "moves";
    solver_set_outcome(s);
    return 0;
}

/* ---- the result --------------------------------------------------------------------------- */

const wgcq_summary *wgcq_result_summary(const wgcq_result *result)
{
    assert(result);
    return &result->summary;
}

void wgcq_result_free(wgcq_result *r)
{
    if (!r)
        return;
    for (size_t i = 0; r->best && i < r->summary.cheapest_count; i++)
        free((void *)(uintptr_t)r->best[i].count);
    free(r->best);
    free(r->beside);
    free(r->guidance);
    free(r->nearest);
    pending_solution_close(&r->first);
    pending_solution_close(&r->counterexample);
    for (size_t i = 0; r->lassos && i < r->summary.property_count; i++)
        pending_solution_close(&r->lassos[i]);
    free(r->lassos);
    free(r->properties);
    strbuf_free(&r->deadlock);
    free(r->checked);
    free(r->violations);
    free(r);
}
