/*
 * dominators.c - what every way from a start to an exit must pass.
 *
 * An exit is a goal, or an open state: beyond that a way may lead to any goal.
 * Plans end at the first goal they meet, so edges out of goals are left out.  One way is found
 * first; a state is passed by all ways if it is on that one and no other way leads round it.  The
 * farthest place of the way that can be reached by leaving it before is pushed on as far as it
 * goes; where it stands still, there is a bottleneck.  Every edge is looked at once.
 */
#include "answers/graph/dominators.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

typedef struct dominator_search {
    const graph *g;
    const bool *open;     /* NULL: none is */
    uint32_t *to_exit;    /* fewest moves to a goal, or to an open state */
    uint32_t *path;       /* states of one shortest way, [1..length]; place 0 is the entry */
    uint64_t *path_edges; /* the edge that leads to each of them; 0-th: none                */
    uint32_t length;
    uint32_t *path_index; /* [states + 1] of a state on the way; 0: it is not on it       */
    bool *visited;
    uint32_t *stack;
    uint32_t top;
    uint32_t farthest; /* place on the way that was reached round it; length + 1: an exit */
} dominator_search;

static bool reaches_exit(const dominator_search *l, uint32_t s)
{
    return l->to_exit[s] != UNREACHABLE;
}

static bool is_exit(const dominator_search *l, uint32_t s)
{
    return l->g->marks[s] & MARK_GOAL || (l->open && l->open[s]);
}

/* The least of the starts is where the way begins. */
static void find_shortest_path(dominator_search *l)
{
    const graph *g = l->g;
    uint32_t at = 0;
    for (uint32_t s = 1; s <= g->states; s++)
        if (g->marks[s] & MARK_START && reaches_exit(l, s) &&
            (!at || l->to_exit[s] < l->to_exit[at]))
            at = s;
    while (at) {
        l->path[++l->length] = at;
        l->path_index[at] = l->length;
        uint32_t next = 0;
        for (uint64_t e = g->first[at]; l->to_exit[at] && !next && e < g->first[at + (size_t)1];
             e++)
            if (l->to_exit[g->dst[e]] == l->to_exit[at] - 1) {
                next = g->dst[e];
                l->path_edges[l->length + 1] = e;
            }
        at = next;
    }
}

static void reach_state(dominator_search *l, uint32_t s)
{
    if (!reaches_exit(l, s))
        return;
    if (l->path_index[s]) {
        if (l->path_index[s] > l->farthest)
            l->farthest = l->path_index[s];
    } else if (!l->visited[s]) {
        l->visited[s] = true;
        l->stack[l->top++] = s;
    }
}

/* Everything that s leads to but for the way's own edge, and all that lies round the way. */
static void follow_edges(dominator_search *l, uint32_t s, uint64_t own)
{
    const graph *g = l->g;
    if (is_exit(l, s))
        l->farthest = l->length + 1;
    if (g->marks[s] & MARK_GOAL)
        return;
    for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1]; e++)
        if (e != own)
            reach_state(l, g->dst[e]);
}

static void drain_stack(dominator_search *l)
{
    while (l->top)
        follow_edges(l, l->stack[--l->top], UINT64_MAX);
}

static bool append_dominator(dominators *out, uint32_t state, uint64_t edge)
{
    out->states[out->count] = state;
    out->edges[out->count++] = edge;
    return true;
}

/* Place by place: is it gone round?  `farthest` speaks of ways that leave before the place. */
static void sweep_path(dominator_search *l, dominators *out)
{
    const graph *g = l->g;
    for (uint32_t s = 1; s <= g->states; s++)
        if (g->marks[s] & MARK_START && s != l->path[1])
            reach_state(l, s);
    drain_stack(l);
    for (uint32_t i = 1; i <= l->length; i++) {
        uint64_t own = i < l->length ? l->path_edges[i + 1] : UINT64_MAX;
        bool only = l->farthest < i; /* nothing but the way's own edge leads here or beyond */
        if (l->farthest <= i)
            append_dominator(out, l->path[i], only && i > 1 ? l->path_edges[i] : UINT64_MAX);
        if (i < l->length)
            follow_edges(l, l->path[i], own);
        drain_stack(l);
    }
}

static int find_exit_distances(dominator_search *l, const graph_back *back, wgcq_error *err)
{
    uint32_t *to_open = NULL;
    int code = distances_to_goal(&l->to_exit, l->g, back, err);
    if (!code && l->open)
        code = distances_to_open(&to_open, l->open, l->g, back, err);
    for (uint32_t s = 1; to_open && s <= l->g->states; s++)
        l->to_exit[s] = to_open[s] < l->to_exit[s] ? to_open[s] : l->to_exit[s];
    free(to_open);
    return code;
}

int dominators_find(dominators *out, const graph *g, const graph_back *back, const bool *open,
                    wgcq_error *err)
{
    size_t states = (size_t)g->states + 1;
    dominator_search l = {.g = g, .open = open};
    *out = (dominators){0};
    int code = find_exit_distances(&l, back, err);
    if (code) {
        free(l.to_exit);
        return code;
    }
    l.path = calloc(states + 1, sizeof *l.path);
    l.path_edges = calloc(states + 1, sizeof *l.path_edges);
    l.path_index = calloc(states, sizeof *l.path_index);
    l.visited = calloc(states, sizeof *l.visited);
    l.stack = malloc(states * sizeof *l.stack);
    out->states = malloc(states * sizeof *out->states);
    out->edges = malloc(states * sizeof *out->edges);
    if (l.path && l.path_edges && l.path_index && l.visited && l.stack && out->states &&
        out->edges) {
        find_shortest_path(&l);
        sweep_path(&l, out);
    } else {
        code = error_set_memory(err);
    }
    free(l.to_exit);
    free(l.path);
    free(l.path_edges);
    free(l.path_index);
    free(l.visited);
    free(l.stack);
    if (code)
        dominators_free(out);
    return code;
}

void dominators_free(dominators *d)
{
    free(d->states);
    free(d->edges);
    *d = (dominators){0};
}
