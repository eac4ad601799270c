/*
 * solver.c - one run, from the model to the finished trace.
 *
 * Rows go one way: a step of the search returns a batch of them, and it goes to a graph in memory
 * and to the trace writer, before the search takes another step (explore.c).  Afterwards distances,
 * best plans and counts are derived of the graph, and written after the search's rows.  Where
 * nothing is stored there may be no graph, and the result has what the search alone proves.
 */
#include "run/solver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "run/options/option_rules.h"
#include "run/sharded_run.h"
#include "run/spilled_run.h"
#include "search/engine/checks.h"
#include "search/ranks/rank_meet.h"
#include "wgcq_trace.h"

/* ---- the writing thread ------------------------------------------------------------------- */

static int end_writing_thread(solver *s, wgcq_error *err)
{
    int code = s->sink.thread ? writing_thread_end(s->sink.thread, err) : 0;
    s->sink.thread = NULL;
    return code;
}

/* The writer is left to end what it does: were it stopped, rows that are not saved would be lost.
 */
static bool is_late(const solver *s)
{
    return atomic_load(&s->late) && !s->interrupted;
}

/* Something to do while the writer builds indices.  WGCQ_DONE: there is nothing. */
static int help_or_go_ahead(solver *s)
{
    return trace_help(s->writer) ? 0 : find_solutions_ahead(s);
}

static void forget_distances(solver *s)
{
    home_free(s->home, s->distances.proved);
    home_free(s->home, s->distances.depth);
    s->distances = (distances_found){0};
}

/* Ends the thread once it has built indices and stored distances, which may take long and be
   interrupted. */
static int await_indices(solver *s)
{
    enum { MILLISECONDS = 2 }; /* until there may be something to help with */
    int code = 0;
    for (bool done = !s->sink.thread; !done && !code;) {
        code = help_or_go_ahead(s);
        if (code == WGCQ_DONE) {
            done = writing_thread_is_done(s->sink.thread, MILLISECONDS);
            code = 0;
        }
        code = code ? code : solver_poll_phase(s, "indices");
    }
    code = code ? code : end_writing_thread(s, s->err);
    if (!code)
        forget_distances(s);
    return code;
}

/* An interrupt or an error has come before the writer was needed again. */
static int end_indices_early(solver *s, int code)
{
    wgcq_error late = {0};
    if (s->sink.thread && !is_late(s))
        writing_thread_stop(s->sink.thread);
    int end = end_writing_thread(s, &late);
    if (code || !end || end == WGCQ_EINTERRUPT)
        return code;
    return error_set(s->err, (wgcq_code)end, "%s", late.text);
}

static bool is_memory_short(const solver *s)
{
    uint64_t left = s->options->memory_left;
    if (s->home) /* what indices are built of is in files */
        return false;
    return s->options->max_memory || (left && s->found.memory > left / 2);
}

bool solver_indexes_beside(const solver *s)
{
    return s->sink.thread && !is_memory_short(s);
}

/* Unless indices are being built. */
static int end_writing(solver *s)
{
    if (s->back.first && solver_indexes_beside(s))
        return 0;
    int code = end_writing_thread(s, s->err);
    if (s->writer && s->back.first)
        trace_borrow_graph(s->writer, s->g, &s->back);
    return solver_absorb_interrupt(s, code);
}

/* ---- what is derived of it ---------------------------------------------------------------- */

int run_steps(solver *s, run_step *const *steps)
{
    int code = 0;
    while (!code && *steps)
        code = (*steps++)(s);
    return code;
}

/* A complete search, too, is then at a limit, and the run can be resumed. */
static void leave_underived(solver *s)
{
    s->underived = true;
    if (solver_complete(s))
        snprintf(s->found.limit, sizeof s->found.limit, "--max-time %g", solver_max_time(s));
    s->found.end = solver_complete(s) ? SEARCH_LIMIT : s->found.end;
    s->result->summary.status = NULL;
    s->result->summary.dead_ends_known = s->result->summary.deadlocks_known = false;
    s->result->summary.nearest_known = false;
    s->result->summary.rejecting_count = 0;
    solver_set_status(s);
    solver_set_outcome(s);
}

int solver_absorb_interrupt(solver *s, int code)
{
    if (code != WGCQ_EINTERRUPT)
        return code;
    if (atomic_load(&s->late) && !s->underived)
        leave_underived(s);
    else
        s->interrupted = true;
    if (s->err)
        *s->err = (wgcq_error){0};
    return 0;
}

static run_step *const of_graph[] = {
    solver_derive_distances, find_violations, decide_properties,   solver_derive_optima,
    await_indices,           find_solutions,  solver_find_nearest, NULL};
static run_step *const of_cut_graph[] = {find_violations, decide_properties, NULL};
static run_step *const of_search[] = {solver_derive_optima_unstored, find_violations_unstored,
                                      decide_properties, find_solutions_unstored, NULL};

