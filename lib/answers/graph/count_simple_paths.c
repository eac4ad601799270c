/*
 * count_simple_paths.c - how many plans there are that visit no state twice and end at the first
 * goal; with final costs, at any.
 *
 * Depth-first, so it takes no more memory than the graph, however many there are.  After PATIENCE
 * steps without a plan, every further step is taken only if a goal can still be reached without
 * repeating a state (avoiding_path.h), until the next plan is found: so paths that have no
 * completion are not all enumerated.
 *
 * After STEPS_UNASKED steps it is estimated how many plans there are.  Where they are too many to
 * be counted at all, they are counted length by length from then on: what is known when it is
 * stopped is exact up to a length.
 */
#include <stdio.h>
#include <stdlib.h>

#include "answers/graph/avoiding_path.h"
#include "answers/graph/path_estimate.h"
#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"

enum { PATIENCE = 4096, STEPS_UNASKED = 1 << 24 };

static const double LOG10_TOO_MANY = 12; /* days */

typedef struct path_counter {
    const graph *g;
    cost_distance dist;
    avoiding_path *avoiding;
    path_marks on_path;
    uint32_t *path; /* [depth + 1] */
    uint64_t *next; /* the edge to try next at each of them */
    uint32_t depth;
    int64_t ignored_cost;
    uint64_t fruitless, patience, effort;
    uint64_t steps_unasked; /* until the estimate; 0: there will be none */
    uint64_t count;         /* in this pass */
    uint32_t bound;         /* plans of more moves are left out ...             */
    bool is_bounded;        /* ... and there may be some: a path was not gone on with */
    uint64_t at_bound;      /* plans of exactly so many moves */
    size_t room;            /* of totals->of_length */
    path_totals *totals;
    char remark[160];
    progress_clock progress;
} path_counter;

static void measure_count(const void *self, wgcq_progress *to)
{
    const path_counter *c = self;
    to->states = c->g->states;
    to->edges = c->g->edges;
    to->found = c->count > c->totals->count ? c->count : c->totals->count;
    to->remark = *c->remark ? c->remark : NULL;
}

/* Whether a goal can still be reached from the end of the path without repeating a state. */
static int can_still_reach_goal(path_counter *c, bool *found, wgcq_error *err)
{
    int code = c->avoiding ? 0 : avoiding_path_new(&c->avoiding, &c->dist, err);
    if (!code)
        code = avoiding_path_find(c->avoiding, c->path[c->depth], &c->on_path, &c->ignored_cost,
                                  found, &c->effort, err);
    return code;
}

static void leave_last_state(path_counter *c)
{
    c->on_path.stamp[c->path[c->depth]] = 0;
    c->depth--;
}

/* Whether a plan within the bound may go on to that state. */
static bool may_visit(path_counter *c, uint32_t state)
{
    if (!cost_distance_reaches(&c->dist, state) || path_marks_has(&c->on_path, state))
        return false;
    bool within = c->depth + (uint64_t)cost_distance_at(&c->dist, state, 0) < c->bound;
    c->is_bounded |= !within;
    return within;
}

/* A goal completes a plan; a state that plans may go on from is appended to the path, unless that
   is fruitless. */
static int visit_state(path_counter *c, uint32_t state, wgcq_error *err)
{
    bool found = true;
    int code = 0;
    if (c->g->marks[state] & MARK_GOAL) {
        c->count++;
        c->at_bound += c->depth + 1 == c->bound;
        c->fruitless = 0;
        if (graph_ends_at_goals(c->g))
            return 0;
    }
    c->path[++c->depth] = state;
    c->next[c->depth] = graph_row(c->g, state);
    c->on_path.stamp[state] = c->on_path.current;
    if (++c->fruitless > c->patience)
        code = can_still_reach_goal(c, &found, err);
    if (!code && !found)
        leave_last_state(c);
    return code;
}

/* WGCQ_LIMIT: there are too many. */
static int estimate_plans(path_counter *c, wgcq_error *err)
{
    int code = path_estimate_find(&c->totals->log10_plans, &c->dist, err);
    if (code || c->totals->log10_plans < LOG10_TOO_MANY)
        return code;
    char about[PATH_ESTIMATE_TEXT];
    snprintf(c->remark, sizeof c->remark,
             "there are about %s plans, by sampling: to count them one by one will not end; they "
             "are counted by length until it is stopped",
             path_estimate_text(about, c->totals->log10_plans));
    return WGCQ_LIMIT;
}

