/*
 * solver.c - one run, from the model to the finished trace.
 *
 * Rows go one way: a step of the search returns a batch of them, and it goes to a graph in memory
 * and to the trace writer, before the search takes another step.  Afterwards
 * distances, best plans and counts are computed on the graph, and written after the search's rows.
 * Where nothing is stored there may be no graph, and the result has what the search alone proves.
 */
#include "run/solver.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/graph/cost_distance.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "model/order.h"
#include "run/replacing_run.h"
#include "run/sharded_run.h"
#include "run/spilled_run.h"
#include "search/ranks/rank_meet.h"
#include "search/ranks/rank_refusal.h"

/* ---- the trace ---------------------------------------------------------------------------- */

static void put_run_options(const solver *s, strbuf *out)
{
    const wgcq_options *o = s->options;
    strbuf_printf(out, "--order %s --trace %s", wgcq_order_name(o->order),
                  wgcq_trace_level_name(o->trace_level));
    if (o->stop != WGCQ_STOP_EXHAUSTED)
        strbuf_printf(out, " --stop %s", wgcq_stop_name(o->stop));
    if (o->minimize)
        strbuf_printf(out, " --minimize %s", o->minimize);
    if (o->solutions || o->no_solutions)
        strbuf_printf(out, " --solutions %" PRIu64, o->no_solutions ? 0 : o->solutions);
    if (o->reduce)
        strbuf_put(out, " --reduce symmetry");
    if (o->max_states)
        strbuf_printf(out, " --max-states %" PRIu64, o->max_states);
    if (o->max_depth)
        strbuf_printf(out, " --max-depth %" PRIu64, o->max_depth);
    if (o->max_memory)
        strbuf_printf(out, " --max-memory %" PRIu64, o->max_memory);
    if (o->max_time > 0)
        strbuf_printf(out, " --max-time %g", o->max_time);
    if (o->spill) /* the last: it is the rest of the line */
        strbuf_printf(out, " --spill %s", o->spill);
}

/* The files of ranks have the edges at least, from which all else is derived. */
static wgcq_trace_level keep_of_rows(const solver *s)
{
    const wgcq_trace_level asked = s->options->trace_level;
    return s->shards && asked > WGCQ_TRACE_EDGES ? WGCQ_TRACE_EDGES : asked;
}

static int open_trace_writer(solver *s, const char *db)
{
    const wgcq_model *m = s->plain ? s->plain : s->model;
    strbuf options = {0};
    put_run_options(s, &options);
    int code = options.failed ? error_set_memory(s->err) : 0;
    trace_about about = {.model = m,
                         .source = m->source,
                         .file = m->file,
                         .param_count = m->param_count,
                         .param_names = m->param_names,
                         .param_values = m->param_values,
                         .order = wgcq_order_name(s->options->order),
                         .options = strbuf_string(&options),
                         .keep = keep_of_rows(s),
                         .minimize_count = s->minimize_count,
                         .minimize = s->minimize,
                         .monitor = s->monitor,
                         .save_every = s->options->save_every,
                         .max_memory = s->options->max_memory,
                         .writer = s->options->writer};
    if (!code && s->resume_from)
        code = trace_resume(&s->writer, db, &about, s->resume_from, s->err);
    else if (!code)
        code = trace_begin(&s->writer, db, &about, s->err);
    strbuf_free(&options);
    return code;
}

/* ---- resuming ----------------------------------------------------------------------------- */

/* Loads the stored states and edges into the graph, and sets where the search continues. */
static int load_resume_point(solver *s, search_resume_point *out)
{
    const trace_resume_point *resume_from = s->resume_from;
    graph *g = s->g;
    assert(g && s->writer && !g->states);
    /* the figures if the monitor stops the load */
    s->found = (search_result){.end = SEARCH_INTERRUPTED,
                               .states = resume_from->states,
                               .edges = resume_from->edges,
                               .rejections = resume_from->rejections};
    int code = trace_resume_graph(s->writer, g, s->err);
    if (!code && (g->states != resume_from->states || g->edges != resume_from->edges))
        return error_set(s->err, WGCQ_ESTORE, "the file is damaged: rows of the run are missing");
    if (code)
        return code;
    s->taken = (cut_point){g->states, g->edges};
    *out = (search_resume_point){.states = g->states,
                                 .expanded = resume_from->expanded,
                                 .edges = g->edges,
                                 .rejections = resume_from->rejections,
                                 .state = g->state + g->words,
                                 .marks = g->marks + 1,
                                 .depth = g->depth + 1};
    return 0;
}

