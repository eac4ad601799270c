/* answer_memory.c - an upper bound on the memory of the answers about a graph. */
#include "graph/algorithms/graph_answers.h"

/* Bytes per state, in the worst case. */
enum {
    HEAP = 4 + 8,                /* index in the heap, entry in an array that doubles     */
    DISTANCE = 4 + 4,            /* a distance and a queue                                */
    PROOF = 4 + 4 + 1,           /* distances.c: to_goal, near and a queue, open          */
    KEPT = 4,                    /* distances to a goal, while best plans are sought      */
    COST_DISTANCE = 1,           /* cost_distance.c, and 8 per cost                       */
    COUNT = 4 + 8 + 24,          /* count_optimal.c: states, small and large counts       */
    AVOIDING = 4 + 4 + HEAP - 4, /* k_best.c, avoiding_path.c: path marks, and 8 per cost */
};

size_t answer_memory(uint32_t states, size_t costs)
{
    size_t width = costs + 1, distances = DISTANCE + PROOF;
    size_t cost_distance = COST_DISTANCE + HEAP + 8 * width;
    size_t avoiding = AVOIDING + 8 * width;
    size_t best = KEPT + cost_distance + (avoiding > COUNT ? avoiding : COUNT);
    return (states + (size_t)1) * (costs && best > distances ? best : distances);
}
