/*
 * find_violations.c - what a run found of its invariants: which states violate them, how near the
 * nearest is, and the moves to it.
 *
 * The search marks states that violate some invariant, and those without successors; which
 * invariants they are is decided by the model's second evaluator, which so confirms the mark.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "model/stuck_state.h"
#include "run/solver.h"
#include "search/engine/checks.h"

enum { POLL_EVERY = 1 << 14 }; /* states */

typedef struct violation_search {
    solver *s;
    const uint32_t *depth; /* [states + 1] fewest moves from a start; NULL: not known     */
    uint32_t *own_depth;   /* the same, where the search does not know them                */
    uint32_t known_depths; /* see graph_answers.h */
    uint32_t *nearest;     /* [invariants] of least depth the least packed; 0: none        */
    bool *broken;          /* [invariants] of one state                                    */
    size_t rows, room;
} violation_search;

static int open_figures(solver *s)
{
    const wgcq_model *m = s->model;
    wgcq_result *r = s->result;
    size_t count = violations_of(m);
    assert(!r->checked);
    r->checked = calloc(count, sizeof *r->checked);
    r->violations = calloc(count, sizeof *r->violations);
    if (!r->checked || !r->violations)
        return error_set_memory(s->err);
    for (size_t i = 0; i < count; i++)
        r->checked[i].invariant = i < m->invariant_count ? m->invariants[i] : "deadlock";
    r->summary.checked = r->checked;
    r->summary.checked_count = count;
    r->summary.violations = r->violations;
    return 0;
}

/* ---- depths ------------------------------------------------------------------------------- */

/* Where levels are explored one by one, all that is nearer than a violation was explored before,
   but for what lies behind a bound. */
static void find_known_depths(violation_search *v)
{
    const solver *s = v->s;
    bool all = solver_complete(s) || (solver_goes_by_levels(s) && !s->result->summary.bounded);
    v->known_depths = all ? UNREACHABLE : known_depths(s->g, v->depth);
}

static int find_depths(violation_search *v)
{
    solver *s = v->s;
    int code = 0;
    if (!solver_goes_by_levels(s) && graph_is_closed(s->g))
        code = distances_from_start(&v->own_depth, s->g, s->err);
    v->depth = solver_goes_by_levels(s) ? s->g->depth : v->own_depth;
    if (!code && v->depth)
        find_known_depths(v);
    return code;
}

/* ---- states ------------------------------------------------------------------------------- */

/* A run that was cut short may have a state without the edge that led to it. */
static bool is_led_to(const violation_search *v, uint32_t state)
{
    const reversed_graph *back = &v->s->back;
    return !back->first || !v->depth[state] || back->first[state] < back->first[state + (size_t)1];
}

/* The nearer state; then one with a path; then the least packed, as where nothing is kept
   (search/sweep/sweep_checks.c). */
static bool is_nearer_violation(const violation_search *v, uint32_t a, uint32_t b)
{
    if (!v->depth)
        return false;
    if (v->depth[a] == v->depth[b] && is_led_to(v, a) != is_led_to(v, b))
        return is_led_to(v, a);
    return v->depth[a] != v->depth[b] ? v->depth[a] < v->depth[b]
                                      : graph_packs_before(v->s->g, a, b);
}

static int record_violation(violation_search *v, uint32_t state, size_t invariant)
{
    solver *s = v->s;
    uint32_t *nearest = &v->nearest[invariant];
    if (!array_reserve(&s->violations, &v->room, v->rows + 1, sizeof *s->violations))
        return error_set_memory(s->err);
    s->violations[v->rows++] = (violation_row){state, (uint32_t)invariant};
    s->result->checked[invariant].states++;
    if (!*nearest || is_nearer_violation(v, state, *nearest))
        *nearest = state;
    return 0;
}

static int check_marked_state(violation_search *v, uint32_t state)
{
    solver *s = v->s;
    size_t before = v->rows;
    int code =
        s->model->reference.broken_invariants(s->worker, solver_state(s, state), v->broken, s->err);
    for (size_t i = 0; i < s->model->invariant_count && !code; i++)
        if (v->broken[i])
            code = record_violation(v, state, i);
    if (code || v->rows > before)
        return code;
    return error_set(s->err, WGCQ_ERUN,
                     "the checker finds no invariant that state %u violates, as the search says",
                     state);
}

