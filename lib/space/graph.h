/*
 * graph.h - the explored graph in memory: what the answers are computed from.
 *
 * States are 1..states (index 0 is unused); out-edges lie in one row a source (compressed sparse
 * rows), in the order the search gave them.  It is filled by a search as its observer, or from a
 * trace.  8 bytes an edge (and 8 a declared cost), 5 a state, plus the packed states if kept.
 */
#ifndef SPACE_GRAPH_H
#define SPACE_GRAPH_H

#include "base/progress_clock.h"
#include "model/model.h"
#include "model/observer.h"

typedef struct graph {
    unsigned words, costs;
    uint32_t states;
    uint64_t edges;
    uint8_t *marks;  /* [states + 1], enum model_mark          */
    uint32_t *depth; /* [states + 1], as the search came to it */
    uint64_t *state; /* [(states + 1) * words]                 */
    /* after graph_close: */
    uint64_t *first; /* [states + 2]: out-edges of s are first[s] .. first[s + 1] - 1 */
    uint32_t *dst, *move;
    int64_t *cost; /* costs each; NULL where there are none  */
    /* while it grows: */
    uint32_t *src;
    bool sorted; /* sources came in ascending order so far */
    /* Source of the edge that came last: where a limit cut the run short, some of that state's
       edges may be missing; of all other states there are all or none. */
    uint32_t last_source;
    uint32_t expanded; /* of states up to this one all edges are told; who knows that sets it */
    size_t state_room, edge_room;
    /* Who may stop work over it that takes long (WGCQ_EINTERRUPT); NULL: nobody. */
    const wgcq_monitor *monitor;
    /* Who can name a move and the state that it leaves, and reports with those that a plan's cost
       does not fit (WGCQ_ERUN).  `self` outlives the graph. */
    int (*report_overflow)(void *self, uint32_t state, uint32_t move, wgcq_error *err);
    void *report_overflow_self;
} graph;

graph *graph_new(unsigned words, unsigned costs); /* NULL: no memory */
void graph_free(graph *g);

/* Appending; the first state's number is states + 1.  0 or WGCQ_EMEMORY. */
int graph_add_states(graph *g, const state_rows *rows, wgcq_error *err);
int graph_add_edges(graph *g, const edge_rows *rows, wgcq_error *err);
/* Brings the edges into rows; no more appending.  0, WGCQ_EMEMORY, or WGCQ_ESTORE for an edge
   whose ends are not both among the states. */
int graph_close(graph *g, wgcq_error *err);

/* WGCQ_ERUN: what edge e of a closed graph costs makes a plan's cost outgrow 64 bits. */
int graph_overflow(const graph *g, uint64_t e, wgcq_error *err);

/* An open graph as it stands, closed, so that the other can go on growing: states' marks and edges,
   no words and no depths. */
int graph_snapshot(graph **out, const graph *g, wgcq_error *err);

/* An observer that fills g. */
observer graph_observer(graph *g);

/* The same graph with every edge turned round: first/dst as above, `edge` is the number of the
   original edge.  What graph_reverse gave is freed with graph_reverse_free. */
typedef struct reversed_graph {
    uint64_t *first; /* [states + 2] */
    uint32_t *src;
    uint64_t *edge;
} reversed_graph;
int graph_reverse(reversed_graph *out, const graph *g, wgcq_error *err);
void graph_reverse_free(reversed_graph *back);

/* Starts a clock for a long computation over g, whose figures its progress reports show. */
void progress_begin(progress_clock *c, const char *phase, const graph *g);

size_t graph_memory(const graph *g); /* bytes in use */
/* Bytes that it will be when it is closed and turned round, and the most that this takes. */
size_t graph_memory_closed(const graph *g);
size_t graph_memory_closing(const graph *g);

#endif
