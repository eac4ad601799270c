/*
 * count_simple_paths.c - how many plans there are that visit no state twice and end at the first
 * goal; with final costs, at any.
 *
 * Where the states on plans form no cycle, it is a sum (forward_paths.h).  Else plans are gone
 * through: depth-first, so it takes no more memory than the graph, however many there are.  After
 * PATIENCE steps without a plan, every further step is taken only if a goal can still be reached
 * without repeating a state (avoiding_path.h), until the next plan is found: so paths that have no
 * completion are not all enumerated.
 *
 * After STEPS_ALONE steps another method is tried, where there is one, and where it gives up they
 * are counted length by length too, in as much time: what is known when it is stopped is exact up
 * to a length, and the whole takes at most twice as long.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/containers/bigcount.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "graph/algorithms/avoiding_path.h"
#include "graph/algorithms/forward_paths.h"

enum {
    PATIENCE = 4096,
    STEPS_ALONE = 1 << 24,
    STEPS_IN_TURN = 1 << 16,
    STEPS_MEANWHILE = 1 << 12,
    DIGITS_OF_DAYS = 13, /* of a number of plans that takes days */
    DIGITS_SHOWN = 20,
};

/* Goes through the plans, as many steps at a time as it is asked to. */
typedef struct path_counter {
    const cost_distance *dist;
    avoiding_path *avoiding;
    path_marks on_path;
    uint32_t start; /* of the path; those before it are done */
    bool inside;    /* there is a path */
    uint32_t *path; /* [depth + 1] */
    uint64_t *next; /* the edge to try next at each of them */
    uint32_t depth;
    int64_t ignored_cost;
    uint64_t fruitless, patience, effort;
    uint64_t count;
    uint32_t bound;    /* plans of more moves are left out ...             */
    bool is_bounded;   /* ... and there may be some: a path was not extended */
    uint64_t at_bound; /* plans of exactly so many moves */
} path_counter;

typedef struct plan_count {
    cost_distance dist;
    path_counter all, of_length; /* of_length goes from bound to bound */
    size_t room;                 /* of totals->of_length */
    path_totals *totals;
    char *forwards;             /* at least so many there are, in decimal; NULL: not known */
    char remark[480], why[160]; /* why: the other method gave up */
    const plan_method *method;  /* NULL: none */
    uint64_t states;            /* frontier states that the method counted */
    int length_code;            /* the latest result of advance_lengths */
    progress_clock progress;
    const wgcq_monitor *monitor;
} plan_count;

static void measure_count(const void *self, wgcq_progress *to)
{
    const plan_count *c = self;
    to->states = c->dist.g->states;
    to->edges = c->dist.g->edges;
    to->found = c->states ? 0 : c->all.count;
    to->frontier = c->states;
    to->remark = *c->remark ? c->remark : NULL;
}