static int count_from_start(path_counter *c, uint32_t start, const wgcq_monitor *monitor,
                            wgcq_error *err)
{
    const graph *g = c->g;
    int code = 0;
    path_marks_clear(&c->on_path, g->states);
    c->depth = 0;
    c->path[0] = start;
    c->next[0] = graph_row(g, start);
    c->on_path.stamp[start] = c->on_path.current;
    while (!code) {
        if (c->next[c->depth] < graph_row_end(g, c->path[c->depth])) {
            uint32_t to = g->dst[c->next[c->depth]++];
            if (may_visit(c, to))
                code = visit_state(c, to, err);
        } else if (c->depth) {
            leave_last_state(c);
        } else {
            return 0;
        }
        if (!code)
            code = progress_poll(&c->progress, monitor, c->depth, err);
        if (!code && c->steps_unasked && !--c->steps_unasked)
            code = estimate_plans(c, err);
    }
    return code;
}

static int count_from_all_starts(path_counter *c, const wgcq_monitor *monitor, wgcq_error *err)
{
    const graph *g = c->g;
    int code = 0;
    c->count = c->at_bound = 0;
    c->is_bounded = false;
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        if (!(g->marks[s] & MARK_START) || !cost_distance_reaches(&c->dist, s))
            continue;
        bool goal = g->marks[s] & MARK_GOAL;
        c->count += goal;
        c->at_bound += goal && !c->bound;
        if (!goal || !graph_ends_at_goals(g))
            code = count_from_start(c, s, monitor, err);
    }
    return code;
}

/* ---- length by length ---------------------------------------------------------------------- */

static bool append_length(path_counter *c)
{
    path_totals *t = c->totals;
    if (!array_reserve(&t->of_length, &c->room, t->lengths + 1, sizeof *t->of_length))
        return false;
    t->of_length[t->lengths++] = c->at_bound;
    return true;
}

/* The plans that are known to be there: those of all lengths so far, and of the present one. */
static void keep_most(path_counter *c)
{
    path_totals *t = c->totals;
    uint64_t known = c->at_bound;
    for (size_t i = 0; i < t->lengths; i++)
        known += t->of_length[i];
    t->count = known > t->count ? known : t->count;
}

static int count_by_length(path_counter *c, const wgcq_monitor *monitor, wgcq_error *err)
{
    int code = 0;
    bool more = true;
    for (c->bound = 0; more && !code; c->bound += more) {
        code = count_from_all_starts(c, monitor, err);
        more = c->is_bounded;
        if (!code && !append_length(c))
            code = error_set_memory(err);
        if (code)
            keep_most(c);
    }
    return code;
}

/* ---- all ----------------------------------------------------------------------------------- */

static int open_counter(path_counter *c, const reversed_graph *back, wgcq_error *err)
{
    static const int moves = -1;
    size_t states = (size_t)c->g->states + 1;
    int code = cost_distance_find(&c->dist, c->g, back, (cost_order){1, &moves}, err);
    if (code)
        return code;
    uint32_t best = cost_distance_best_start(&c->dist);
    c->patience = PATIENCE + 2 * (uint64_t)(best ? cost_distance_at(&c->dist, best, 0) : 0);
    c->path = malloc(states * sizeof *c->path);
    c->next = malloc(states * sizeof *c->next);
    c->progress = (progress_clock){
        .phase = "counting", .measure = measure_count, .self = c, .interval = 4096};
    progress_clock_start(&c->progress);
    return path_marks_open(&c->on_path, c->g->states) && c->path && c->next ? 0
                                                                            : error_set_memory(err);
}

static void close_counter(path_counter *c)
{
    avoiding_path_free(c->avoiding);
    path_marks_close(&c->on_path);
    cost_distance_free(&c->dist);
    free(c->path);
    free(c->next);
}

int count_simple_paths(path_totals *out, const graph *g, const reversed_graph *back, bool by_length,
                       const wgcq_monitor *monitor, wgcq_error *err)
{
    *out = (path_totals){.log10_plans = -1};
    path_counter c = {.g = g, .bound = UINT32_MAX, .steps_unasked = STEPS_UNASKED, .totals = out};
    int code = open_counter(&c, back, err);
    if (!code)
        code = by_length ? WGCQ_LIMIT : count_from_all_starts(&c, monitor, err);
    out->count = c.count;
    c.steps_unasked = 0;
    if (code == WGCQ_LIMIT) {
        code = count_by_length(&c, monitor, err);
        out->count = code ? out->count : c.count;
    }
    close_counter(&c);
    return code;
}

void path_totals_free(path_totals *t)
{
    free(t->of_length);
    *t = (path_totals){0};
}
