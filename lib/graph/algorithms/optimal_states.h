/*
 * optimal_states.h - the states on optimal plans: on tight edges from the best starts to the goals
 * in which those plans end.
 *
 * Among many states there may be few, so what is known of them is kept in arrays of their own, by
 * index.
 */
#ifndef GRAPH_ALGORITHMS_OPTIMAL_STATES_H
#define GRAPH_ALGORITHMS_OPTIMAL_STATES_H

#include "graph/algorithms/cost_distance.h"

typedef struct optimal_states {
    const cost_distance *dist;
    uint32_t best; /* a best start */
    uint32_t count;
    uint32_t *states; /* [count], each after its tight successors */
    uint64_t *member; /* a bit for each state of the graph: whether it is one */
    uint32_t *before; /* members in all words of bits before each */
} optimal_states;

/* From `best` and the starts that are as good.  The caller frees *out; it refers to *dist.  0,
   WGCQ_EMEMORY or WGCQ_EINTERRUPT. */
int optimal_states_find(optimal_states *out, const cost_distance *dist, uint32_t best,
                        wgcq_error *err);
void optimal_states_free(optimal_states *on);

/* Whether a state is one of them. */
static inline bool optimal_states_has(const optimal_states *on, uint32_t s)
{
    return on->member[s / 64] >> s % 64 & 1;
}

/* The index of one of them, in the order of numbers: 0 .. count - 1. */
static inline uint32_t optimal_states_index(const optimal_states *on, uint32_t s)
{
    const uint64_t below = on->member[s / 64] & (((uint64_t)1 << s % 64) - 1);
    return on->before[s / 64] + (uint32_t)__builtin_popcountll(below);
}

/* Whether plans may begin at one of them. */
static inline bool optimal_states_begin(const optimal_states *on, uint32_t s)
{
    return on->dist->g->marks[s] & MARK_START && cost_distance_is_best_start(on->dist, on->best, s);
}

#endif