static bool is_continued(const solver *s)
{
    return s->resume_from && s->resume_from->mode == TRACE_CONTINUE && s->resume_from->states;
}

double solver_seconds(const solver *s)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (s->resume_from ? s->resume_from->seconds : 0) +
           (double)(now.tv_sec - s->started.tv_sec) +
           (double)(now.tv_nsec - s->started.tv_nsec) * 1e-9;
}

/* ---- the search --------------------------------------------------------------------------- */

/* The phases after the exploration take long too, and may be interrupted in between. */
int solver_poll_phase(solver *s, const char *phase)
{
    wgcq_progress progress = {.states = s->found.states,
                              .edges = s->found.edges,
                              .depth = s->found.depth,
                              .seconds = solver_seconds(s),
                              .memory = s->found.memory,
                              .phase = phase};
    bool stop = s->monitor && s->monitor->report && s->monitor->report(s->monitor->self, &progress);
    return stop ? error_set(s->err, WGCQ_EINTERRUPT, "interrupted") : 0;
}

/* The index of the edges by their ends is made of the reversed graph: of clustered edges, which are
   those of a search by levels, with moves, and else with their numbers. */
unsigned solver_reversed_columns(const solver *s)
{
    const bool clustered = order_depths_of(s->options->order) == DEPTHS_BY_LEVEL;
    unsigned columns = s->model->costs ? REVERSED_EDGES : 0;
    if (s->writer && trace_rows(s->writer) & ROWS_EDGES)
        columns |= clustered ? REVERSED_MOVES : REVERSED_EDGES;
    return columns;
}

/* Of the estimate or the inverse. */
static double seconds_of_making(const solver *s)
{
    return s->guided || s->inverse ? seconds_since(&s->started) : 0;
}

void solver_search_options(solver *s, search_options *how)
{
    const wgcq_options *o = s->options;
    unsigned threads = o->threads ? o->threads : 1;
    *how = (search_options){.order = o->order,
                            .rows = (s->g ? (unsigned)(ROWS_STATES | ROWS_EDGES | ROWS_STUCK) : 0) |
                                    (s->writer ? trace_rows(s->writer) : 0),
                            .limit_reached = solver_stop_reason,
                            .limit_self = s,
                            .receiver_memory = solver_memory_use,
                            .receiver_memory_self = s,
                            .stop = o->stop,
                            .minimize = s->minimize,
                            .minimize_count = s->minimize_count,
                            .max_states = o->max_states,
                            .max_depth = o->max_depth,
                            .max_memory = solver_memory_limit(s),
                            .memory_limit_text = solver_memory_limit_text(s),
                            .max_time = o->max_time,
                            .seconds_before = seconds_of_making(s),
                            .threads = threads,
                            .count_shortest = !s->g && !s->shards,
                            .no_plan = o->no_solutions,
                            .inverse = s->inverse,
                            .inverse_ended = o->order == WGCQ_BOTH_ENDS && !s->inverse,
                            .exchange = o->exchange,
                            .spill = s->g && !spilled_run_keeps_rows(s) ? NULL : o->spill,
                            .spill_every = o->save_every,
                            .spill_about = s->about.bytes};
    /* only breadth-first search has threads */
    s->result->summary.threads = o->order == WGCQ_BREADTH_FIRST ? threads : 1;
    if (s->g)
        s->g->threads = s->result->summary.threads;
}

/* States that are neither kept nor stored may be narrow: those of the plan are widened. */
static int find_narrow_model(solver *s)
{
    const bool kept = s->g || (s->writer && trace_rows(s->writer));
    if (!s->model->narrow || s->shards || s->guided || s->inverse ||
        (!kept && (s->model->invariant_count || s->model->forbids_deadlock)))
        return 0;
    return s->model->narrow(&s->narrow, s->model, kept, s->err);
}

static int widen_found_plan(solver *s)
{
    search_result *f = &s->found;
    if (!s->narrow || !s->narrow->widen || !f->plan_states)
        return 0;
    size_t count = f->plan_length + (size_t)1;
    uint64_t *plain = malloc(count * s->model->words * sizeof *plain);
    if (!plain)
        return error_set_memory(s->err);
    for (size_t i = 0; i < count; i++)
        s->narrow->widen(s->narrow, f->plan_states + i * s->narrow->words,
                         plain + i * s->model->words);
    free(f->plan_states);
    f->plan_states = plain;
    return 0;
}