static int derive_results(solver *s)
{
    int code = 0;
    if (!s->g)
        return run_steps(s, of_search);
    if (solver_is_cut(s))
        code = solver_derive_optima_unstored(s);
    else
        code = solver_absorb_interrupt(s, end_indices_early(s, run_steps(s, of_graph)));
    if (!code && solver_is_cut(s))
        code = run_steps(s, of_cut_graph);
    return end_indices_early(s, code);
}

static int unfold_if_reduced(solver *s)
{
    return s->orbits && s->g ? s->orbits->unfold(s) : 0;
}

/* ---- the end of the file ------------------------------------------------------------------ */

/* Whether the rows in the file are enough to resume; else the interrupted run is ended with its
   figures. */
static bool is_resumable(const solver *s)
{
    return s->shards || (s->interrupted && s->options->trace_level <= WGCQ_TRACE_STATES);
}

/* A limit of the run's size is too low for what is stored; others may be met by any run. */
static bool is_limit_of_size(const char *limit)
{
    return !strncmp(limit, "--max-states ", 13) || !strncmp(limit, "--max-depth ", 12);
}

/* A rerun that meets a limit before it has passed all stored rows has nothing to add. */
static int check_rows_matched(solver *s)
{
    int code = 0;
    if (!s->writer || !s->resume_from || s->interrupted)
        return 0;
    if (s->sink.thread)
        code = writing_thread_await_rows(s->sink.thread, s->err);
    if (code || trace_caught_up(s->writer))
        return code;
    return error_set(
        s->err, is_limit_of_size(s->result->limit) ? WGCQ_EREQUEST : WGCQ_EUNKNOWN,
        "%s was reached before the search had caught up with the file; the run is as far as it "
        "was",
        s->result->limit);
}

/* With the graph in memory, indices are built fast; where memory is short it is freed before. */
static int build_indices(solver *s)
{
    if (s->underived || (!solver_complete(s) && solver_lacks_time_for_indices(s)))
        trace_leave_out_indices(s->writer);
    if (!s->g || solver_is_cut(s) || is_memory_short(s))
        return 0;
    return solver_absorb_interrupt(s, trace_finish_rows(s->writer, s->err));
}

static int end_trace(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    if (!s->writer)
        return 0;
    s->finishing = false; /* from here on it is not cut: rows that are not saved would be lost */
    int code = build_indices(s);
    solver_free_graph(s);
    out->run = trace_run(s->writer);
    return code || is_resumable(s) ? code
                                   : solver_absorb_interrupt(s, trace_end(s->writer, out, s->err));
}

/* How the run ended, as far as it has. */
static int note_status(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    out->seconds = solver_seconds(s);
    if (!s->interrupted)
        return 0;
    out->status = "interrupted";
    out->limit = NULL;
    out->nearest_known = false;
    out->rejecting_count = 0;
    return 0;
}

int solver_open_result(solver *s)
{
    if (!(s->result = calloc(1, sizeof *s->result)))
        return error_set_memory(s->err);
    s->result->model = s->model;
    return 0;
}

int solver_open_worker(solver *s)
{
    return s->model->worker_new(&s->worker, s->model, s->err);
}

int solver_begin(solver *s)
{
    static run_step *const beginning[] = {
        solver_check_puzzle_memory, solver_read_objectives, solver_open_result,
        solver_make_estimate,       solver_make_inverse,    solver_open_worker,
        solver_open_needed_graph,   run_file_open,          NULL};
    assert(s->model && s->options && !s->result && !s->worker);
    solver_start_clocks(s);
    return run_steps(s, beginning);
}

static search_checked count_bounded(const graph *g)
{
    search_checked beyond = {.depth = UINT32_MAX};
    for (uint32_t i = 1; i <= g->states; i++)
        if (g->marks[i] & MARK_BOUNDED) {
            beyond.states++;
            beyond.depth = g->depth[i] < beyond.depth ? g->depth[i] : beyond.depth;
        }
    return beyond;
}

/* Longer plans than to that depth may lead over states beyond a bound. */
static void prove_within_bounds(solver *s, uint32_t depth)
{
    search_result *f = &s->found;
    f->proved_cheapest = false;
    f->proved_depth = depth < f->proved_depth ? depth : f->proved_depth;
    f->shortest_known = f->shortest_known && f->shortest <= f->proved_depth + (uint64_t)1;
    if (f->shortest > f->proved_depth) {
        free(f->shortest_count);
        f->shortest_count = NULL;
    }
}

/* Where all was explored within the puzzle's bounds: what lies behind the states that violate one
   is not known, as behind a limit. */