/* Whether a goal can still be reached from the end of the path without repeating a state. */
static int can_still_reach_goal(path_counter *c, bool *found, wgcq_error *err)
{
    int code = c->avoiding ? 0 : avoiding_path_new(&c->avoiding, c->dist, err);
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

/* Whether a plan within the bound may continue to that state. */
static bool may_visit(path_counter *c, uint32_t state)
{
    if (!cost_distance_reaches(c->dist, state) || path_marks_has(&c->on_path, state))
        return false;
    bool within = c->depth + (uint64_t)cost_distance_at(c->dist, state, 0) < c->bound;
    c->is_bounded |= !within;
    return within;
}

/* A goal completes a plan; a state that plans may continue from is appended to the path, unless
   that is fruitless. */
static int visit_state(path_counter *c, uint32_t state, wgcq_error *err)
{
    const graph *g = c->dist->g;
    bool found = true;
    int code = 0;
    if (g->marks[state] & MARK_GOAL) {
        c->count++;
        c->at_bound += c->depth + 1 == c->bound;
        c->fruitless = 0;
        if (graph_ends_at_goals(g))
            return 0;
    }
    c->path[++c->depth] = state;
    c->next[c->depth] = graph_row(g, state);
    c->on_path.stamp[state] = c->on_path.current;
    if (++c->fruitless > c->patience)
        code = can_still_reach_goal(c, &found, err);
    if (!code && !found)
        leave_last_state(c);
    return code;
}

/* The next start, with an empty path; false: there is none. */
static bool enter_start(path_counter *c)
{
    const graph *g = c->dist->g;
    for (c->start++; c->start <= g->states; c->start++) {
        if (!(g->marks[c->start] & MARK_START) || !cost_distance_reaches(c->dist, c->start))
            continue;
        bool goal = g->marks[c->start] & MARK_GOAL;
        c->count += goal;
        c->at_bound += goal && !c->bound;
        if (!goal || !graph_ends_at_goals(g))
            break;
    }
    c->inside = c->start <= g->states;
    if (!c->inside)
        return false;
    path_marks_clear(&c->on_path, g->states);
    c->depth = 0;
    c->path[0] = c->start;
    c->next[0] = graph_row(g, c->start);
    c->on_path.stamp[c->start] = c->on_path.current;
    return true;
}

/* One edge forwards, or one back. */
static int take_counting_step(path_counter *c, wgcq_error *err)
{
    const graph *g = c->dist->g;
    if (c->next[c->depth] < graph_row_end(g, c->path[c->depth])) {
        uint32_t to = g->dst[c->next[c->depth]++];
        return may_visit(c, to) ? visit_state(c, to, err) : 0;
    }
    if (c->depth)
        leave_last_state(c);
    else
        c->inside = false;
    return 0;
}

static void begin_counter(path_counter *c, uint32_t bound)
{
    c->count = c->at_bound = 0;
    c->bound = bound;
    c->is_bounded = c->inside = false;
    c->start = 0;
}

/* WGCQ_DONE: all plans within the bound are counted. */
static int advance_counter(path_counter *c, plan_count *of, uint64_t steps, wgcq_error *err)
{
    int code = 0;
    for (; !code && steps; steps--) {
        if (!c->inside && !enter_start(c))
            return WGCQ_DONE;
        code = take_counting_step(c, err);
        code = code ? code : progress_poll(&of->progress, of->monitor, c->depth, err);
    }
    return code;
}

/* ---- length by length ---------------------------------------------------------------------- */

static bool append_length(plan_count *c)
{
    path_totals *t = c->totals;
    if (!array_reserve(&t->of_length, &c->room, t->lengths + 1, sizeof *t->of_length))
        return false;
    t->of_length[t->lengths++] = c->of_length.at_bound;
    return true;
}

/* WGCQ_DONE: there are no longer ones. */
static int advance_lengths(plan_count *c, uint64_t steps, wgcq_error *err)
{
    path_counter *l = &c->of_length;
    int code = advance_counter(l, c, steps, err);
    if (code != WGCQ_DONE)
        return code;
    if (!append_length(c))
        return error_set_memory(err);
    if (!l->is_bounded)
        return WGCQ_DONE;
    begin_counter(l, l->bound + 1);
    return 0;
}

/* ---- all ----------------------------------------------------------------------------------- */

/* The remark of a count that takes long: there are at least so many plans. */
static int remark_length(plan_count *c, wgcq_error *err)
{
    int code = c->forwards ? 0 : forward_paths_count(&c->forwards, &c->dist, c->monitor, err);
    if (code)
        return code;
    char most[32], grouped[WGCQ_GROUPED_MAX];
    snprintf(most, sizeof most, "%" PRIu64, c->all.count);
    const char *least = compare_decimal(c->forwards, most) > 0 ? c->forwards : most;
    const size_t digits = strlen(least);
    if (digits > DIGITS_SHOWN)
        snprintf(most, sizeof most, "10^%zu", digits - 1);
    snprintf(c->remark, sizeof c->remark,
             "there are at least %s plans%s; until it ends, or is stopped, they are also "
             "counted by length%s%s",
             digits > DIGITS_SHOWN ? most : wgcq_group_digits(grouped, least),
             digits >= DIGITS_OF_DAYS ? ": to count them one by one will not end"
                                      : ", perhaps far more: to count them one by one may not end",
             *c->why ? "; " : "", c->why);
    return 0;
}

/* ---- by another method ----------------------------------------------------------------------- */

/* While the other method works they are counted by length too, a little at a time. */
static int count_meanwhile(void *self, uint64_t states, wgcq_error *err)
{
    plan_count *c = self;
    c->states = states;
    int code = advance_lengths(c, STEPS_MEANWHILE, err);
    c->length_code = code;
    return code;
}

static void remark_method(void *self, const char *remark)
{
    plan_count *c = self;
    snprintf(c->remark, sizeof c->remark, "%s", remark);
}

/* WGCQ_DONE: the number is known; 0: the other method gave up. */
static int count_by_method(plan_count *c, wgcq_error *err)
{
    const plan_count_hooks hooks = {count_meanwhile, remark_method, c};
    if (!c->method)
        return 0;
    int code = forward_paths_count(&c->forwards, &c->dist, c->monitor, err);
    if (!code)
        code = c->method->count(&c->totals->count, c->method->self, &c->dist, &hooks, err);
    c->states = 0;
    if (!code)
        return WGCQ_DONE;
    if (code != WGCQ_DONE)
        return code;
    if (c->length_code == WGCQ_DONE) {
        c->all.count = c->of_length.count;
        return WGCQ_DONE;
    }
    snprintf(c->why, sizeof c->why, "%.*s", (int)sizeof c->why - 1, c->remark);
    return 0;
}

static int count_in_turn(plan_count *c, wgcq_error *err)
{
    int code = advance_counter(&c->all, c, STEPS_ALONE, err);
    code = code ? code : count_by_method(c, err);
    code = code ? code : remark_length(c, err);
    while (!code) {
        code = advance_lengths(c, STEPS_IN_TURN, err);
        if (code == WGCQ_DONE)
            c->all.count = c->of_length.count;
        code = code ? code : advance_counter(&c->all, c, STEPS_IN_TURN, err);
    }
    return code;
}

static int count_lengths_alone(plan_count *c, wgcq_error *err)
{
    int code = 0;
    while (!code)
        code = advance_lengths(c, STEPS_IN_TURN, err);
    c->all.count = c->of_length.count;
    return code;
}

/* The plans that are known to be there: those found, those of all lengths so far and of the present
   one, or those that were proved. */
static void keep_most(plan_count *c)
{
    path_totals *t = c->totals;
    uint64_t known = c->of_length.at_bound;
    for (size_t i = 0; i < t->lengths; i++)
        known += t->of_length[i];
    t->at_least = small_count_text(known > c->all.count ? known : c->all.count);
    if (!t->at_least || !c->forwards || compare_decimal(t->at_least, c->forwards) >= 0)
        return;
    free(t->at_least);
    t->at_least = c->forwards;
    c->forwards = NULL;
}

static int open_counter(path_counter *c, const cost_distance *dist, uint32_t bound, wgcq_error *err)
{
    size_t states = (size_t)dist->g->states + 1;
    uint32_t best = cost_distance_best_start(dist);
    c->dist = dist;
    c->patience = PATIENCE + 2 * (uint64_t)(best ? cost_distance_at(dist, best, 0) : 0);
    c->path = malloc(states * sizeof *c->path);
    c->next = malloc(states * sizeof *c->next);
    begin_counter(c, bound);
    return path_marks_open(&c->on_path, dist->g) && c->path && c->next ? 0 : error_set_memory(err);
}

static void close_counter(path_counter *c)
{
    avoiding_path_free(c->avoiding);
    path_marks_close(&c->on_path);
    FREE_EACH(c->path, c->next);
}

static int open_plan_count(plan_count *c, const graph *g, const reversed_graph *back,
                           wgcq_error *err)
{
    static const int moves = -1;
    int code = cost_distance_find(&c->dist, g, back, (cost_order){1, &moves}, err);
    code = code ? code : open_counter(&c->all, &c->dist, UINT32_MAX, err);
    code = code ? code : open_counter(&c->of_length, &c->dist, 0, err);
    c->progress = (progress_clock){
        .phase = "counting", .measure = measure_count, .self = c, .interval = 4096};
    progress_clock_start(&c->progress);
    return code;
}

/* One after the other. */
static int go_through_plans(plan_count *c, bool by_length, wgcq_error *err)
{
    int code = by_length ? count_lengths_alone(c, err) : count_in_turn(c, err);
    if (code != WGCQ_DONE)
        return code;
    if (!c->totals->count)
        c->totals->count = small_count_text(c->all.count);
    return c->totals->count ? 0 : error_set_memory(err);
}

int count_simple_paths(path_totals *out, const graph *g, const reversed_graph *back, bool by_length,
                       const plan_method *method, const wgcq_monitor *monitor, wgcq_error *err)
{
    plan_count c = {.totals = out, .method = method, .monitor = monitor};
    *out = (path_totals){0};
    int code = open_plan_count(&c, g, back, err);
    if (!code)
        code = by_length ? WGCQ_DONE : acyclic_plans_count(&out->count, &c.dist, monitor, err);
    if (code == WGCQ_DONE)
        code = go_through_plans(&c, by_length, err);
    if (code == WGCQ_EINTERRUPT)
        keep_most(&c);
    close_counter(&c.all);
    close_counter(&c.of_length);
    cost_distance_free(&c.dist);
    free(c.forwards);
    return code;
}

void path_totals_free(path_totals *t)
{
    FREE_EACH(t->count, t->at_least, t->of_length);
    *t = (path_totals){0};
}