int solver_take_rows(solver *s, const row_batch *rows)
{
    s->taken.states += rows->states.count;
    s->taken.edges += rows->edges.count;
    return row_sink_take(&s->sink, rows, s->err);
}

/* Only breadth-first search has threads. */
static int start_writing_thread(solver *s)
{
    if (!s->writer || !trace_rows(s->writer) || s->result->summary.threads < 2)
        return 0;
    return writing_thread_start(&s->sink.thread, s->writer, s->g, s->sink.sorts_edges,
                                solver_memory_limit(s), s->err);
}

static int end_writing_thread(solver *s)
{
    int code = s->sink.thread ? writing_thread_end(s->sink.thread, s->err) : 0;
    s->sink.thread = NULL;
    return code;
}

/* Something to do while the writer builds indices.  WGCQ_DONE: there is nothing. */
static int help_or_go_ahead(solver *s)
{
    return writing_thread_help(s->sink.thread) ? 0 : find_solutions_ahead(s);
}

/* The same where it builds indices and stores distances, which may take long and be interrupted. */
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
    if (code)
        writing_thread_stop(s->sink.thread);
    int end = end_writing_thread(s);
    return code ? code : end;
}

/* An error before the ranks have met, which the others may not have: all end.  Errors but this one
   are all ranks'. */
static void abandon_ranks(const solver *s, int code)
{
    const wgcq_exchange *with = s->options->exchange;
    if (code == WGCQ_EMEMORY && with)
        with->abandon(with->self);
}

static int check_ranks(const solver *s, const char *db)
{
    const char *wrong = rank_refusal(s->model, s->options, db);
    return !s->options->exchange || !wrong ? 0 : error_set(s->err, WGCQ_EREQUEST, "%s", wrong);
}

static int explore_once(solver *s)
{
    search_options how;
    search_resume_point resume_from;
    row_batch rows;
    search *run = NULL;
    solver_search_options(s, &how);
    int code = is_continued(s) ? load_resume_point(s, &resume_from) : find_narrow_model(s);
    if (is_continued(s))
        how.resume_point = &resume_from;
    if (!code && s->shards && s->merge)
        code = sharded_run_go_on(s, &how.rank_past);
    if (!code)
        code = search_new(&run, s->narrow ? s->narrow : s->model, &how, s->monitor, s->err);
    if (!run)
        abandon_ranks(s, code);
    s->sink.sorts_edges = order_depths_of(s->options->order) == DEPTHS_BY_LEVEL;
    if (!code)
        code = start_writing_thread(s);
    while (!code && !(code = search_step(run, &rows)))
        code = s->shards ? sharded_run_take(s, &rows, run) : solver_take_rows(s, &rows);
    if (code == WGCQ_DONE) { /* edges may be held back */
        int last = solver_take_rows(s, &(row_batch){0});
        code = last ? last : code;
    }
    if (code == WGCQ_DONE)
        code = search_finish(&s->found, run);
    search_free(run);
    if (!code && s->shards)
        code = sharded_run_end(s);
    if (!code && s->sink.thread)
        code = writing_thread_close_ring(s->sink.thread, s->err);
    return code ? code : widen_found_plan(s);
}

/* Begins again without its graph. */
static void forget_exploring(solver *s)
{
    row_sink_close(&s->sink);
    s->sink = (row_sink){0};
    s->taken = (cut_point){0};
    graph_free(s->g);
    s->g = NULL;
    search_result_free(&s->found);
    if (s->err)
        *s->err = (wgcq_error){0};
}

