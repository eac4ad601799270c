/* distances.c - fewest moves to a goal and from a start: breadth-first over the stored graph. */
#include <string.h>

#include "base/containers/prefetch.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "graph/algorithms/graph_answers.h"

/* States in the queue between the one whose neighbours are taken and the one whose row's bounds,
   row, neighbours' distances are fetched: each is at a random place of memory. */
enum { FETCH_BOUNDS = 24, FETCH_ROW = 12, FETCH_DISTANCES = 6 };
/* Edges between the one whose target's distance is read and the one for which it is fetched. */
enum { EDGES_AHEAD = 24 };

/* Rows of neighbours in the direction of the search; states with a stop mark have none. */
typedef struct neighbours {
    row_bounds rows;
    const uint32_t *next;
    uint8_t stop_marks;
} neighbours;

ALWAYS_INLINE void prefetch_neighbours(const uint32_t *distance, const neighbours *to,
                                       const uint32_t *queue, uint32_t waiting)
{
    if (waiting > FETCH_BOUNDS)
        prefetch_row_bound(to->rows, queue[FETCH_BOUNDS]);
    if (waiting > FETCH_ROW)
        prefetch_far(&to->next[row_bound(to->rows, queue[FETCH_ROW])]);
    if (waiting > FETCH_DISTANCES) {
        uint32_t s = queue[FETCH_DISTANCES];
        uint64_t end = row_bound(to->rows, s + (size_t)1);
        for (uint64_t e = row_bound(to->rows, s); e < end; e++)
            prefetch_far(&distance[to->next[e]]);
    }
}

/* Appends the neighbours of s that have no distance yet, to a queue with room for one more than
   all states; returns where it ends then.  Without a branch: which ones they are is hard to
   predict. */
static uint32_t reach_neighbours(uint32_t *distance, const neighbours *to, uint32_t s,
                                 uint32_t *queue, uint32_t tail)
{
    const uint32_t *const next = to->next, farther = distance[s] + 1;
    const uint64_t end = row_bound(to->rows, s + (size_t)1);
    for (uint64_t e = row_bound(to->rows, s); e < end; e++) {
        const uint32_t t = next[e], before = distance[t];
        queue[tail] = t;
        tail += before == UNREACHABLE;
        distance[t] = before == UNREACHABLE ? farther : before;
    }
    return tail;
}

/* Breadth-first from the states whose distance is 0; the distance of all others is UNREACHABLE. */
static int propagate_distances(uint32_t *distance, const graph *g, const neighbours *to,
                               wgcq_error *err)
{
    uint32_t *queue = home_malloc(g->home, ((size_t)g->states + 1) * sizeof *queue);
    uint32_t head = 0, tail = 0;
    progress_clock progress;
    int code = queue ? 0 : error_set_memory(err);
    progress_begin(&progress, "distances", g);
    progress.total = g->states;
    for (uint32_t s = 1; !code && s <= g->states; s++)
        if (!distance[s])
            queue[tail++] = s;
    while (head < tail && !code) {
        prefetch_neighbours(distance, to, queue + head, tail - head);
        uint32_t s = queue[head++];
        if (!to->stop_marks || !(g->marks[s] & to->stop_marks))
            tail = reach_neighbours(distance, to, s, queue, tail);
        code = progress_poll(&progress, g->monitor, distance[s], err);
    }
    home_free(g->home, queue);
    return code;
}

static int distances_from_marked(uint32_t **out, const graph *g, uint8_t from, neighbours to,
                                 wgcq_error *err)
{
    uint32_t *distance = home_malloc(g->home, ((size_t)g->states + 1) * sizeof *distance);
    if (!distance)
        return error_set_memory(err);
    memset(distance, 0xff, ((size_t)g->states + 1) * sizeof *distance); /* UNREACHABLE */
    for (uint32_t s = 0; (s = graph_next_marked(g, s + 1, from)) <= g->states;)
        distance[s] = 0;
    int code = propagate_distances(distance, g, &to, err);
    if (code)
        home_free(g->home, distance);
    else
        *out = distance;
    return code;
}

/* The rows of predecessors; where nothing is at distance 0 they may be missing. */
static neighbours predecessors(const reversed_graph *back)
{
    return (neighbours){{back->first, NULL}, back->src, 0};
}

static neighbours successors(const graph *g, uint8_t stop_marks)
{
    return (neighbours){graph_rows(g), g->dst, stop_marks};
}

int distances_to_goal(uint32_t **out, const graph *g, const reversed_graph *back, wgcq_error *err)
{
    if (!back->to_goal)
        return distances_from_marked(out, g, MARK_GOAL, predecessors(back), err);
    size_t bytes = ((size_t)g->states + 1) * sizeof **out;
    uint32_t *copy = home_malloc(g->home, bytes);
    if (!copy)
        return error_set_memory(err);
    memcpy(copy, back->to_goal, bytes);
    *out = copy;
    return 0;
}