/* A state that this search expanded is marked; of one that was loaded, the edges show it. */
static bool is_stuck(const solver *s, uint32_t state)
{
    const graph *g = s->g;
    uint32_t stored = s->resume_from ? s->resume_from->expanded : 0;
    if (g->marks[state] & MARK_STUCK)
        return true;
    return s->model->forbids_deadlock && graph_is_closed(g) && state <= stored &&
           graph_row(g, state) == graph_row_end(g, state) &&
           !(g->marks[state] & (MARK_GOAL | MARK_END));
}

static int check_states(violation_search *v)
{
    solver *s = v->s;
    const graph *g = s->g;
    int code = 0;
    for (uint32_t i = 1; i <= g->states && !code; i++) {
        if (g->marks[i] & MARK_VIOLATES)
            code = check_marked_state(v, i);
        if (!code && is_stuck(s, i))
            code = record_violation(v, i, s->model->invariant_count);
        if (!code && i % POLL_EVERY == 0 && !solver_is_cut(s))
            code = solver_poll_phase(s, "invariants");
    }
    return code;
}

/* ---- the result --------------------------------------------------------------------------- */

/* Sorts a violation in: shortest first, then as the puzzle has them. */
static void insert_by_length(wgcq_result *r, const wgcq_checked *one)
{
    size_t at = r->summary.violation_count++;
    for (; at && one->length < r->violations[at - 1]->length; at--)
        r->violations[at] = r->violations[at - 1];
    r->violations[at] = one;
}

/* A nearer state that was not found is none of the known depths; a nearer deadlock may be of the
   last of them. */
static void set_lengths(violation_search *v)
{
    const solver *s = v->s;
    for (size_t i = 0; i < violations_of(s->model); i++) {
        wgcq_checked *one = &s->result->checked[i];
        bool deadlock = i == s->model->invariant_count;
        if (!(one->violated = v->nearest[i]))
            continue;
        one->length = v->depth ? v->depth[v->nearest[i]] : 0;
        one->length_known = v->depth && one->length + (uint64_t)deadlock <= v->known_depths;
        insert_by_length(s->result, one);
    }
}

static int replay_counterexample(solver *s, const pending_solution *p)
{
    plan_view view = {p->length, p->states, p->moves, s->model->costs ? p->costs : NULL, NULL};
    int code = s->checker.model ? 0 : plan_checker_open(&s->checker, s->model, s->worker, s->err);
    code = code ? code : plan_checker_replay_start(&s->checker, &view, s->err);
    for (uint32_t i = 0; i < p->length && !code; i++)
        code = plan_checker_replay_step(&s->checker, &view, i, s->err);
    return code;
}

static int finish_counterexample(solver *s)
{
    pending_solution *p = &s->result->counterexample;
    int code = replay_counterexample(s, p);
    if (code)
        return code;
    pending_solution_sum_what_fits(p); /* what a counterexample costs decides nothing */
    code = pending_solution_spell(p, s->model, s->worker, s->err);
    if (code ||
        s->result->violations[0] - s->result->checked != (ptrdiff_t)s->model->invariant_count)
        return code;
    return stuck_state_describe(&s->result->deadlock, s->model, s->worker,
                                p->states + (size_t)p->length * s->model->words, s->err);
}

/* The moves to the nearest state of all, replayed as a solution is. */
static int find_counterexample(violation_search *v)
{
    solver *s = v->s;
    wgcq_result *r = s->result;
    if (!r->summary.violation_count || !s->back.first || !v->depth)
        return 0;
    uint32_t at = v->nearest[r->violations[0] - r->checked], length = v->depth[at];
    uint64_t *edges = malloc((length + (size_t)1) * sizeof *edges);
    if (!edges)
        return error_set_memory(s->err);
    at = shortest_path(edges, s->g, &s->back, v->depth, at);
    int code = at ? pending_solution_from_edges(s, &r->counterexample, at, length, edges) : 0;
    free(edges);
    return code || !at ? code : finish_counterexample(s);
}

