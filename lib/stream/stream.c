/* stream.c - searches that the caller steps from solution to solution: opened, stepped, ended. */
#include "stream/stream.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "run/options/option_rules.h"

static bool goes_by_cost(const wgcq_search *w)
{
    return search_order_traits(w->options.order)->bounds_plans;
}

/* ---- one step ----------------------------------------------------------------------------- */

static bool exceeds_bound(const wgcq_search *w, const int64_t *least)
{
    for (size_t i = 0; i < w->criteria_count; i++)
        if (least[i] != w->bound.least[i])
            return least[i] > w->bound.least[i];
    return false;
}

/* The bound never falls, though keys of A* may where the estimate is not consistent.  Once states
   are left out, at a limit, it stays. */
static void update_bound(wgcq_search *w)
{
    search_bound bound = search_frontier_bound(w->run);
    w->goals = bound.goals;
    if (!bound.known || search_partial_result(w->run)->end == SEARCH_LIMIT)
        return;
    w->bound.known = true;
    w->bound.beyond = bound.strict;
    w->bound.none = !bound.bound;
    if (bound.bound && exceeds_bound(w, bound.bound))
        memcpy(w->bound.least, bound.bound, w->criteria_count * sizeof *w->bound.least);
}

static bool reserve_first_edges(wgcq_search *w)
{
    return array_reserve_zeros(&w->first_edge, &w->first_edge_room, (size_t)w->s.g->states + 1,
                               sizeof *w->first_edge);
}

/* Looks through the edges that the graph has gained. */
static int read_new_edges(wgcq_search *w, wgcq_error *err)
{
    const graph *g = w->s.g;
    bool by_discovery = !goes_by_cost(w);
    if (by_discovery && !reserve_first_edges(w))
        return error_set_memory(err);
    for (; w->edges < g->edges; w->edges++) {
        uint32_t to = g->dst[w->edges];
        w->goal_touched = w->goal_touched || g->marks[to] & MARK_GOAL;
        if (by_discovery && !w->first_edge[to] && !(g->marks[to] & MARK_START))
            w->first_edge[to] = w->edges + 1;
    }
    return 0;
}

static int take_step(wgcq_search *w)
{
    row_batch rows;
    int code = search_step(w->run, &rows);
    return code ? code : solver_take_rows(&w->s, &rows);
}

/* Amid an expansion the search has no bound; the one before it holds. */
int stream_continue(wgcq_search *w, wgcq_error *err)
{
    assert(w->run && !w->exhausted);
    int code = take_step(w);
    if (code == WGCQ_DONE && search_partial_result(w->run)->end == SEARCH_INTERRUPTED)
        return error_set(err, WGCQ_EINTERRUPT, "interrupted");
    w->exhausted = code == WGCQ_DONE;
    if (code < 0)
        return code;
    if (goes_by_cost(w) && !search_is_midway(w->run))
        update_bound(w);
    return read_new_edges(w, err);
}

/* ---- opening ------------------------------------------------------------------------------ */

static int check_streamable(const wgcq_model *model, const wgcq_options *options, wgcq_error *err)
{
    if (!model->has_goal)
        return error_set(err, WGCQ_EREQUEST, "the puzzle declares no goal, so it has no solutions");
    if (options && options->replace)
        return error_set(err, WGCQ_EREQUEST, "a search adds to a file: it cannot replace one");
    if (options && options->stop != WGCQ_STOP_EXHAUSTED)
        return error_set(err, WGCQ_EREQUEST,
                         "a search stops where it is no longer pulled: --stop has no place in it");
    return 0;
}

static char *copy_string(const char *string, bool *fine)
{
    char *out = string ? strdup(string) : NULL;
    *fine = *fine && (out || !string);
    return out;
}

static int copy_options(wgcq_search *w, const char *db, const wgcq_options *options)
{
    bool fine = true;
    if (options)
        w->options = *options;
    w->minimize = copy_string(w->options.minimize, &fine);
    w->options.minimize = w->minimize;
    w->s.db = w->db = copy_string(db, &fine);
    return fine ? 0 : error_set_memory(&w->error);
}

/* Plans are ordered as the search orders states, else by the run's objectives. */
static int choose_criteria(wgcq_search *w)
{
    search_bound bound = search_frontier_bound(w->run);
    w->criteria_count = bound.costs ? bound.width : w->s.minimize_count;
    w->criteria = malloc((w->criteria_count + 1) * sizeof *w->criteria);
    frontier_bound *all[] = {&w->bound, &w->bound_at_copy, &w->yielded_bound};
    for (size_t i = 0; i < 3; i++)
        if (!(all[i]->least = calloc(w->criteria_count + 1, sizeof *all[i]->least)))
            return error_set_memory(&w->error);
    if (!w->criteria)
        return error_set_memory(&w->error);
    memcpy(w->criteria, bound.costs ? bound.costs : w->s.minimize,
           w->criteria_count * sizeof *w->criteria);
    return k_best_snapshot_open(&w->snapshot, w->s.g, (cost_order){w->criteria_count, w->criteria},
                                solver_plan_memory(&w->s), &w->error);
}

