/*
 * run_graph.c - the graph of a run: whether it has one, its opening, its closing with the edges by
 * their ends.
 */
#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "run/solver.h"
#include "run/spilled_run.h"

/* ---- opening -------------------------------------------------------------------------------- */

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
static bool proofs_need_graph(const solver *s)
{
    const wgcq_model *m = s->model;
    if (s->options->order >= WGCQ_BOTH_ENDS)
        return false;
    if (s->options->trace_level != WGCQ_TRACE_NONE || solver_lacks_depths(s) ||
        ((m->invariant_count || m->forbids_deadlock || m->bounds) && !searches_whole_levels(s)) ||
        m->property_count)
        return true;
    return m->has_goal && (s->options->order != WGCQ_BREADTH_FIRST || m->costs);
}

static bool needs_graph(const solver *s)
{
    if (s->shards || spilled_run_is_begun(s))
        return false;
    if (s->options->exchange && !s->streams) /* it would be that of some states alone */
        return s->gathers && !s->options->exchange->rank;
    return s->streams || s->orbits || s->merge || proofs_need_graph(s);
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

int solver_open_needed_graph(solver *s)
{
    return needs_graph(s) ? solver_open_graph(s) : 0;
}

/* ---- closing -------------------------------------------------------------------------------- */

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
    if (solver_indexes_beside(s))
        code = writing_thread_index(s->sink.thread, &s->back, s->err);
    reversed_graph_fill(&s->back);
    return code;
}

static int poll_closing(solver *s)
{
    return solver_poll_phase(s, "distances");
}

static int close_edges(solver *s)
{
    return graph_close(s->g, s->err);
}

int solver_close_graph(solver *s)
{
    static run_step *const closing[] = {poll_closing,  close_edges,  poll_closing,
                                        reverse_graph, poll_closing, NULL};
    if (!s->g || solver_is_cut(s))
        return 0;
    assert(!s->back.first);
    int code = run_steps(s, closing);
    if (s->options->order == WGCQ_BREADTH_FIRST)
        s->g->expanded = (uint32_t)s->found.expanded;
    s->g->starts_missing = s->found.starts_incomplete;
    return solver_absorb_interrupt(s, code);
}

void solver_free_graph(solver *s)
{
    find_solutions_close(s);
    if (s->writer)
        trace_borrow_graph(s->writer, NULL, NULL);
    reversed_graph_free(&s->back);
    graph_free(s->g);
    s->g = NULL;
}
