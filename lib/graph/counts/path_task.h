/*
 * path_task.h - one component, and the simple paths through it that are to be counted: each comes
 * in at one of its vertices and leaves at one.
 *
 * What comes in and what leaves are edges from a source S and to a sink T.  With an edge between S
 * and T, the vertices on simple paths are in one block (biconnected component) with it; all others
 * are left out before anything is counted.
 */
#ifndef GRAPH_COUNTS_PATH_TASK_H
#define GRAPH_COUNTS_PATH_TASK_H

#include "graph/counts/cost_series.h"
#include "graph/counts/plan_region.h"

/* The edges of one cost between two vertices. */
typedef struct path_pair {
    uint32_t low, high; /* vertices, low < high */
    int64_t cost;
    uint64_t up, down; /* how many edges go from low to high, and back */
} path_pair;

typedef struct path_task {
    uint32_t vertices;
    size_t pairs;
    path_pair *pair;          /* [pairs] sorted */
    const cost_series **come; /* [vertices] ways to come in here; NULL: none; borrowed */
    const cost_series **leave;
    bool directed; /* some edge has no equal one back */
} path_task;

/* The vertices in the order in which they are taken up. */
typedef struct vertex_order {
    uint32_t count;
    uint32_t *vertex; /* [count]: those on paths */
    uint32_t width;   /* of the widest frontier */
    double weight;    /* the lesser, the fewer states are to be expected */
} vertex_order;

/* Takes the members of a component.  `local` [states + 1] is room for the vertex of each state. The
   caller frees it, also after an error. */
int path_task_open(path_task *out, const plan_region *region, const uint32_t *member,
                   uint32_t count, uint32_t *local, wgcq_error *err);
void path_task_close(path_task *t);

/* The best of some orders; none of its vertices: there is no path.  The caller frees it. */
int vertex_order_find(vertex_order *out, const path_task *t, wgcq_error *err);
void vertex_order_free(vertex_order *o);

#endif
