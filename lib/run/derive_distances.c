/*
 * derive_distances.c - of each state of a run how far it is from the starts and from the goals.
 *
 * A run that was cut short stores only distances that further exploring cannot change.
 */
#include "run/solver.h"

#include <string.h>

#include "base/error.h"

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
    int code = solver_lacks_depths(s) ? distances_from_start(depth, s->g, s->err) : 0;
    if (!code && *depth && !solver_complete(s))
        depths_drop_unproved(*depth, s->g);
    if (!code && *depth)
        find_deepest(s, *depth);
    return code;
}

/* A copy of the distances of a run that was cut short, with the proved ones alone. */
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

void solver_count_deadlocks(solver *s)
{
    const graph *g = s->g;
    wgcq_summary *out = &s->result->summary;
    out->deadlocks_known = solver_complete(s);
    for (uint32_t i = 1; out->deadlocks_known && i <= g->states; i++)
        out->deadlocks +=
            graph_row(g, i) == graph_row_end(g, i) && !(g->marks[i] & (MARK_GOAL | MARK_END));
}

static int derive_distances_to_goal(solver *s, distances_found *d)
{
    wgcq_summary *out = &s->result->summary;
    int code = distances_to_goal(&s->back.to_goal, s->g, &s->back, s->err);
    if (!code && !solver_complete(s))
        code = copy_proved_distances(s, &d->proved);
    code = code ? code : derive_depths(s, &d->depth);
    for (uint32_t i = 1; !code && solver_complete(s) && s->model->has_goal && i <= s->g->states;
         i++)
        out->dead_ends += s->back.to_goal[i] == UNREACHABLE;
    out->dead_ends_known = !code && solver_complete(s) && s->model->has_goal;
    if (!code)
        solver_count_deadlocks(s);
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

int solver_derive_distances(solver *s)
{
    int code = derive_distances_to_goal(s, &s->distances);
    return code ? code : store_distances(s, &s->distances);
}