/* The snapshot counts as the graph does. */
static search_receiver_memory stream_memory_use(void *self)
{
    wgcq_search *w = self;
    search_receiver_memory out = solver_memory_use(&w->s);
    out.now += k_best_snapshot_memory(&w->snapshot);
    return out;
}

static int begin_stream(wgcq_search *w, const char *db, const wgcq_options *options)
{
    search_options how;
    int code = copy_options(w, db, options);
    code = code ? code : option_rules_check(w->s.model, w->s.options, w->db, &w->error);
    code = code ? code : solver_begin(&w->s);
    if (code)
        return code;
    solver_search_options(&w->s, &how);
    how.receiver_memory = stream_memory_use;
    how.receiver_memory_self = w;
    code = search_new(&w->run, w->s.model, &how, w->s.monitor, &w->error);
    code = code ? code : take_step(w);
    const search_result *so_far = w->run ? search_partial_result(w->run) : NULL;
    if (!code && so_far->end == SEARCH_INTERRUPTED && !so_far->starts) /* nothing to resume */
        code = error_set(&w->error, WGCQ_EINTERRUPT, "interrupted");
    code = code ? code : choose_criteria(w);
    if (!code && goes_by_cost(w))
        update_bound(w);
    code = code ? code : read_new_edges(w, &w->error);
    if (!code)
        search_pause(w->run);
    return code;
}

static wgcq_search *new_search(const wgcq_model *model, const wgcq_monitor *monitor)
{
    wgcq_search *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->s = (solver){.model = model, .options = &w->options, .err = &w->error, .streams = true};
    w->current.model = model;
    solver_set_monitor(&w->s, monitor);
    return w;
}

/* Errors are permanent, but for an interrupt. */
static int finish_call(wgcq_search *w, int code, wgcq_error *err)
{
    if (code >= 0)
        return code;
    if (code != WGCQ_EINTERRUPT)
        w->failed = code;
    if (err && err->code == WGCQ_OK)
        *err = w->error;
    return code;
}

int wgcq_search_new(wgcq_search **out, const wgcq_model *model, const char *db,
                    const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"model", model})) ||
        error_if_options_wrong(err, __func__, options))
        return WGCQ_EREQUEST;
    int code = check_streamable(model, options, err);
    wgcq_search *w = code ? NULL : new_search(model, monitor);
    if (!w)
        return code ? code : error_set_memory(err);
    code = finish_call(w, begin_stream(w, db, options), err);
    if (code)
        wgcq_search_free(w);
    else
        *out = w;
    return code;
}

int wgcq_search_plans(wgcq_search **out, const wgcq_model *model, uint64_t least, uint64_t most,
                      const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"model", model})))
        return WGCQ_EREQUEST;
    int code = check_streamable(model, NULL, err);
    wgcq_search *w = code ? NULL : new_search(model, monitor);
    if (!w)
        return code ? code : error_set_memory(err);
    w->by_dfs = true;
    w->length = least;
    w->max_length = most;
    code = finish_call(w, model->worker_new(&w->s.worker, model, &w->error), err);
    if (code)
        wgcq_search_free(w);
    else
        *out = w;
    return code;
}

/* ---- plans of a given length -------------------------------------------------------------- */

static int yield_dfs_plan(wgcq_search *w, const uint64_t *states, const uint32_t *moves,
                          const int64_t *costs)
{
    pending_solution *plan = &w->current.plan;
    size_t words = w->s.model->words, width = w->s.model->costs, length = (size_t)w->length;
    pending_solution_close(plan);
    if (!pending_solution_open(plan, (uint32_t)length, (unsigned)words, (unsigned)width))
        return error_set_memory(&w->error);
    memcpy(plan->states, states, (length + 1) * words * sizeof *states);
    if (length)
        memcpy(plan->moves, moves, length * sizeof *moves);
    if (length && width)
        memcpy(plan->costs, costs, length * width * sizeof *costs);
    int code = pending_solution_finish(plan, w->s.model, w->s.worker, &w->error);
    w->current.proved = true;
    w->solutions += !code;
    return code;
}

/* All plans of this length are yielded; where no path is as long, none is longer. */
static void next_length(wgcq_search *w)
{
    w->exhausted = !dfs_plans_reached(w->dfs) || w->length >= w->max_length;
    w->dfs_expanded += dfs_plans_expanded(w->dfs);
    dfs_plans_free(w->dfs);
    w->dfs = NULL;
    w->length += !w->exhausted;
}

static int next_dfs_plan(wgcq_search *w)
{
    const uint64_t *states;
    const uint32_t *moves;
    const int64_t *costs;
    int code = 0;
    while (!w->exhausted && w->length <= w->max_length && !code) {
        if (w->length >= UINT32_MAX)
            return error_set(&w->error, WGCQ_EREQUEST,
                             "plans of that length are too long to be listed");
        if (!w->dfs)
            code = dfs_plans_new(&w->dfs, w->s.model, w->length, &w->error);
        if (!code)
            code = dfs_plans_next(w->dfs, &states, &moves, &costs, w->s.monitor, &w->error);
        if (!code)
            return yield_dfs_plan(w, states, moves, costs);
        if (code == WGCQ_DONE) {
            next_length(w);
            code = 0;
        }
    }
    return code ? code : WGCQ_DONE;
}

