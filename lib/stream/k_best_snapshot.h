/*
 * k_best_snapshot.h - the plans of what is explored so far, best first, while exploring continues.
 *
 * They are enumerated from a copy of the graph, which the caller refreshes when that is worth its
 * cost; what was explored since the copy is not in them.
 */
#ifndef STREAM_K_BEST_SNAPSHOT_H
#define STREAM_K_BEST_SNAPSHOT_H

#include "graph/algorithms/graph_answers.h"

typedef struct k_best_snapshot {
    const graph *source; /* borrowed; may grow */
    cost_order order;    /* borrowed */
    size_t max_bytes;    /* bytes that partial plans may take; 0: no limit */
    graph *copy;         /* NULL: there is none */
    reversed_graph back;
    k_best *plans;
    bool has_plan; /* the fields below are the current plan */
    uint32_t start, length;
    const uint64_t *edges; /* indices into copy  */
    int64_t *cost;         /* [order.count]      */
} k_best_snapshot;

int k_best_snapshot_open(k_best_snapshot *out, const graph *source, cost_order order,
                         size_t max_bytes, wgcq_error *err);
/* Copies the graph as it is now; plans begin with the best again.  On an error there is no copy. */
int k_best_snapshot_renew(k_best_snapshot *k, wgcq_error *err);
/* 0: a plan is there, the same until k_best_snapshot_advance; WGCQ_DONE: no more in this copy;
   WGCQ_LIMIT: there may be more, but max_bytes is reached. */
int k_best_snapshot_peek(k_best_snapshot *k, const wgcq_monitor *monitor, wgcq_error *err);
void k_best_snapshot_advance(k_best_snapshot *k);
/* Whether the graph has more edges than the copy. */
bool k_best_snapshot_is_stale(const k_best_snapshot *k);
size_t k_best_snapshot_memory(const k_best_snapshot *k); /* of the copy */
void k_best_snapshot_close(k_best_snapshot *k);

#endif
