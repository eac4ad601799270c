/*
 * count_simple_paths.c - how many plans there are that visit no state twice and end at the first
 * goal; with final costs, at any.
 *
 * Depth-first, so it takes no more memory than the graph, however many there are.  After PATIENCE
 * steps without a plan, every further step is taken only if a goal can still be reached without
 * repeating a state (avoiding_path.h), until the next plan is found: so paths that have no
 * completion are not all enumerated.
 */
#include <stdlib.h>

#include "answers/graph/avoiding_path.h"
#include "base/error.h"
#include "base/progress_clock.h"

enum { PATIENCE = 4096 };

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
    uint64_t count;
} path_counter;

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

/* A goal completes a plan; a state that plans may go on from is appended to the path, unless that
   is fruitless. */
static int visit_state(path_counter *c, uint32_t state, wgcq_error *err)
{
    bool found = true;
    int code = 0;
    if (c->g->marks[state] & MARK_GOAL) {
        c->count++;
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

static int count_from_start(path_counter *c, uint32_t start, const wgcq_monitor *monitor,
                            wgcq_error *err)
{
    const graph *g = c->g;
    progress_clock progress;
    int code = 0;
    progress_begin(&progress, "counting", g);
    path_marks_clear(&c->on_path, g->states);
    c->depth = 0;
    c->path[0] = start;
    c->next[0] = graph_row(g, start);
    c->on_path.stamp[start] = c->on_path.current;
    while (!code) {
        if (c->next[c->depth] < graph_row_end(g, c->path[c->depth])) {
            uint32_t to = g->dst[c->next[c->depth]++];
            if (cost_distance_reaches(&c->dist, to) && !path_marks_has(&c->on_path, to))
                code = visit_state(c, to, err);
        } else if (c->depth) {
            leave_last_state(c);
        } else {
            return 0;
        }
        if (!code)
            code = progress_poll(&progress, monitor, c->depth, err);
    }
    return code;
}

static int count_from_all_starts(path_counter *c, const wgcq_monitor *monitor, wgcq_error *err)
{
    const graph *g = c->g;
    int code = 0;
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        if (!(g->marks[s] & MARK_START) || !cost_distance_reaches(&c->dist, s))
            continue;
        bool goal = g->marks[s] & MARK_GOAL;
        c->count += goal;
        if (!goal || !graph_ends_at_goals(g))
            code = count_from_start(c, s, monitor, err);
    }
    return code;
}

int count_simple_paths(uint64_t *out, const graph *g, const reversed_graph *back,
                       const wgcq_monitor *monitor, wgcq_error *err)
{
    static const int moves = -1;
    size_t states = (size_t)g->states + 1;
    path_counter c = {.g = g};
    int code = cost_distance_find(&c.dist, g, back, (cost_order){1, &moves}, err);
    if (code)
        return code;
    uint32_t best = cost_distance_best_start(&c.dist);
    c.patience = PATIENCE + 2 * (uint64_t)(best ? cost_distance_at(&c.dist, best, 0) : 0);
    c.path = malloc(states * sizeof *c.path);
    c.next = malloc(states * sizeof *c.next);
    if (!path_marks_open(&c.on_path, g->states) || !c.path || !c.next)
        code = error_set_memory(err);
    if (!code)
        code = count_from_all_starts(&c, monitor, err);
    if (!code)
        *out = c.count;
    avoiding_path_free(c.avoiding);
    path_marks_close(&c.on_path);
    cost_distance_free(&c.dist);
    free(c.path);
    free(c.next);
    return code;
}