static int end_at_bounds(solver *s)
{
    search_result *f = &s->found;
    if (!s->model->bounds || (!s->g && !f->checked))
        return 0;
    const search_checked beyond = s->g ? count_bounded(s->g) : f->checked[violations_of(s->model)];
    s->result->summary.has_bounds = true;
    s->result->summary.bounded = beyond.states;
    if (!beyond.states)
        return 0;
    if (solver_complete(s)) {
        f->end = SEARCH_LIMIT;
        s->within_bounds = true;
        snprintf(f->limit, sizeof f->limit, "the bound %.140s", s->model->bounds);
    }
    prove_within_bounds(s, solver_goes_by_levels(s) ? beyond.depth : 0);
    return 0;
}

int solver_finish(solver *s, int code)
{
    static run_step *const finishing[] = {end_at_bounds,
                                          solver_close_graph,
                                          end_writing,
                                          solver_set_figures,
                                          check_rows_matched,
                                          solver_open_optima,
                                          derive_results,
                                          unfold_if_reduced,
                                          note_status,
                                          solver_find_rejecting,
                                          end_trace,
                                          note_status,
                                          NULL};
    assert(s->result);
    s->interrupted = s->found.end == SEARCH_INTERRUPTED;
    s->finishing = true;
    code = solver_absorb_interrupt(s, code);
    return end_indices_early(s, code ? code : run_steps(s, finishing));
}

/* After a full disk or memory the saved part of the run can be resumed. */
void solver_mention_saved(solver *s, int code)
{
    uint64_t states;
    wgcq_error *err = s->err;
    if (!err || !s->writer || (code != WGCQ_EFILE && code != WGCQ_EMEMORY))
        return;
    size_t used = strlen(err->text);
    if (trace_saved_states(s->writer, &states))
        snprintf(err->text + used, sizeof err->text - used,
                 "; it holds what was saved, %s states; next: wgcq resume %s", WGCQ_GROUPED(states),
                 s->db);
}

void solver_close(solver *s)
{
    trace_close(s->writer);
    s->writer = NULL;
    sharded_run_close(s);
    forget_distances(s);
    solver_free_graph(s);
    search_result_free(&s->found);
    if (s->narrow)
        s->model->made.narrow_free(s->narrow);
    row_sink_close(&s->sink);
    plan_checker_close(&s->checker);
    home_free(s->home, s->replayed);
    free(s->violations);
    free(s->lassos);
    if (s->worker)
        s->model->worker_free(s->worker);
    if (s->guided)
        s->guided->made.guide_free(s->guided);
    if (s->inverse)
        s->inverse->free(s->inverse);
    free(s->minimize);
    strbuf_free(&s->about);
    wgcq_result_free(s->result);
    wgcq_trace_free(s->trace); /* behind its graph */
    spilled_run_leave_home(s);
}

int solver_meet(const solver *s, int code)
{
    return s->options->exchange ? rank_meet(s->options->exchange, code, s->err) : code;
}

int solver_meet_gathering(const solver *s, int code)
{
    return s->gathers ? solver_meet(s, code) : code;
}

/* Options that do not go together are refused before anything is opened. */
static int check_asked(solver *s)
{
    int code = option_rules_check(s->model, s->options, s->db, s->err);
    return code ? code : spilled_run_check(s);
}

/* All ranks, or none. */
static int begin_as_rank(solver *s)
{
    int code = sharded_run_open(s);
    return code ? code : solver_meet(s, solver_begin(s));
}

static int begin_alone_or_as_rank(solver *s)
{
    if (s->db && s->options->exchange && !s->orbits)
        return begin_as_rank(s);
    int code = solver_begin(s);
    if (s->orbits) /* rank 0 alone may have a file */
        return solver_meet(s, code);
    rank_abandon_early(s->options->exchange, code);
    return code;
}

/* Says in the error what is left of the run, and how to resume it. */
static int explain_end(solver *s, int code)
{
    if (code == WGCQ_EMEMORY)
        code = spilled_run_explain(s, code);
    if (code == WGCQ_ERUN && s->writer && !s->shards && !s->home)
        trace_give_up(s->writer); /* a mistake of the puzzle would end it again */
    solver_mention_saved(s, code);
    spilled_run_mention(s, code);
    return code;
}

int solver_run(wgcq_result **out, solver *s)
{
    const wgcq_options *o = s->options;
    s->gathers = o->exchange && (s->orbits || (!s->db && ranks_need_graph(s->model, o)));
    int code = solver_meet(s, check_asked(s)); /* each rank has its own folder */
    code = code ? code : begin_alone_or_as_rank(s);
    if (!code) /* all ranks that share a graph, or none */
        code = solver_meet_gathering(s, solver_finish(s, solver_explore(s)));
    if (!code) {
        *out = s->result;
        s->result = NULL;
    }
    code = code ? explain_end(s, code) : 0;
    solver_close(s);
    return code;
}
