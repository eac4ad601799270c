/* shortest_counts.c - sums over states in the order of their distance to a goal. */
#include "graph/counts/shortest_counts.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/progress_clock.h"

/* The states that reach a goal, nearest first, *count of them; malloc'd. */
static uint32_t *order_by_distance(const graph *g, const uint32_t *to_goal, uint32_t *count)
{
    uint32_t farthest = 0;
    *count = 0;
    for (uint32_t s = 1; s <= g->states; s++)
        if (to_goal[s] != UNREACHABLE)
            farthest = to_goal[s] > farthest ? to_goal[s] : farthest;
    uint32_t *place = calloc((size_t)farthest + 2, sizeof *place),
             *state = malloc(((size_t)g->states + 1) * sizeof *state);
    for (uint32_t s = 1; place && state && s <= g->states; s++)
        if (to_goal[s] != UNREACHABLE)
            place[to_goal[s] + (size_t)1]++;
    for (uint32_t d = 0; place && state && d < farthest; d++)
        place[d + (size_t)1] += place[d];
    for (uint32_t s = 1; place && state && s <= g->states; s++)
        if (to_goal[s] != UNREACHABLE) {
            state[place[to_goal[s]]++] = s;
            ++*count;
        }
    if (!place) {
        free(state);
        state = NULL;
    }
    free(place);
    return state;
}

static bool count_shortest_from(bigcount *ways, const graph *g, const uint32_t *to_goal,
                                uint32_t state)
{
    bool fine = true;
    bigcount_set_small(ways, state, !to_goal[state]);
    for (uint64_t e = graph_row(g, state); to_goal[state] && e < graph_row_end(g, state) && fine;
         e++)
        if (to_goal[g->dst[e]] == to_goal[state] - 1)
            fine = bigcount_add(ways, state, ways, g->dst[e]);
    return fine;
}

int shortest_counts_find(bigcount *ways, const graph *g, const uint32_t *to_goal, wgcq_error *err)
{
    uint32_t count;
    progress_clock progress;
    uint32_t *state = order_by_distance(g, to_goal, &count);
    *ways = (bigcount){0};
    progress_begin(&progress, "counting", g);
    int code = state && bigcount_resize(ways, (size_t)g->states + 1) ? 0 : error_set_memory(err);
    for (uint32_t i = 0; i < count && !code; i++) {
        code = count_shortest_from(ways, g, to_goal, state[i]) ? 0 : error_set_memory(err);
        code = code ? code : progress_poll(&progress, g->monitor, 0, err);
    }
    free(state);
    return code;
}

bool *states_behind(const graph *g, uint32_t from)
{
    bool *behind = calloc((size_t)g->states + 1, sizeof *behind);
    uint32_t *queue = malloc(((size_t)g->states + 1) * sizeof *queue), count = 0;
    if (behind && queue) {
        behind[from] = true;
        queue[count++] = from;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t e = graph_row(g, queue[i]); e < graph_row_end(g, queue[i]); e++) {
            if (!behind[g->dst[e]])
                queue[count++] = g->dst[e];
            behind[g->dst[e]] = true;
        }
    if (!queue) {
        free(behind);
        behind = NULL;
    }
    free(queue);
    return behind;
}
