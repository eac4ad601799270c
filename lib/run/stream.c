/* stream.c - searches that are pulled: made, stepped, looked at, ended. */
#include "run/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static bool goes_by_cost(const wgcq_search *w)
{
    return w->options.order != WGCQ_DEPTH_FIRST && w->options.order != WGCQ_BEST_FIRST;
}

/* ---- a step further ------------------------------------------------------ */

static bool is_further(const wgcq_search *w, const int64_t *least)
{
    for (size_t i = 0; i < w->by_count; i++)
        if (least[i] != w->now.least[i])
            return least[i] > w->now.least[i];
    return false;
}

/* What was certain once stays so: keys of A* may fall again where the estimate is not consistent.
   From where something was left out, at a limit or too deep, the horizon does not move. */
static void read_horizon(wgcq_search *w)
{
    search_bound seen = search_frontier_bound(w->run);
    w->goals = seen.goals;
    if (!seen.known || search_so_far(w->run)->end == SEARCH_LIMIT)
        return;
    w->now.known = true;
    w->now.beyond = seen.beyond;
    w->now.none = !seen.least;
    if (seen.least && is_further(w, seen.least))
        memcpy(w->now.least, seen.least, w->by_count * sizeof *w->now.least);
}

static bool room_for_states(wgcq_search *w)
{
    size_t wanted = (size_t)w->s.g->states + 1;
    if (wanted <= w->first_room)
        return true;
    size_t room = wanted + wanted / 2 + 256;
    uint64_t *first = realloc(w->first, room * sizeof *first);
    if (!first)
        return false;
    memset(first + w->first_room, 0, (room - w->first_room) * sizeof *first);
    w->first = first;
    w->first_room = room;
    return true;
}

/* What has come to the graph since. */
static int read_graph(wgcq_search *w, wgcq_error *err)
{
    const graph *g = w->s.g;
    bool as_found = !goes_by_cost(w);
    if (as_found && !room_for_states(w))
        return error_set_memory(err);
    for (; w->edges < g->edges; w->edges++) {
        uint32_t to = g->dst[w->edges];
        w->touched = w->touched || g->marks[to] & MARK_GOAL;
        if (as_found && !w->first[to] && !(g->marks[to] & MARK_START))
            w->first[to] = w->edges + 1;
    }
    return 0;
}

int stream_continue(wgcq_search *w, wgcq_error *err)
{
    int code = search_step(w->run);
    if (code == WGCQ_DONE && search_so_far(w->run)->end == SEARCH_INTERRUPTED)
        return error_set(err, WGCQ_EINTERRUPT, "interrupted");
    w->over = code == WGCQ_DONE;
    if (code < 0)
        return code;
    if (goes_by_cost(w))
        read_horizon(w);
    return read_graph(w, err);
}

/* ---- made ---------------------------------------------------------------- */

static int check_request(const wgcq_model *model, const wgcq_options *options, wgcq_error *err)
{
    if (!model->has_goal)
        return error_set(err, WGCQ_EREQUEST, "the puzzle declares no goal, so it has no solutions");
    if (options && options->stop != WGCQ_STOP_EXHAUSTED)
        return error_set(err, WGCQ_EREQUEST,
                         "a search stops where it is no longer pulled: --stop has no place in it");
    return 0;
}

static char *copy_of(const char *string, bool *fine)
{
    char *out = string ? strdup(string) : NULL;
    *fine = *fine && (out || !string);
    return out;
}

static int take_options(wgcq_search *w, const char *db, const wgcq_options *options)
{
    bool fine = true;
    if (options)
        w->options = *options;
    w->minimize = copy_of(w->options.minimize, &fine);
    w->options.minimize = w->minimize;
    w->db = copy_of(db, &fine);
    return fine ? 0 : error_set_memory(&w->why);
}

/* What plans are ordered by: as the run orders states, or as its best are stored. */
static int choose_order(wgcq_search *w)
{
    search_bound seen = search_frontier_bound(w->run);
    w->by_count = seen.by ? seen.width : w->s.minimize_count;
    w->by = malloc((w->by_count + 1) * sizeof *w->by);
    frontier_bound *all[] = {&w->now, &w->at_copy, &w->all_before};
    for (size_t i = 0; i < 3; i++)
        if (!(all[i]->least = calloc(w->by_count + 1, sizeof *all[i]->least)))
            return error_set_memory(&w->why);
    if (!w->by)
        return error_set_memory(&w->why);
    memcpy(w->by, seen.by ? seen.by : w->s.minimize, w->by_count * sizeof *w->by);
    return k_best_snapshot_open(&w->known, w->s.g, (cost_order){w->by_count, w->by},
                                solver_spare(&w->s), &w->why);
}