/* ---- the next one ------------------------------------------------------------------------- */

static int next_explored(wgcq_search *w)
{
    search_resume(w->run, &w->error);
    int code = goes_by_cost(w) ? stream_by_cost(w, &w->error) : stream_by_discovery(w, &w->error);
    search_pause(w->run);
    if (code == WGCQ_LIMIT)
        w->limit = "--max-memory, by parts of plans";
    return code == WGCQ_DONE && search_partial_result(w->run)->end == SEARCH_LIMIT ? WGCQ_LIMIT
                                                                                   : code;
}

int wgcq_search_next(const wgcq_solution **out, wgcq_search *w, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"search", w})))
        return WGCQ_EREQUEST;
    if (w->failed)
        return finish_call(w, w->failed, err);
    if (w->ended)
        return error_set(err, WGCQ_EREQUEST, "the search has been ended");
    w->error = (wgcq_error){0};
    int code = w->by_dfs ? next_dfs_plan(w) : next_explored(w);
    if (!code)
        *out = &w->current;
    solver_mention_saved(&w->s, code);
    return finish_call(w, code, err);
}

/* ---- figures ------------------------------------------------------------------------------ */

static wgcq_statistics dfs_figures(const wgcq_search *w)
{
    return (wgcq_statistics){.solutions = w->solutions,
                             .states = w->dfs_expanded + (w->dfs ? dfs_plans_expanded(w->dfs) : 0),
                             .depth = (uint32_t)w->length,
                             .complete = w->exhausted && w->length < w->max_length};
}

wgcq_statistics wgcq_search_statistics(const wgcq_search *w)
{
    assert(w);
    if (w->ended || w->by_dfs)
        return w->ended ? w->final_figures : dfs_figures(w);
    const search_result *r = search_partial_result(w->run);
    return (wgcq_statistics){.solutions = w->solutions,
                             .states = r->states,
                             .edges = r->edges,
                             .rejections = r->rejections,
                             .frontier = w->exhausted ? 0 : search_frontier_size(w->run),
                             .goals = r->goals,
                             .depth = r->depth,
                             .memory = r->memory,
                             .seconds = r->seconds,
                             .complete = w->exhausted && r->end == SEARCH_COMPLETE,
                             .limit = r->end == SEARCH_LIMIT ? r->limit : w->limit};
}

/* ---- ending ------------------------------------------------------------------------------- */

static void free_snapshot(wgcq_search *w)
{
    k_best_snapshot_close(&w->snapshot);
    free(w->first_edge);
    w->first_edge = NULL;
}

/* The run's clock stands still between two calls. */
static void set_start_time(solver *s, double seconds)
{
    clock_gettime(CLOCK_MONOTONIC, &s->started);
    s->started.tv_sec -= (time_t)seconds;
}

static int finish_stream(wgcq_search *w)
{
    char words[60];
    assert(w->run && !w->ended);
    snprintf(words, sizeof words, "its caller, after %s solution%s", WGCQ_GROUPED(w->solutions),
             w->solutions == 1 ? "" : "s");
    search_resume(w->run, &w->error);
    if (!w->exhausted)
        search_stop_at_limit(w->run, words);
    int code = 0;
    while (!w->exhausted && !code) /* to the end of an expansion that was begun */
        code = take_step(w);
    search_pause(w->run);
    w->final_figures = wgcq_search_statistics(w);
    set_start_time(&w->s, w->final_figures.seconds);
    w->ended = true;
    free_snapshot(w);
    int end = search_finish(&w->s.found, w->run);
    w->final_figures.limit = w->s.found.end == SEARCH_LIMIT ? w->s.found.limit : NULL;
    search_free(w->run);
    w->run = NULL;
    return solver_finish(&w->s, code < 0 ? code : end);
}

int wgcq_search_end(wgcq_result **out, wgcq_search *w, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"search", w})))
        return WGCQ_EREQUEST;
    if (w->failed)
        return finish_call(w, w->failed, err);
    if (w->ended || w->by_dfs)
        return error_set(err, WGCQ_EREQUEST,
                         w->ended ? "the search has been ended"
                                  : "a search for plans of a length has no result");
    w->error = (wgcq_error){0};
    int code = finish_stream(w);
    if (!code) {
        *out = w->s.result;
        w->s.result = NULL;
    }
    solver_mention_saved(&w->s, code);
    return finish_call(w, code, err);
}

void wgcq_search_free(wgcq_search *w)
{
    if (!w)
        return;
    search_free(w->run);
    dfs_plans_free(w->dfs);
    free_snapshot(w);
    pending_solution_close(&w->current.plan);
    solver_close(&w->s);
    free(w->yielded_early.step);
    free(w->bound.least);
    free(w->bound_at_copy.least);
    free(w->yielded_bound.least);
    free(w->criteria);
    free(w->path);
    free(w->minimize);
    free(w->db);
    free(w);
}
