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
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "run/options/option_rules.h"
#include "run/sharded_run.h"
#include "run/spilled_run.h"
#include "search/ranks/rank_meet.h"

/* ---- the writing thread ------------------------------------------------------------------- */

static int end_writing_thread(solver *s)
{
    int code = s->sink.thread ? writing_thread_end(s->sink.thread, s->err) : 0;
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

/* Ends the thread once it has built indices and stored distances, which may take long and be
   interrupted. */
static int await_indices(solver *s)
{
    enum { MILLISECONDS = 2 }; /* until there may be something to help with */
    int code = 0;
    if (!s->sink.thread)
        return 0;
    for (bool done = false; !done && !code;) {
        code = help_or_go_ahead(s);
        if (code == WGCQ_DONE) {
            done = writing_thread_is_done(s->sink.thread, MILLISECONDS);
            code = 0;
        }
        if (!code)
            code = solver_poll_phase(s, "indices");
    }
    if (code && !is_late(s))
        writing_thread_stop(s->sink.thread);
    int end = end_writing_thread(s);
    return code ? code : end;
}

/* An interrupt or an error has come before the writer was needed again. */
static int end_indices_early(solver *s, int code)
{
    wgcq_error late = {0};
    if (!s->sink.thread)
        return code;
    if (!is_late(s))
        writing_thread_stop(s->sink.thread);
    int end = writing_thread_end(s->sink.thread, &late);
    s->sink.thread = NULL;
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

/* Where all is explored, what is derived of the graph leaves the writer to the thread meanwhile. */
static bool indexes_beside(const solver *s)
{
    return s->sink.thread && !is_memory_short(s);
}

/* Unless indices are being built. */
static int end_writing(solver *s, int code)
{
    if (s->back.first && indexes_beside(s))
        return 0;
    int end = end_writing_thread(s);
    if (!code && s->writer && s->back.first)
        trace_borrow_graph(s->writer, s->g, &s->back);
    return end;
}

/* ---- the summary's plain figures ---------------------------------------------------------- */

static void set_status(solver *s)
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

static void set_outcome(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    const search_result *f = &s->found;
    if (!solver_complete(s))
        out->outcome = f->goals ? WGCQ_FOUND : f->proved_none ? WGCQ_UNSOLVABLE : WGCQ_UNKNOWN;
    else
        out->outcome = f->goals || !s->model->has_goal ? WGCQ_FOUND : WGCQ_UNSOLVABLE;
}

static void set_summary_figures(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    const search_result *f = &s->found;
    set_status(s);
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
    set_outcome(s);
}

/* ---- the steps of a run ------------------------------------------------------------------- */

static int derive_from_graph(solver *s)
{
    distances_found distances = {0};
    int code = solver_derive_distances(s, &distances);
    if (!code)
        code = find_violations(s);
    if (!code)
        code = decide_properties(s);
    if (!code)
        code = solver_derive_optima(s);
    code = code ? end_indices_early(s, code) : await_indices(s);
    home_free(s->g->home, distances.proved);
    home_free(s->g->home, distances.depth);
    if (!code)
        code = find_solutions(s);
    return code ? code : solver_find_nearest(s);
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
    set_status(s);
    set_outcome(s);
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

static int derive_results(solver *s)
{
    int code = solver_open_optima(s);
    if (!code && s->g && !solver_is_cut(s))
        code = solver_absorb_interrupt(s, derive_from_graph(s));
    else if (!code)
        code = solver_derive_optima_unstored(s);
    if (!code && s->g && solver_is_cut(s) && !s->result->checked)
        code = find_violations(s);
    if (!code && !s->g)
        code = find_violations_unstored(s);
    code = code ? code : decide_properties(s); /* of a run that is cut: none */
    return !code && !s->g ? find_solutions_unstored(s) : code;
}

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
    if (!s->resume_from || s->interrupted)
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

/* The index of the edges by their ends is made of the reversed graph: of clustered edges, which are
   those of a search by levels, with moves, and else with their numbers. */
unsigned solver_reversed_columns(const solver *s)
{
    unsigned columns = s->model->costs ? REVERSED_EDGES : 0;
    if (s->writer && trace_rows(s->writer) & ROWS_EDGES)
        columns |= solver_goes_by_levels(s) ? REVERSED_MOVES : REVERSED_EDGES;
    return columns;
}

/* The edges by their ends; the index of those follows, as far as they are there. */
static int reverse_graph(solver *s)
{
    int code = reversed_graph_open(&s->back, s->g, solver_reversed_columns(s), s->err);
    if (code)
        return code;
    if (indexes_beside(s))
        code = writing_thread_index(s->sink.thread, &s->back, s->err);
    reversed_graph_fill(&s->back);
    return code;
}

static int close_graph(solver *s)
{
    assert(!s->back.first);
    int code = solver_poll_phase(s, "distances");
    if (!code)
        code = graph_close(s->g, s->err);
    if (!code)
        code = solver_poll_phase(s, "distances");
    if (!code)
        code = reverse_graph(s);
    if (s->options->order == WGCQ_BREADTH_FIRST)
        s->g->expanded = (uint32_t)s->found.expanded;
    s->g->starts_missing = s->found.starts_incomplete;
    return code ? code : solver_poll_phase(s, "distances");
}

static void free_graph(solver *s)
{
    find_solutions_close(s);
    if (s->writer)
        trace_borrow_graph(s->writer, NULL, NULL);
    reversed_graph_free(&s->back);
    graph_free(s->g);
    s->g = NULL;
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
    s->finishing = false; /* from here on it is not cut: rows that are not saved would be lost */
    int code = build_indices(s);
    free_graph(s);
    out->run = trace_run(s->writer);
    return code || is_resumable(s) ? code
                                   : solver_absorb_interrupt(s, trace_end(s->writer, out, s->err));
}

static void set_interrupted(solver *s)
{
    if (!s->interrupted)
        return;
    s->result->summary.status = "interrupted";
    s->result->summary.limit = NULL;
    s->result->summary.nearest_known = false;
    s->result->summary.rejecting_count = 0;
}

static int finish_run(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    int code = s->writer ? check_rows_matched(s) : 0;
    if (!code)
        code = derive_results(s);
    code = end_indices_early(s, code);
    if (!code && s->unfold && s->g)
        code = s->unfold(s);
    set_interrupted(s);
    out->seconds = solver_seconds(s);
    if (!code && s->writer && trace_rejected(s->writer))
        solver_find_rejecting(s, trace_rejected(s->writer));
    if (!code && s->writer)
        code = end_trace(s);
    set_interrupted(s);
    out->seconds = solver_seconds(s); /* with the end of writing */
    return code;
}

static int compare_model_labels(void *self, uint32_t a, uint32_t b)
{
    const solver *s = self;
    return strcmp(s->model->move_text(s->model, a), s->model->move_text(s->model, b));
}

static int describe_overflow(void *self, uint32_t state, uint32_t move, wgcq_error *err)
{
    const solver *s = self;
    return model_overflow_error_at(s->model, s->worker, solver_state(s, state), move, err);
}

/* A search of whole levels checks the states itself. */
static bool searches_whole_levels(const solver *s)
{
    return s->options->order == WGCQ_BREADTH_FIRST && !s->options->max_states &&
           s->options->stop != WGCQ_STOP_FIRST;
}

/* The proofs must not depend on what is stored.  Without a graph that is so where the search itself
   knows the depths, and there is nothing to prove but the fewest moves, level by level. */
static bool needs_no_graph(const solver *s)
{
    const wgcq_model *m = s->model;
    if (s->options->exchange) /* it would be that of some states alone */
        return !s->gathers || s->options->exchange->rank;
    if (s->options->order >= WGCQ_BOTH_ENDS)
        return true;
    if (m->bounds)
        return false;
    if (s->options->trace_level != WGCQ_TRACE_NONE || solver_lacks_depths(s) ||
        ((m->invariant_count || m->forbids_deadlock) && !searches_whole_levels(s)) ||
        m->property_count)
        return false;
    return !m->has_goal || (s->options->order == WGCQ_BREADTH_FIRST && !m->costs);
}

int solver_open_graph(solver *s)
{
    int code = spilled_run_keeps_rows(s) ? spilled_run_make_home(s) : 0;
    graph *g = code ? NULL : graph_new(s->model->words, s->model->costs);
    s->sink.graph = s->g = g;
    if (!g)
        return code ? code : error_set_memory(s->err);
    g->home = s->home;
    g->finals = s->model->finals;
    g->monitor = s->monitor;
    g->report_overflow = describe_overflow;
    g->report_overflow_self = s;
    g->compare_labels = compare_model_labels;
    g->labels = s;
    return 0;
}

int solver_begin(solver *s, const char *db, bool needs_graph)
{
    assert(s->model && s->options && !s->result && !s->worker);
    solver_start_clocks(s);
    int code = solver_check_puzzle_memory(s);
    if (!code)
        code = solver_read_objectives(s);
    s->result = calloc(1, sizeof *s->result);
    if (!code && !s->result)
        code = error_set_memory(s->err);
    if (!code) {
        s->result->model = s->model;
        code = solver_make_estimate(s);
    }
    if (!code)
        code = solver_make_inverse(s);
    if (!code)
        code = s->model->worker_new(&s->worker, s->model, s->err);
    if (!code && !s->shards && (needs_graph || !needs_no_graph(s)) && !spilled_run_is_begun(s))
        code = solver_open_graph(s);
    if (!code && db)
        code = run_file_open(s, db);
    s->sink.writer = s->writer;
    return code;
}

/* Where all was explored within the puzzle's bounds: what lies behind the states that violate one
   is not known, as behind a limit. */
static void end_at_bounds(solver *s)
{
    search_result *f = &s->found;
    uint32_t nearest = UINT32_MAX;
    uint64_t *bounded = &s->result->summary.bounded;
    if (!s->model->bounds || !s->g)
        return;
    for (uint32_t i = 1; i <= s->g->states; i++)
        if (s->g->marks[i] & MARK_BOUNDED) {
            ++*bounded;
            nearest = s->g->depth[i] < nearest ? s->g->depth[i] : nearest;
        }
    s->result->summary.has_bounds = true;
    if (!*bounded)
        return;
    if (solver_complete(s)) {
        f->end = SEARCH_LIMIT;
        s->within_bounds = true;
        snprintf(f->limit, sizeof f->limit, "the bound %.140s", s->model->bounds);
    }
    f->proved_cheapest = false;
    if (!solver_goes_by_levels(s))
        nearest = 0;
    f->proved_depth = nearest < f->proved_depth ? nearest : f->proved_depth;
    f->shortest_known = f->shortest_known && f->shortest <= f->proved_depth + (uint64_t)1;
}

int solver_finish(solver *s, int code)
{
    assert(s->result);
    if (!code)
        end_at_bounds(s);
    s->interrupted = s->found.end == SEARCH_INTERRUPTED;
    s->finishing = true;
    if (!code && s->g && !s->interrupted)
        code = close_graph(s);
    code = solver_absorb_interrupt(s, code);
    int end =
        solver_absorb_interrupt(s, end_writing(s, code)); /* the last rows come beside the above */
    code = code ? code : end;
    if (!code)
        set_summary_figures(s);
    return code ? end_indices_early(s, code) : finish_run(s);
}

/* After a full disk or memory the saved part of the run can be resumed. */
void solver_mention_saved(solver *s, int code, const char *db)
{
    uint64_t states;
    wgcq_error *err = s->err;
    if (!err || !s->writer || (code != WGCQ_EFILE && code != WGCQ_EMEMORY))
        return;
    size_t used = strlen(err->text);
    if (trace_saved_states(s->writer, &states))
        snprintf(err->text + used, sizeof err->text - used,
                 "; it holds what was saved, %s states; next: wgcq resume %s", WGCQ_GROUPED(states),
                 db);
}

void solver_close(solver *s)
{
    trace_close(s->writer);
    s->writer = NULL;
    sharded_run_close(s);
    free_graph(s);
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
    spilled_run_leave_home(s);
}

/* All ranks, or none. */
static int begin_as_rank(solver *s, const char *folder)
{
    int code = sharded_run_open(s, folder);
    return code ? code
                : rank_meet(s->options->exchange, solver_begin(s, s->shards->path, false), s->err);
}

static int begin_alone_or_as_rank(solver *s, const char *db)
{
    const wgcq_exchange *with = s->options->exchange;
    if (db && with && !s->unfold)
        return begin_as_rank(s, db);
    int code = solver_begin(s, db, (s->unfold || s->merge) && !with);
    if (with && s->unfold) /* rank 0 alone may have a file */
        return rank_meet(with, code, s->err);
    rank_abandon_early(with, code);
    return code;
}

/* From the exploration on: all ranks that share a graph, or none. */
static int explore_and_finish(solver *s)
{
    int code = solver_finish(s, solver_explore(s));
    return s->gathers ? rank_meet(s->options->exchange, code, s->err) : code;
}

int solver_run(wgcq_result **out, solver *s, const char *db)
{
    const wgcq_exchange *with = s->options->exchange;
    int code = option_rules_check(s->model, s->options, db, s->err);
    s->gathers = with && (s->unfold || (!db && ranks_need_graph(s->model, s->options)));
    if (!code)
        code = spilled_run_check(s);
    if (with) /* each has its own folder */
        code = rank_meet(with, code, s->err);
    if (!code)
        code = begin_alone_or_as_rank(s, db);
    if (!code)
        code = explore_and_finish(s);
    if (code == WGCQ_EMEMORY)
        code = spilled_run_explain(s, code);
    if (code == WGCQ_ERUN && s->writer && !s->shards && !s->home)
        trace_give_up(s->writer); /* a mistake of the puzzle would end it again */
    if (code) {
        solver_mention_saved(s, code, db);
        spilled_run_mention(s, code);
    } else {
        *out = s->result;
        s->result = NULL;
    }
    solver_close(s);
    return code;
}