/* The copy of the graph counts as the graph does. */
static search_observer_memory memory_beside(void *self)
{
    wgcq_search *w = self;
    search_observer_memory out = solver_memory(&w->s);
    out.now += k_best_snapshot_memory(&w->known);
    return out;
}

static int begin(wgcq_search *w, const char *db, const wgcq_options *options)
{
    search_options how;
    int code = take_options(w, db, options);
    if (!code)
        code = solver_begin(&w->s, w->db, true);
    if (code)
        return code;
    solver_search(&w->s, &how, &w->both);
    how.beside = memory_beside;
    how.beside_self = w;
    code = search_new(&w->run, w->s.model, &how, &w->both, w->s.watch, &w->why);
    if (!code)
        code = choose_order(w);
    if (!code && goes_by_cost(w))
        read_horizon(w);
    if (!code)
        code = read_graph(w, &w->why);
    if (!code)
        search_rest(w->run);
    return code;
}

static wgcq_search *new_search(const wgcq_model *model, const wgcq_watch *watch)
{
    wgcq_search *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->s = (solver){.model = model, .options = &w->options, .err = &w->why};
    w->given.model = model;
    solver_watch(&w->s, watch);
    return w;
}

/* Trouble stays, but for an interrupt. */
static int answer(wgcq_search *w, int code, wgcq_error *err)
{
    if (code >= 0)
        return code;
    if (code != WGCQ_EINTERRUPT)
        w->failed = code;
    if (err && err->code == WGCQ_OK)
        *err = w->why;
    return code;
}

int wgcq_search_new(wgcq_search **out, const wgcq_model *model, const char *db,
                    const wgcq_options *options, const wgcq_watch *watch, wgcq_error *err)
{
    int code = check_request(model, options, err);
    wgcq_search *w = code ? NULL : new_search(model, watch);
    if (!w)
        return code ? code : error_set_memory(err);
    code = answer(w, begin(w, db, options), err);
    if (code)
        wgcq_search_free(w);
    else
        *out = w;
    return code;
}

int wgcq_search_plans(wgcq_search **out, const wgcq_model *model, uint64_t least, uint64_t most,
                      const wgcq_watch *watch, wgcq_error *err)
{
    int code = check_request(model, NULL, err);
    wgcq_search *w = code ? NULL : new_search(model, watch);
    if (!w)
        return code ? code : error_set_memory(err);
    w->walking = true;
    w->length = least;
    w->most = most;
    code = answer(w, model->worker_new(&w->s.worker, model, &w->why), err);
    if (code)
        wgcq_search_free(w);
    else
        *out = w;
    return code;
}

/* ---- plans without memory of states -------------------------------------- */

static int give_walk(wgcq_search *w, const uint64_t *states, const uint32_t *moves,
                     const int64_t *costs)
{
    pending_solution *way = &w->given.way;
    size_t words = w->s.model->words, width = w->s.model->costs, length = (size_t)w->length;
    pending_solution_close(way);
    if (!pending_solution_open(way, (uint32_t)length, (unsigned)words, (unsigned)width))
        return error_set_memory(&w->why);
    memcpy(way->states, states, (length + 1) * words * sizeof *states);
    if (length)
        memcpy(way->moves, moves, length * sizeof *moves);
    if (length && width)
        memcpy(way->costs, costs, length * width * sizeof *costs);
    int code = pending_solution_finish(way, w->s.model, w->s.worker, &w->why);
    w->given.proved = true;
    w->solutions += !code;
    return code;
}

/* Those of this length are told; where no walk is as long, none is longer. */
static void lengthen(wgcq_search *w)
{
    w->over = !dfs_plans_reached(w->walks) || w->length >= w->most;
    w->walked += dfs_plans_expanded(w->walks);
    dfs_plans_free(w->walks);
    w->walks = NULL;
    w->length += !w->over;
}

static int next_walk(wgcq_search *w)
{
    const uint64_t *states;
    const uint32_t *moves;
    const int64_t *costs;
    int code = 0;
    while (!w->over && w->length <= w->most && !code) {
        if (w->length >= UINT32_MAX)
            return error_set(&w->why, WGCQ_EREQUEST,
                             "plans of that length are too long to be told");
        if (!w->walks)
            code = dfs_plans_new(&w->walks, w->s.model, w->length, &w->why);
        if (!code)
            code = dfs_plans_next(w->walks, &states, &moves, &costs, w->s.watch, &w->why);
        if (!code)
            return give_walk(w, states, moves, costs);
        if (code == WGCQ_DONE) {
            lengthen(w);
            code = 0;
        }
    }
    return code ? code : WGCQ_DONE;
}