static int explore(solver *s)
{
    if (s->merge && !s->shards)
        return merged_run_fill(s);
    if (s->options->spill && !spilled_run_keeps_rows(s))
        spilled_run_describe(&s->about, s);
    if (s->about.failed)
        return error_set_memory(s->err);
    int code = explore_once(s);
    if (!spilled_run_is_due(s, code))
        return code;
    forget_exploring(s);
    return explore_once(s);
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

/* Whether the search does not know each state's distance from the starts. */
static bool lacks_depths(const solver *s)
{
    return order_depths_of(s->options->order) == DEPTHS_DERIVED;
}

static void set_summary_figures(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    const search_result *f = &s->found;
    set_status(s);
    out->states = f->states;
    out->from_both_ends = s->options->order == WGCQ_BOTH_ENDS;
    out->states_from_goals = f->states_from_goals;
    out->edges = f->edges;
    out->rejections = f->rejections;
    out->rejections_known = s->writer && s->options->trace_level == WGCQ_TRACE_ALL;
    out->starts = f->starts;
    out->depth_known = f->states && !lacks_depths(s);
    out->depth = f->depth;
    out->has_goal = s->model->has_goal;
    out->goals = f->goals;
    out->memory = f->memory;
    out->spill_written = f->files_written;
    out->spill_read = f->files_read;
    out->spill_kept = f->files_kept;
    out->shortest.cost = "moves";
    if (!solver_complete(s))
        out->outcome = f->goals ? WGCQ_FOUND : f->proved_none ? WGCQ_UNSOLVABLE : WGCQ_UNKNOWN;
    else
        out->outcome = f->goals || !s->model->has_goal ? WGCQ_FOUND : WGCQ_UNSOLVABLE;
}

static int new_best_costs(solver *s)
{
    wgcq_result *r = s->result;
    r->best = calloc(s->model->costs + (size_t)1, sizeof *r->best);
    if (!r->best)
        return error_set_memory(s->err);
    r->summary.cheapest = r->best;
    r->summary.cheapest_count = s->model->costs + (size_t)1;
    r->best[0].cost = "moves";
    for (unsigned i = 0; i < s->model->costs; i++)
        r->best[i + 1].cost = s->model->cost_names[i];
    return 0;
}

/* ---- distances ---------------------------------------------------------------------------- */

/* The greatest depth; unknown where that of any state is. */
static void find_deepest(solver *s, const uint32_t *depth)
{
    wgcq_summary *out = &s->result->summary;
    out->depth = 0;
    for (uint32_t i = 1; i <= s->g->states; i++)
        out->depth = depth[i] > out->depth ? depth[i] : out->depth;
    out->depth_known = s->g->states && out->depth != UNREACHABLE;
    out->depth = out->depth_known ? out->depth : 0;
}

/* Left NULL where the search knows them. */
static int derive_depths(solver *s, uint32_t **depth)
{
    int code = lacks_depths(s) ? distances_from_start(depth, s->g, s->err) : 0;
    if (!code && *depth && !solver_complete(s))
        depths_drop_unproved(*depth, s->g);
    if (!code && *depth)
        find_deepest(s, *depth);
    return code;
}

/* Of a run that was cut short, a copy of the distances that holds only what is proved. */
static int copy_proved_distances(solver *s, uint32_t **out)
{
    size_t bytes = ((size_t)s->g->states + 1) * sizeof **out;
    uint32_t *proved = home_malloc(s->g->home, bytes);
    if (!proved)
        return error_set_memory(s->err);
    memcpy(proved, s->back.to_goal, bytes);
    *out = proved;
    return distances_drop_unproved(proved, s->g, &s->back, s->err);
}

static void count_deadlocks(solver *s)
{
    const graph *g = s->g;
    wgcq_summary *out = &s->result->summary;
    out->deadlocks_known = solver_complete(s);
    for (uint32_t i = 1; out->deadlocks_known && i <= g->states; i++)
        out->deadlocks +=
            g->first[i] == g->first[i + (size_t)1] && !(g->marks[i] & (MARK_GOAL | MARK_END));
}

/* What is stored of them: NULL where there is nothing but what the graph has. */
typedef struct distances_found {
    uint32_t *proved, *depth;
} distances_found;

static int derive_distances_to_goal(solver *s, distances_found *d)
{
    wgcq_summary *out = &s->result->summary;
    int code = distances_to_goal(&s->back.to_goal, s->g, &s->back, s->err);
    if (!code && !solver_complete(s))
        code = copy_proved_distances(s, &d->proved);
    if (!code)
        code = derive_depths(s, &d->depth);
    for (uint32_t i = 1; !code && solver_complete(s) && s->model->has_goal && i <= s->g->states;
         i++)
        out->dead_ends += s->back.to_goal[i] == UNREACHABLE;
    out->dead_ends_known = !code && solver_complete(s) && s->model->has_goal;
    if (!code)
        count_deadlocks(s);
    return code;
}

/* By the thread behind the indices, where there is one. */
static int store_distances(solver *s, const distances_found *d)
{
    const uint32_t *to_goal = !s->found.goals ? NULL : d->proved ? d->proved : s->back.to_goal;
    if (s->sink.thread)
        writing_thread_store_distances(s->sink.thread, s->g->states, to_goal, d->depth);
    else if (s->writer)
        return trace_distances(s->writer, s->g->states, to_goal, d->depth, s->err);
    return 0;
}

/* ---- is the estimate admissible? ---------------------------------------------------------- */

/* Reports a state whose estimate exceeds its cost. */
static int report_inadmissible(solver *s, uint32_t state, int64_t bound, int64_t truth)
{
    strbuf shown = {0};
    int code = s->model->show(s->worker, solver_state(s, state), &shown, s->err);
    if (!code)
        code = error_set(s->err, WGCQ_ERUN,
                         "the estimate is no lower bound: it says %" PRId64 " where %" PRId64
                         " is enough, in the state %s",
                         bound, truth, strbuf_string(&shown));
    strbuf_free(&shown);
    return code;
}

static int check_estimates(solver *s, const cost_distance *truth, uint32_t first, size_t count)
{
    int64_t bounds[MODEL_BATCH];
    assert(count <= MODEL_BATCH);
    int code = s->model->estimate(s->worker, solver_state(s, first), count, bounds, s->err);
    for (size_t i = 0; i < count && !code; i++) {
        uint32_t state = first + (uint32_t)i;
        int64_t least_left = cost_distance_at(truth, state, 0);
        if (cost_distance_reaches(truth, state) && cost_less(least_left, bounds[i]))
            code = report_inadmissible(s, state, bounds[i], least_left);
    }
    return code;
}

/* A* relies on the estimate; once all is explored it can be checked. */
static int check_admissible(solver *s)
{
    cost_distance truth;
    const order_traits *order = search_order_traits(s->options->order);
    if (!order->needs_estimate || !order->by_cost || !solver_complete(s) || !s->found.goals)
        return 0;
    int code = cost_distance_find(&truth, s->g, &s->back, (cost_order){1, s->minimize}, s->err);
    if (code)
        return code;
    for (uint32_t at = 1; at <= s->g->states && !code; at += MODEL_BATCH) {
        size_t left = s->g->states - at + (size_t)1;
        code = check_estimates(s, &truth, at, left < MODEL_BATCH ? left : MODEL_BATCH);
    }
    cost_distance_free(&truth);
    return code;
}

/* ---- the best of each cost ---------------------------------------------------------------- */

/* Whether cost `number`, then moves, is all that was minimized. */
static bool is_sole_objective(const solver *s, int number)
{
    for (size_t i = 0; i < s->minimize_count; i++)
        if (s->minimize[i] != number && !(i && s->minimize[i] == -1))
            return false;
    return true;
}

/* Whether all optimal plans were found when the search expanded the first goal.  Where A* minimizes
   moves, states of others may still be queued under the same key. */
static bool has_all_optima(const solver *s, int number)
{
    return !search_order_traits(s->options->order)->needs_estimate || number != -1;
}

/* Whether the least of cost `number` is proved optimal, and the count of such plans: by the graph,
   or by the order of the search, which can prove more. */
static int prove_best_cost(const solver *s, int number, const optimum *o, bool *known, bool *count)
{
    const search_result *f = &s->found;
    *known = *count = true;
    if (solver_complete(s))
        return 0;
    if (f->starts_incomplete) { /* nothing was expanded: a start is a goal, and others may be, too,
                                   which cost no less than nothing */
        *known = !o->cost[0];
        *count = false;
        return 0;
    }
    int code = optimum_prove(known, count, o, s->g, (cost_order){1, &number}, s->err);
    if (code)
        return code;
    if (number == -1 && f->shortest_known) {
        *known = true;
        *count = *count || f->shortest <= f->proved_depth;
    }
    if (f->proved_cheapest && number == s->minimize[0]) {
        *known = true;
        *count = *count || (is_sole_objective(s, number) && has_all_optima(s, number));
    }
    return 0;
}

static int derive_best_cost(solver *s, int number)
{
    bool known, with_count;
    optimum o;
    wgcq_optimum *best = &s->result->best[number + 1];
    if (!s->found.goals)
        return 0;
    int code = optimum_find(&o, s->g, &s->back, (cost_order){1, &number}, s->err);
    if (code || !o.found)
        return code;
    code = prove_best_cost(s, number, &o, &known, &with_count);
    if (!code && known) {
        best->known = true;
        best->value = o.cost[0];
    }
    if (!code && known && with_count) {
        best->count = o.count;
        o.count = NULL;
    }
    optimum_free(&o);
    return code;
}

static int derive_best_costs(solver *s)
{
    int code = 0;
    for (int i = -1; i < (int)s->model->costs && !code; i++)
        code = derive_best_cost(s, i);
    s->result->summary.shortest = s->result->best[0];
    return code;
}

/* Without a graph: the fewest moves, as far as the search proves them. */
static int derive_best_without_graph(solver *s)
{
    wgcq_optimum *moves = &s->result->best[0];
    if (s->found.shortest_known) {
        moves->known = true;
        moves->value = s->found.shortest;
        if (s->found.shortest_count && !(moves->count = strdup(s->found.shortest_count)))
            return error_set_memory(s->err);
    }
    s->result->summary.shortest = *moves;
    return 0;
}

/* ---- the steps of a run ------------------------------------------------------------------- */

/* An interrupt or an error has come before the writer was needed again. */
static int end_indices_early(solver *s, int code)
{
    wgcq_error late = {0};
    if (!s->sink.thread)
        return code;
    writing_thread_stop(s->sink.thread);
    int end = writing_thread_end(s->sink.thread, &late);
    s->sink.thread = NULL;
    if (code || !end || end == WGCQ_EINTERRUPT)
        return code;
    return error_set(s->err, (wgcq_code)end, "%s", late.text);
}

static int derive_from_graph(solver *s)
{
    distances_found distances = {0};
    int code = derive_distances_to_goal(s, &distances);
    if (!code)
        code = store_distances(s, &distances);
    if (!code)
        code = find_violations(s);
    if (!code)
        code = check_admissible(s);
    if (!code)
        code = derive_best_costs(s);
    code = code ? end_indices_early(s, code) : await_indices(s);
    home_free(s->g->home, distances.proved);
    home_free(s->g->home, distances.depth);
    return code ? code : find_solutions(s);
}

/* An interrupt is a status of the run, and no error. */
static int absorb_interrupt(solver *s, int code)
{
    if (code != WGCQ_EINTERRUPT)
        return code;
    s->interrupted = true;
    if (s->err)
        *s->err = (wgcq_error){0};
    return 0;
}

static int derive_results(solver *s)
{
    int code = new_best_costs(s);
    if (!code && s->g && !s->interrupted)
        code = absorb_interrupt(s, derive_from_graph(s));
    else if (!code)
        code = derive_best_without_graph(s);
    if (!code && s->g && s->interrupted && !s->result->checked)
        code = find_violations(s);
    if (!code && !s->g)
        code = find_violations_unstored(s);
    return !code && !s->g ? find_solutions_unstored(s) : code;
}

/* Whether the rows in the file are enough to resume; else the interrupted run is ended with its
   figures. */
static bool is_resumable(const solver *s)
{
    return s->shards || (s->interrupted && s->options->trace_level <= WGCQ_TRACE_STATES);
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
        s->err, WGCQ_EREQUEST,
        "%s was reached before the search had caught up with the file; the run is as far as it "
        "was",
        s->result->limit);
}