/* Distance of a state that is no goal, from those of its successors. */
static uint32_t distance_by_successors(const uint32_t *to_goal, const graph *g, uint32_t s)
{
    uint32_t least = UNREACHABLE;
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++) {
        if (e + EDGES_AHEAD < g->edges)
            prefetch_far(&to_goal[g->dst[e + EDGES_AHEAD]]);
        least = to_goal[g->dst[e]] < least ? to_goal[g->dst[e]] : least;
    }
    return least == UNREACHABLE ? least : least + 1;
}

int distances_confirm(bool *right, const uint32_t *to_goal, const graph *g, wgcq_error *err)
{
    progress_clock progress;
    int code = 0;
    progress_begin(&progress, "distances", g);
    *right = true;
    for (uint32_t s = 1; s <= g->states && *right && !code; s++) {
        *right =
            to_goal[s] == (g->marks[s] & MARK_GOAL ? 0 : distance_by_successors(to_goal, g, s));
        code = progress_poll(&progress, g->monitor, 0, err);
    }
    return code;
}

int distances_from_start(uint32_t **out, const graph *g, wgcq_error *err)
{
    return distances_from_marked(out, g, MARK_START, successors(g, 0), err);
}

int distances_before_goal(uint32_t **out, const graph *g, wgcq_error *err)
{
    uint8_t stop = graph_ends_at_goals(g) ? MARK_GOAL : 0;
    return distances_from_marked(out, g, MARK_START, successors(g, stop), err);
}

/* Without a state even the starts are missing. */
static bool lacks_starts(const graph *g)
{
    return g->starts_missing || !g->states;
}

/* Whether the state may have edges that the graph does not hold. */
static bool may_have_more_edges(const graph *g, uint32_t s)
{
    bool bare = graph_row(g, s) == graph_row_end(g, s);
    if (g->marks[s] & MARK_BOUNDED)
        return true;
    return s > g->expanded && (bare || s == g->last_source) && !(g->marks[s] & MARK_END);
}

int graph_unexpanded(bool **out, const graph *g, wgcq_error *err)
{
    bool *open = home_malloc(g->home, ((size_t)g->states + 1) * sizeof *open);
    if (!open)
        return error_set_memory(err);
    open[0] = lacks_starts(g);
    for (uint32_t s = 1; s <= g->states; s++)
        open[s] = may_have_more_edges(g, s);
    *out = open;
    return 0;
}

bool any_open_state(const bool *open, const graph *g)
{
    uint32_t s = 0;
    while (s <= g->states && !open[s])
        s++;
    return s <= g->states;
}

/* A path that the graph does not hold leaves it at an unexpanded state, goal or not, and has at
   least one more move; or it begins at a state that is not there. */
uint32_t known_depths(const graph *g, const uint32_t *depth)
{
    uint32_t nearest = UNREACHABLE;
    if (lacks_starts(g))
        return 0;
    for (uint32_t s = 1; s <= g->states; s++)
        if (depth[s] < nearest && may_have_more_edges(g, s))
            nearest = depth[s];
    return nearest == UNREACHABLE ? UNREACHABLE : nearest + 1;
}

void depths_drop_unproved(uint32_t *depth, const graph *g)
{
    const uint32_t known = known_depths(g, depth);
    for (uint32_t s = 1; s <= g->states; s++)
        if (depth[s] > known)
            depth[s] = UNREACHABLE;
}

int graph_open_states(bool **out, const graph *g, wgcq_error *err)
{
    int code = graph_unexpanded(out, g, err);
    for (uint32_t s = 1; !code && s <= g->states; s++)
        (*out)[s] = (*out)[s] && !(g->marks[s] & MARK_GOAL);
    return code;
}

int distances_to_open(uint32_t **out, const bool *open, const graph *g, const reversed_graph *back,
                      wgcq_error *err)
{
    uint32_t *near = home_malloc(g->home, ((size_t)g->states + 1) * sizeof *near);
    if (!near)
        return error_set_memory(err);
    for (uint32_t s = 0; s <= g->states; s++)
        near[s] = s && open[s] && !(g->marks[s] & MARK_GOAL) ? 0 : UNREACHABLE;
    const neighbours to = predecessors(back);
    int code = propagate_distances(near, g, &to, err);
    if (code)
        home_free(g->home, near);
    else
        *out = near;
    return code;
}

/* A distance is proved unless an open state is so near that a path through it could be shorter. */
int distances_drop_unproved(uint32_t *to_goal, const graph *g, const reversed_graph *back,
                            wgcq_error *err)
{
    bool *open = NULL;
    uint32_t *near = NULL;
    int code = graph_open_states(&open, g, err);
    code = code ? code : distances_to_open(&near, open, g, back, err);
    for (uint32_t s = 1; s <= g->states && !code; s++)
        if (near[s] != UNREACHABLE && to_goal[s] != UNREACHABLE && near[s] + 1 < to_goal[s])
            to_goal[s] = UNREACHABLE;
    home_free(g->home, open);
    home_free(g->home, near);
    return code;
}