/* ---- the next one -------------------------------------------------------- */

static int next_explored(wgcq_search *w)
{
    search_wake(w->run, &w->why);
    int code = goes_by_cost(w) ? stream_by_cost(w, &w->why) : stream_by_discovery(w, &w->why);
    search_rest(w->run);
    if (code == WGCQ_LIMIT)
        w->limit = "--max-memory, by parts of plans";
    return code == WGCQ_DONE && search_so_far(w->run)->end == SEARCH_LIMIT ? WGCQ_LIMIT : code;
}

int wgcq_search_next(const wgcq_solution **out, wgcq_search *w, wgcq_error *err)
{
    if (w->failed)
        return answer(w, w->failed, err);
    if (w->ended)
        return error_set(err, WGCQ_EREQUEST, "the search has been ended");
    w->why = (wgcq_error){0};
    int code = w->walking ? next_walk(w) : next_explored(w);
    if (!code)
        *out = &w->given;
    solver_say_saved(&w->s, code, w->db);
    return answer(w, code, err);
}

/* ---- looked at ----------------------------------------------------------- */

static wgcq_figures walked(const wgcq_search *w)
{
    return (wgcq_figures){.solutions = w->solutions,
                          .states = w->walked + (w->walks ? dfs_plans_expanded(w->walks) : 0),
                          .depth = (uint32_t)w->length,
                          .complete = w->over && w->length < w->most};
}

wgcq_figures wgcq_search_figures(const wgcq_search *w)
{
    if (w->ended || w->walking)
        return w->ended ? w->last : walked(w);
    const search_result *r = search_so_far(w->run);
    return (wgcq_figures){.solutions = w->solutions,
                          .states = r->states,
                          .edges = r->edges,
                          .rejections = r->rejections,
                          .waiting = w->over ? 0 : search_waiting(w->run),
                          .goals = r->goals,
                          .depth = r->depth,
                          .memory = r->memory,
                          .seconds = r->seconds,
                          .complete = w->over && r->end == SEARCH_COMPLETE,
                          .limit = r->end == SEARCH_LIMIT ? r->limit : w->limit};
}

/* ---- ended --------------------------------------------------------------- */

static void forget_known(wgcq_search *w)
{
    k_best_snapshot_close(&w->known);
    free(w->first);
    w->first = NULL;
}

/* The clock of the run stood still between pulls. */
static void set_clock(solver *s, double seconds)
{
    clock_gettime(CLOCK_MONOTONIC, &s->began);
    s->began.tv_sec -= (time_t)seconds;
}

static int settle(wgcq_search *w)
{
    char words[60];
    snprintf(words, sizeof words, "its caller, after %" PRIu64 " solution%s", w->solutions,
             w->solutions == 1 ? "" : "s");
    search_wake(w->run, &w->why);
    if (!w->over)
        search_cut(w->run, words);
    search_rest(w->run);
    w->last = wgcq_search_figures(w);
    set_clock(&w->s, w->last.seconds);
    w->ended = true;
    forget_known(w);
    int code = search_conclude(&w->s.found, w->run);
    w->last.limit = w->s.found.end == SEARCH_LIMIT ? w->s.found.limit : NULL;
    search_free(w->run);
    w->run = NULL;
    return solver_settle(&w->s, code);
}

int wgcq_search_end(wgcq_result **out, wgcq_search *w, wgcq_error *err)
{
    if (w->failed)
        return answer(w, w->failed, err);
    if (w->ended || w->walking)
        return error_set(err, WGCQ_EREQUEST,
                         w->ended ? "the search has been ended"
                                  : "plans that are told without memory of states have no result");
    w->why = (wgcq_error){0};
    int code = settle(w);
    if (!code) {
        *out = w->s.result;
        w->s.result = NULL;
    }
    solver_say_saved(&w->s, code, w->db);
    return answer(w, code, err);
}

void wgcq_search_free(wgcq_search *w)
{
    if (!w)
        return;
    search_free(w->run);
    dfs_plans_free(w->walks);
    forget_known(w);
    pending_solution_close(&w->given.way);
    solver_close(&w->s);
    free(w->early.step);
    free(w->now.least);
    free(w->at_copy.least);
    free(w->all_before.least);
    free(w->by);
    free(w->way);
    free(w->minimize);
    free(w->db);
    free(w);
}
