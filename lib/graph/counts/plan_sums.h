/*
 * plan_sums.h - how many plans there are that visit no state twice, without going through them.
 *
 * The strongly connected components of what plans visit stand in a line: a plan passes each at
 * most once.  So the ways to each state are summed up component by component; through a component
 * of several states the simple paths are counted by frontier_paths.h, once where plans do not come
 * to another such component behind it, else once for each state where they leave it.
 */
#ifndef GRAPH_COUNTS_PLAN_SUMS_H
#define GRAPH_COUNTS_PLAN_SUMS_H

#include "graph/counts/cost_series.h"
#include "graph/counts/plan_region.h"

/* The work of a count, known before it begins. */
typedef struct sums_forecast {
    uint32_t components, states; /* components of several states; the states of the greatest one */
    uint32_t width;              /* of the widest frontier */
    uint64_t passes;             /* through components */
    double frontier_states;      /* at most so many at a time; infinite: beyond a double */
    double bytes;                /* that these take */
} sums_forecast;

/* The caller's functions, called in between. */
typedef struct sums_watch {
    void (*forecast)(void *self, const sums_forecast *f); /* once; may be NULL */
    /* Every few thousand frontier states: `states` of the frontier, after so many of `total`
       vertices.  0, or a code that the count returns; may be NULL. */
    int (*pause)(void *self, uint64_t done, uint64_t total, uint32_t states, wgcq_error *err);
    void *self;
} sums_watch;

/* The number of plans in the region in decimal, which the caller frees.  WGCQ_DONE: a frontier is
   too wide for this (frontier_paths.h).  WGCQ_EINTERRUPT, WGCQ_EMEMORY, or what `pause` returned.
 */
int plan_sums_count(char **count, const plan_region *region, const sums_watch *watch,
                    const wgcq_monitor *monitor, wgcq_error *err);

/* Counts plans by one cost (-1: moves) that is at most `most`, where plans may begin and end as the
   graph says.  The caller frees *out, also after an error.  As plan_sums_count; WGCQ_DONE, too,
   where states have so many costs to them that all together take gigabytes. */
int plan_sums_by_cost(cost_series *out, const graph *g, const reversed_graph *back, int cost,
                      int64_t most, const sums_watch *watch, const wgcq_monitor *monitor,
                      wgcq_error *err);

#endif