static bool is_memory_short(const solver *s)
{
    uint64_t left = s->options->memory_left;
    if (s->home) /* what indices are built of is in files */
        return false;
    return s->options->max_memory || (left && s->found.memory > left / 2);
}

/* Where all is explored, what is derived of the graph leaves the writer to the thread for a while.
 */
static bool indexes_beside(const solver *s)
{
    return s->sink.thread && !is_memory_short(s);
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
    return code ? code : solver_poll_phase(s, "distances");
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
    if (!s->g || s->interrupted || is_memory_short(s))
        return 0;
    return absorb_interrupt(s, trace_finish_rows(s->writer, s->err));
}

static int end_trace(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    int code = build_indices(s);
    free_graph(s);
    out->run = trace_run(s->writer);
    return code || is_resumable(s) ? code : absorb_interrupt(s, trace_end(s->writer, out, s->err));
}

static void set_interrupted(solver *s)
{
    if (!s->interrupted)
        return;
    s->result->summary.status = "interrupted";
    s->result->summary.limit = NULL;
}

static int finish_run(solver *s)
{
    wgcq_summary *out = &s->result->summary;
    int code = s->writer ? check_rows_matched(s) : 0;
    if (!code)
        code = derive_results(s);
    code = end_indices_early(s, code);
    if (!code && s->unfold)
        code = s->unfold(s);
    set_interrupted(s);
    out->seconds = solver_seconds(s);
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

/* What is proved must not depend on what is stored.  Without a graph that is so where the search
   itself knows the depths, and there is nothing to prove but the fewest moves, level by level. */
static bool needs_no_graph(const solver *s)
{
    const wgcq_model *m = s->model;
    if (s->options->exchange || /* it would be that of one rank's states */
        s->options->order == WGCQ_BOTH_ENDS)
        return true;
    if (s->options->trace_level != WGCQ_TRACE_NONE || lacks_depths(s) || m->invariant_count ||
        m->forbids_deadlock)
        return false;
    return !m->has_goal || (s->options->order == WGCQ_BREADTH_FIRST && !m->costs);
}

int solver_begin(solver *s, const char *db, bool needs_graph)
{
    assert(s->model && s->options && !s->result && !s->worker);
    clock_gettime(CLOCK_MONOTONIC, &s->started);
    int code = solver_read_objectives(s);
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
    if (!code && spilled_run_keeps_rows(s))
        code = spilled_run_make_home(s);
    if (!code && !s->shards && (needs_graph || !needs_no_graph(s)) && !spilled_run_is_begun(s)) {
        s->g = graph_new(s->model->words, s->model->costs);
        code = s->g ? 0 : error_set_memory(s->err);
        if (s->g) {
            s->g->home = s->home;
            s->g->finals = s->model->finals;
            s->g->monitor = s->monitor;
            s->g->report_overflow = describe_overflow;
            s->g->report_overflow_self = s;
            s->g->compare_labels = compare_model_labels;
            s->g->labels = s;
        }
    }
    if (!code && db)
        code = open_trace_writer(s, db);
    s->sink.writer = s->writer;
    s->sink.graph = s->g;
    return code;
}

int solver_finish(solver *s, int code)
{
    assert(s->result);
    s->interrupted = s->found.end == SEARCH_INTERRUPTED;
    if (!code && s->g && !s->interrupted)
        code = close_graph(s);
    code = absorb_interrupt(s, code);
    int end = end_writing(s, code); /* the last rows are written beside the above */
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
                 "; it holds what was saved, %" PRIu64 " states, and `wgcq resume %s` goes on",
                 states, db);
}

