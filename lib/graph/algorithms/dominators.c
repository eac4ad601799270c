/*
 * dominators.c - the states and edges on every path from a start to an exit.
 *
 * An exit is a goal, or an open state, since a path may lead to any goal beyond it.  Plans end at
 * the first goal they meet, so edges out of goals are ignored.  A state is on all paths if it is on
 * one shortest path and no other path bypasses it.  The path is swept once: `farthest` is the last
 * index on it that can be reached by leaving it earlier; an index not passed by `farthest` is a
 * dominator.  Every edge is followed once, so it takes linear time.
 */
#include "graph/algorithms/dominators.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"

typedef struct dominator_search {
    const graph *g;
    const bool *open;     /* [states + 1]; NULL: none is */
    uint32_t *to_exit;    /* fewest moves to a goal, or to an open state */
    uint32_t *path;       /* states of one shortest path, [1..length]; index 0 is the entry */
    uint64_t *path_edges; /* the edge that leads to each of them; none to the first         */
    uint32_t length;
    uint32_t *path_index; /* [states + 1], of a state on the path; 0: it is not on it      */
    bool *visited;
    uint32_t *stack;
    uint32_t top;
    uint32_t farthest; /* path index reached by bypassing; length + 1: an exit */
} dominator_search;

static bool reaches_exit(const dominator_search *search, uint32_t s)
{
    return search->to_exit[s] != UNREACHABLE;
}

static bool is_exit(const dominator_search *search, uint32_t s)
{
    return search->g->marks[s] & MARK_GOAL || (search->open && search->open[s]);
}

/* From the start that is nearest to an exit. */
static void find_shortest_path(dominator_search *search)
{
    const graph *g = search->g;
    uint32_t at = 0;
    for (uint32_t s = 1; s <= g->states; s++)
        if (g->marks[s] & MARK_START && reaches_exit(search, s) &&
            (!at || search->to_exit[s] < search->to_exit[at]))
            at = s;
    while (at) {
        search->path[++search->length] = at;
        search->path_index[at] = search->length;
        uint32_t next = 0;
        for (uint64_t e = graph_row(g, at);
             search->to_exit[at] && !next && e < graph_row_end(g, at); e++)
            if (search->to_exit[g->dst[e]] == search->to_exit[at] - 1) {
                next = g->dst[e];
                search->path_edges[search->length + 1] = e;
            }
        at = next;
    }
}

static void reach_state(dominator_search *search, uint32_t s)
{
    if (!reaches_exit(search, s))
        return;
    if (search->path_index[s]) {
        if (search->path_index[s] > search->farthest)
            search->farthest = search->path_index[s];
    } else if (!search->visited[s]) {
        search->visited[s] = true;
        search->stack[search->top++] = s;
    }
}

/* Reaches everything that s leads to, except by the path's own edge. */
static void follow_edges(dominator_search *search, uint32_t s, uint64_t own)
{
    const graph *g = search->g;
    assert(reaches_exit(search, s));
    if (is_exit(search, s))
        search->farthest = search->length + 1;
    if (g->marks[s] & MARK_GOAL)
        return;
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++)
        if (e != own)
            reach_state(search, g->dst[e]);
}

static void drain_stack(dominator_search *search)
{
    while (search->top)
        follow_edges(search, search->stack[--search->top], UINT64_MAX);
}

static void append_dominator(dominators *out, uint32_t state, uint64_t edge)
{
    out->states[out->count] = state;
    out->edges[out->count++] = edge;
}

/* At index i `farthest` accounts for all paths that leave this one before i. */
static void sweep_path(dominator_search *search, dominators *out)
{
    const graph *g = search->g;
    for (uint32_t s = 1; s <= g->states; s++)
        if (g->marks[s] & MARK_START && s != search->path[1])
            reach_state(search, s);
    drain_stack(search);
    for (uint32_t i = 1; i <= search->length; i++) {
        assert(reaches_exit(search, search->path[i]));
        uint64_t own = i < search->length ? search->path_edges[i + 1] : UINT64_MAX;
        bool only = search->farthest < i; /* only the path's own edge leads here or beyond */
        if (search->farthest <= i)
            append_dominator(out, search->path[i],
                             only && i > 1 ? search->path_edges[i] : UINT64_MAX);
        if (i < search->length)
            follow_edges(search, search->path[i], own);
        drain_stack(search);
    }
}

static int find_exit_distances(dominator_search *search, const reversed_graph *back,
                               wgcq_error *err)
{
    uint32_t *to_open = NULL;
    int code = distances_to_goal(&search->to_exit, search->g, back, err);
    if (!code && search->open)
        code = distances_to_open(&to_open, search->open, search->g, back, err);
    for (uint32_t s = 1; to_open && s <= search->g->states; s++)
        search->to_exit[s] = to_open[s] < search->to_exit[s] ? to_open[s] : search->to_exit[s];
    free(to_open);
    return code;
}

int dominators_find(dominators *out, const graph *g, const reversed_graph *back, const bool *open,
                    wgcq_error *err)
{
    size_t states = (size_t)g->states + 1;
    dominator_search search = {.g = g, .open = open};
    *out = (dominators){0};
    int code = find_exit_distances(&search, back, err);
    if (code) {
        free(search.to_exit);
        return code;
    }
    search.path = calloc(states + 1, sizeof *search.path);
    search.path_edges = calloc(states + 1, sizeof *search.path_edges);
    search.path_index = calloc(states, sizeof *search.path_index);
    search.visited = calloc(states, sizeof *search.visited);
    search.stack = malloc(states * sizeof *search.stack);
    out->states = malloc(states * sizeof *out->states);
    out->edges = malloc(states * sizeof *out->edges);
    if (search.path && search.path_edges && search.path_index && search.visited && search.stack &&
        out->states && out->edges) {
        find_shortest_path(&search);
        if (!open || !open[0])
            sweep_path(&search, out);
    } else {
        code = error_set_memory(err);
    }
    FREE_EACH(search.to_exit, search.path, search.path_edges, search.path_index, search.visited,
              search.stack);
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
