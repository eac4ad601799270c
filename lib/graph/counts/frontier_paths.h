/*
 * frontier_paths.h - the number of simple paths through a component, by states of its frontier.
 *
 * Vertices are taken up one after another.  What matters of the edges chosen so far is how they
 * join the open vertices: the other end (mate) of the piece of path that ends at each, whether that
 * piece begins at S or ends at T, and which vertices are used up.  Choices that agree in this are
 * one state, with the number of ways to it (Knuth, The Art of Computer Programming 4A, 7.1.4,
 * Simpath; Iwashita, Nakazawa, Kawahara, Uno and Minato, Efficient computation of the number of
 * paths in a grid graph with minimal perfect hash functions, Hokkaido University TCS-TR-A-13-64,
 * 2013).  Where every edge has an equal one back, pieces have no direction, and there are fewer
 * states.
 */
#ifndef GRAPH_COUNTS_FRONTIER_PATHS_H
#define GRAPH_COUNTS_FRONTIER_PATHS_H

#include "graph/counts/path_task.h"

enum { FRONTIER_WIDTH_MOST = 48 };
/* Both tables of states together. */
#define FRONTIER_BYTES_MOST ((size_t)3 << 30)

/* While it counts: what is done, and whether to go on. */
typedef struct frontier_watch {
    /* Called every few thousand states: 0, or what frontier_paths_count returns. */
    int (*pause)(void *self, wgcq_error *err);
    void *self;
    uint32_t done, vertices, states; /* vertices taken up, of so many; states of the frontier */
} frontier_watch;

/* Adds the paths of the task to *sum, those that cost at most `most`.  WGCQ_DONE: its states take
   more than FRONTIER_BYTES_MOST, or the frontier is wider than FRONTIER_WIDTH_MOST. */
int frontier_paths_count(cost_series *sum, const path_task *t, const vertex_order *order,
                         bool by_cost, int64_t most, frontier_watch *watch, wgcq_error *err);

/* At most so many states a frontier of that width has; infinite where a double does not hold it. */
double frontier_states_most(uint32_t width, bool directed);

#endif