void solver_close(solver *s)
{
    trace_close(s->writer);
    s->writer = NULL;
    sharded_run_close(s);
    free_graph(s);
    search_result_free(&s->found);
    if (s->narrow)
        s->model->narrow_free(s->narrow);
    row_sink_close(&s->sink);
    plan_checker_close(&s->checker);
    home_free(s->home, s->replayed);
    free(s->violations);
    if (s->worker)
        s->model->worker_free(s->worker);
    if (s->guided)
        s->guided->guide_free(s->guided);
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

int solver_run(wgcq_result **out, solver *s, const char *db)
{
    int code = check_ranks(s, db);
    if (!code)
        code = spilled_run_check(s, db);
    if (s->options->exchange) /* each has its own folder */
        code = rank_meet(s->options->exchange, code, s->err);
    if (!code && db && s->options->exchange)
        code = begin_as_rank(s, db);
    else if (!code)
        code = solver_begin(s, db, s->unfold || s->merge);
    if (!code)
        code = solver_finish(s, explore(s));
    else if (!s->shards)
        abandon_ranks(s, code);
    if (code == WGCQ_EMEMORY)
        code = spilled_run_explain(s, code);
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

int wgcq_solve_model(wgcq_result **out, const wgcq_model *model, const char *db,
                     const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err)
{
    static const wgcq_options none;
    if (options && options->reduce)
        return error_set(err, WGCQ_EREQUEST, "only a puzzle can be reduced by its symmetry");
    solver s = {.model = model, .options = options ? options : &none, .err = err};
    solver_set_monitor(&s, monitor);
    return db && s.options->replace && !s.options->exchange ? replacing_run(out, &s, db)
                                                            : solver_run(out, &s, db);
}
