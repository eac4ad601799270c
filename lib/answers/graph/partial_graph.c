/* partial_graph.c - what a graph that was not explored to its end proves of its states. */
#include "answers/graph/partial_graph.h"

#include <stdlib.h>

#include "base/error.h"

/* No state is open where the run is complete. */
static int find_open(partial *p, bool complete, wgcq_error *err)
{
    if (!complete)
        return graph_unexpanded(&p->open, p->g, err);
    p->open = calloc((size_t)p->g->states + 1, sizeof *p->open);
    return p->open ? 0 : error_set_memory(err);
}

static void find_level(partial *p)
{
    p->level = NO_WAY;
    for (uint32_t s = 1; s <= p->g->states; s++)
        if (p->open[s] && p->depth[s] < p->level)
            p->level = p->depth[s];
}

int partial_find(partial *out, const graph *g, const graph_back *back, bool complete,
                 wgcq_error *err)
{
    *out = (partial){.g = g};
    int code = find_open(out, complete, err);
    if (!code)
        code = distances_from_start(&out->depth, g, err);
    if (!code)
        code = distances_to_goal(&out->to_goal, g, back, err);
    if (!code)
        code = distances_to_open(&out->to_open, out->open, g, back, err);
    if (code)
        partial_free(out);
    else
        find_level(out);
    return code;
}

void partial_free(partial *p)
{
    free(p->open);
    free(p->depth);
    free(p->to_goal);
    free(p->to_open);
    *p = (partial){0};
}

bool partial_knows_depth(const partial *p, uint32_t s)
{
    return p->depth[s] != NO_WAY && (p->level == NO_WAY || p->depth[s] <= p->level + 1);
}

bool partial_is_dead(const partial *p, uint32_t s)
{
    return p->to_goal[s] == NO_WAY && p->to_open[s] == NO_WAY;
}

uint32_t partial_least_to_goal(const partial *p, uint32_t s)
{
    uint32_t beyond = p->to_open[s] == NO_WAY ? NO_WAY : p->to_open[s] + 1;
    return p->to_goal[s] < beyond ? p->to_goal[s] : beyond;
}
