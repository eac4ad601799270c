/* answer_memory.c - how much the answers about a graph take while they are found. */
#include "answers/graph/graph_answers.h"

/* Of each state, in the worst case. */
enum {
    HEAP = 4 + 8,              /* its place, and its number in a list that doubles   */
    SPREAD = 4 + 4,            /* a distance and a queue                             */
    PROOF = 4 + 4 + 1,         /* distances.c: to_goal, near and a queue, open       */
    LEAST = 1 + 4,             /* least.c, and 8 a cost                              */
    COUNT = 1 + 4 + 8 + 24,    /* optimum.c: used, stack, counts small and large     */
    DETOUR = 4 + 4 + HEAP - 4, /* plans.c and detour.c: marks of ways, and 8 a cost  */
};

size_t answer_memory(uint32_t states, size_t costs)
{
    size_t width = costs + 1, distances = SPREAD + PROOF;
    size_t least = LEAST + HEAP + 8 * width;
    size_t ways = DETOUR + 8 * width;
    size_t best = least + (ways > COUNT ? ways : COUNT);
    return (states + (size_t)1) * (costs && best > distances ? best : distances);
}
