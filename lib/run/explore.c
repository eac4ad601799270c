/*
 * explore.c - the search of a run: its rows go to the file and to the graph as they come.
 *
 * A run that is continued begins with the states and edges of the file.  A run that leaves memory
 * for files while it explores begins again, without its graph.
 */
#include "run/solver.h"

#include <assert.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "run/sharded_run.h"
#include "run/spilled_run.h"
#include "search/ranks/rank_meet.h"

/* ---- resuming ----------------------------------------------------------------------------- */

/* Where the search continues: behind the stored states and edges, which the graph has. */
static search_past stored_past(const solver *s)
{
    const trace_resume_point *resume_from = s->resume_from;
    const graph *g = s->g;
    assert(g && s->writer && g->states == resume_from->states);
    return (search_past){.states = g->states,
                         .own = g->states,
                         .expanded = resume_from->expanded,
                         .edges = g->edges,
                         .rejections = resume_from->rejections,
                         .state = g->state + g->words,
                         .marks = g->marks + 1,
                         .depth = g->depth + 1};
}

static bool is_continued(const solver *s)
{
    return s->resume_from && s->resume_from->mode == TRACE_CONTINUE && s->resume_from->states;
}

/* ---- the search --------------------------------------------------------------------------- */

static unsigned threads_of(const solver *s)
{
    return s->options->threads ? s->options->threads : 1;
}

void solver_search_options(solver *s, search_options *how)
{
    const wgcq_options *o = s->options;
    *how = (search_options){
        .order = o->order,
        .rows = (s->g || s->gathers ? (unsigned)(ROWS_STATES | ROWS_EDGES | ROWS_STUCK) : 0) |
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
        .seconds_before = seconds_since(&s->started),
        .threads = threads_of(s),
        .count_shortest = !s->g && !s->shards && !s->gathers,
        .no_plan = o->no_solutions,
        .inverse = s->inverse,
        .inverse_ended = o->order == WGCQ_BOTH_ENDS && !s->inverse,
        .exchange = o->exchange,
        .rows_to_first = s->gathers,
        .spill = spilled_run_folder(s),
        .spill_every = o->save_every,
        .spill_about = s->about.bytes};
    if (s->g)
        s->g->threads = threads_of(s);
}

static bool has_goal(const row_batch *rows)
{
    for (size_t i = 0; i < rows->states.count; i++)
        if (rows->states.marks[i] & MARK_GOAL)
            return true;
    return false;
}

int solver_take_rows(solver *s, const row_batch *rows)
{
    s->taken.states += rows->states.count;
    s->taken.edges += rows->edges.count;
    s->found_goal = s->found_goal || has_goal(rows);
    return row_sink_take(&s->sink, rows, s->err);
}

/* Starting it takes as long as storing some thousand rows. */
static int start_writing_thread(solver *s)
{
    enum { ROWS_LEAST = 100 }; /* so few that most tests have a thread */
    if (s->sink.thread || s->taken.states + s->taken.edges < ROWS_LEAST || !s->writer ||
        s->shards || !trace_rows(s->writer) || threads_of(s) < 2)
        return 0;
    return writing_thread_start(&s->sink.thread, s->writer, s->g, s->sink.sorts_edges,
                                solver_memory_limit(s), s->err);
}

static int take_search_step(solver *s, const row_batch *rows)
{
    if (s->shards)
        return sharded_run_take(s, rows);
    int code = solver_take_rows(s, rows);
    code = code ? code : start_writing_thread(s);
    return solver_meet_gathering(s, code);
}

/* ---- its steps ---------------------------------------------------------------------------- */

/* Sets the earlier run that the search continues, or NULL, and the model that it explores. */
static int choose_past(solver *s)
{
    s->past = NULL;
    if (!is_continued(s))
        return solver_make_narrow(s);
    s->stored_past = stored_past(s);
    s->past = &s->stored_past;
    return 0;
}

static int make_search(solver *s)
{
    search_options how;
    solver_search_options(s, &how);
    how.past = s->past;
    /* A file has no edges of orbits; unsorted, no plan depends on the numbers of labels, which each
       rank gives as it meets them. */
    s->sink.sorts_edges = solver_goes_by_levels(s) && !s->orbits;
    return search_new(&s->search, s->narrow ? s->narrow : s->model, &how, s->monitor, s->err);
}

/* Opens the search; where that fails all ranks end, as they would wait for this one. */
static int open_search_of_run(solver *s)
{
    static run_step *const opening[] = {choose_past, sharded_run_go_on, make_search, NULL};
    int code = run_steps(s, opening);
    rank_abandon_early(s->options->exchange, code);
    return code;
}

static int take_search_rows(solver *s)
{
    row_batch rows;
    int code = 0;
    while (!code && !(code = search_step(s->search, &rows)))
        code = take_search_step(s, &rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* Takes the edges that were held back, and notes how far the search came. */
static int take_last_rows(solver *s)
{
    const bool in_order = s->options->order == WGCQ_BREADTH_FIRST;
    const uint64_t expanded = search_partial_result(s->search)->expanded;
    const row_batch end = {.pause = true, .expanded = in_order ? (uint32_t)expanded : 0};
    int code = solver_take_rows(s, &(row_batch){0});
    return code || s->shards ? code
                             : solver_take_rows(s, &end); /* their last level may be dropped */
}

static int finish_search(solver *s)
{
    int code = search_finish(&s->found, s->search);
    search_free(s->search);
    s->search = NULL;
    return code;
}

static int close_ring(solver *s)
{
    return s->sink.thread ? writing_thread_close_ring(s->sink.thread, s->err) : 0;
}

static int explore_once(solver *s)
{
    static run_step *const exploring[] = {
        open_search_of_run, take_search_rows, take_last_rows,    finish_search,
        sharded_run_end,    close_ring,       solver_widen_plan, NULL};
    int code = run_steps(s, exploring);
    search_free(s->search);
    s->search = NULL;
    return code;
}

/* Begins again without its graph, or with one in files. */
static void forget_exploring(solver *s)
{
    row_sink_close(&s->sink);
    s->sink = (row_sink){0};
    s->taken = (cut_point){0};
    graph_free(s->g);
    s->g = NULL;
    search_result_free(&s->found);
    if (s->narrow)
        s->model->made.narrow_free(s->narrow);
    s->narrow = NULL;
    if (s->err)
        *s->err = (wgcq_error){0};
}

/* In files, from the beginning. */
static int explore_in_files(solver *s)
{
    const bool has_graph = !s->gathers || !s->options->exchange->rank;
    forget_exploring(s);
    spilled_run_begin_again(s);
    int code = spilled_run_keeps_rows(s) && has_graph ? solver_open_graph(s) : 0;
    code = solver_meet_gathering(s, code);
    return code ? code : explore_once(s);
}

int solver_explore(solver *s)
{
    if (s->merge && !s->shards)
        return merged_run_fill(s);
    if (s->options->spill && !spilled_run_keeps_rows(s))
        spilled_run_describe(&s->about, s);
    if (s->about.failed) {
        rank_abandon_early(s->options->exchange, WGCQ_EMEMORY);
        return error_set_memory(s->err);
    }
    int code = solver_meet_gathering(s, explore_once(s));
    const bool due = spilled_run_is_due(s, code);
    if (s->gathers && s->options->spill) /* limits of memory may differ */
        return rank_meet(s->options->exchange, due ? 0 : WGCQ_DONE, NULL) ? code
                                                                          : explore_in_files(s);
    return due ? explore_in_files(s) : code;
}