static int search_violations(violation_search *v)
{
    solver *s = v->s;
    int code = find_depths(v);
    code = code ? code : check_states(v);
    if (!code || code == WGCQ_EINTERRUPT) /* then as far as it came */
        set_lengths(v);
    if (code)
        return code;
    if (s->writer)
        trace_violations(s->writer, (violation_rows){.invariants = violations_of(s->model),
                                                     .figures = s->result->checked,
                                                     .count = v->rows,
                                                     .rows = s->violations});
    return find_counterexample(v);
}

int find_violations(solver *s)
{
    size_t count = violations_of(s->model);
    violation_search v = {.s = s};
    assert(s->g && s->result);
    if (!count)
        return 0;
    v.nearest = calloc(count, sizeof *v.nearest);
    v.broken = calloc(count, sizeof *v.broken);
    int code = v.nearest && v.broken ? open_figures(s) : error_set_memory(s->err);
    code = code ? code : search_violations(&v);
    free(v.nearest);
    free(v.broken);
    free(v.own_depth);
    return code;
}

/* A search by whole levels finds the nearest violation of those that it explores; a nearer one may
   lie beyond a bound. */
static void set_unstored_figures(const solver *s)
{
    const search_checked *found = s->found.checked;
    for (size_t i = 0; i < violations_of(s->model); i++) {
        wgcq_checked *one = &s->result->checked[i];
        one->states = found[i].states;
        if (!(one->violated = one->states))
            continue;
        one->length = found[i].depth;
        one->length_known =
            !s->result->summary.bounded || one->length + (uint64_t)is_deadlock_check(s->model, i) <=
                                               found[violations_of(s->model)].depth + (uint64_t)1;
        insert_by_length(s->result, one);
    }
}

int find_violations_unstored(solver *s)
{
    const search_path *path = &s->found.counterexample;
    if (!s->found.checked || !violations_of(s->model))
        return 0;
    int code = open_figures(s);
    if (!code)
        set_unstored_figures(s);
    if (code || !path->states)
        return code;
    code = pending_solution_from_path(s, &s->result->counterexample, path->length, path->states,
                                      path->moves);
    return code ? code : finish_counterexample(s);
}

/* ---- of a stored run ------------------------------------------------------------------------ */

static bool has_violation(const solver *s)
{
    return graph_next_marked(s->g, 1, MARK_VIOLATES) <= s->g->states ||
           (s->model->forbids_deadlock && s->result->summary.deadlocks);
}

/* Whether there is room for the graph of a stored run, and to sort its edges. */
static int check_stored_graph_fits(const solver *s)
{
    const trace_facts *f = trace_about_run(s->trace);
    const graph sizes = {.words = f->words,
                         .costs = f->costs,
                         .finals = f->finals,
                         .states = f->states,
                         .edges = f->edges,
                         .sorted = f->in_order,
                         .move = {.width = sizeof(uint16_t)}};
    const uint64_t most = solver_memory_limit(s), needs = graph_memory_closing(&sizes);
    if (!most || needs <= most)
        return 0;
    return error_set(s->err, WGCQ_EUNKNOWN,
                     "to answer from the stored run its graph is read, which takes %.1f MiB: more "
                     "than the %.1f MiB %s",
                     (double)needs / (1 << 20), (double)most / (1 << 20),
                     s->options->max_memory ? "of --max-memory" : "that are left");
}

int solver_check_stored(solver *s)
{
    assert(solver_complete(s) && !s->g);
    trace_watch(s->trace, s->monitor);
    int code = check_stored_graph_fits(s);
    code = code ? code : trace_graph(&s->g, s->trace, 0, s->err);
    if (code)
        return code;
    trace_resume_point expanded = {.expanded = s->g->states};
    s->resume_from = &expanded; /* the edges show which states are stuck */
    solver_count_deadlocks(s);
    if (has_violation(s) || s->model->property_count) {
        code = reversed_graph_open(&s->back, s->g, solver_reversed_columns(s), s->err);
        if (!code)
            reversed_graph_fill(&s->back);
    }
    code = code ? code : find_violations(s);
    code = code ? code : decide_properties(s);
    s->resume_from = NULL;
    return code;
}
