/*
 * graph.h - the explored graph in memory.
 *
 * States are 1..states (index 0 is unused); the out-edges of a state are one row of a compressed
 * sparse matrix (CSR), in the order in which the search reported them.  It is filled with the
 * rows of a search, or from a trace, and then closed.  5 to 8 bytes an edge, by the number of moves
 * (and 8 a declared cost), 13 a state, plus the packed states; 4 more an edge while it grows where
 * edges come in no order.  A compact graph takes 4 a state less once it is closed.
 */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "base/containers/array_home.h"
#include "base/containers/narrow_array.h"
#include "base/containers/prefetch.h"
#include "base/progress_clock.h"
#include "model/model.h"
#include "model/row_batch.h"

/* Columns that a graph may do without, or'd together. */
enum graph_column {
    GRAPH_STATES = 1,
    GRAPH_MOVES = 2,
    GRAPH_DEPTHS = 4,
    GRAPH_EDGES = 8, /* and their rows: it is not closed */
    GRAPH_CONTENT = GRAPH_STATES | GRAPH_DEPTHS
};

typedef struct graph {
    unsigned words, costs;
    array_home *home; /* of its arrays and of those that are made of it; NULL: memory; borrowed */
    unsigned without; /* these columns are NULL: set before anything is appended */
    unsigned finals;  /* `costs` where plans have final costs, else 0; set by the caller */
    uint32_t states;
    uint64_t edges;
    uint8_t *marks;  /* [states + 1], enum model_mark          */
    uint32_t *depth; /* [states + 1], as the search reported it */
    uint64_t *state; /* [(states + 1) * words]                 */
    int64_t *final;  /* [(states + 1) * finals], added where a plan ends; NULL: there are none */
    bool compact;    /* see narrow; set before it is closed */
    /* after graph_close: */
    uint64_t *first;  /* [states + 2]: out-edges of s are first[s] .. first[s + 1] - 1; or */
    uint32_t *narrow; /* the same in a compact graph whose edges' numbers fit 32 bits */
    uint32_t *dst;
    narrow_array move; /* see graph_move */
    int64_t *cost;     /* costs each; NULL where there are none  */
    /* while it grows: */
    bool sorted;     /* sources are in ascending order so far */
    uint64_t *begin; /* then: [last_row + 1], the first edge of each state up to last_row */
    uint32_t last_row;
    uint32_t *src; /* else: [edges] */
    /* Source of the edge that was added last: where a limit cut the run short, some of its edges
       may be missing; of every other state there are all or none. */
    uint32_t last_source;
    uint32_t expanded;   /* of states up to this one all edges are there; set by the caller */
    bool starts_missing; /* initial states may be missing; set by the caller */
    size_t state_room, edge_room;
    size_t state_pages, edge_pages; /* so many of either have pages */
    unsigned threads;               /* that long computations over it may use; 0: one */
    /* May interrupt long computations (WGCQ_EINTERRUPT); NULL: none.  Borrowed. */
    const wgcq_monitor *monitor;
    /* Reports with the names of move and state that a plan's cost does not fit 64 bits (WGCQ_ERUN);
       may be NULL.  `report_overflow_self` outlives the graph. */
    int (*report_overflow)(void *self, uint32_t state, uint32_t move, wgcq_error *err);
    void *report_overflow_self;
    /* Below 0, 0, above 0: as the label of move a comes before, is, or comes after that of b, by
       bytes; NULL: moves are compared by number.  `labels` outlives the graph. */
    int (*compare_labels)(void *labels, uint32_t a, uint32_t b);
    void *labels;
} graph;

graph *graph_new(unsigned words, unsigned costs); /* NULL: no memory */
void graph_free(graph *g);

/* Appending; the first state's number is states + 1.  0 or WGCQ_EMEMORY. */
int graph_add_states(graph *g, const state_rows *rows, wgcq_error *err);
int graph_add_edges(graph *g, const edge_rows *rows, wgcq_error *err);
/* Both, and which states are stuck. */
int graph_add_rows(graph *g, const row_batch *rows, wgcq_error *err);
/* Sorts the edges into rows; nothing can be appended afterwards.  0, WGCQ_EMEMORY, or WGCQ_ESTORE
   for an edge whose ends are not both among the states. */
int graph_close(graph *g, wgcq_error *err);

/* Frees the edges of a closed graph, which has their number and its states from then on. */
void graph_drop_edges(graph *g);

/* Whether plans end at the first goal they meet: where ends cost differently, one that passes a
   goal may be better than those that end there. */
static inline bool graph_ends_at_goals(const graph *g)
{
    return !g->finals;
}

/* Final cost of a plan that ends in goal s. */
static inline int64_t graph_final(const graph *g, uint32_t s, int cost)
{
    return cost < 0 || !g->finals ? 0 : g->final[(size_t)s * g->finals + (unsigned)cost];
}

/* Where the rows of states begin, in one of two widths. */
typedef struct row_bounds {
    const uint64_t *wide;
    const uint32_t *narrow; /* NULL: it is the other */
} row_bounds;
static inline uint64_t row_bound(row_bounds b, size_t row)
{
    return b.narrow ? b.narrow[row] : b.wide[row];
}

/* Fetches it into the cache, ahead of its use. */
ALWAYS_INLINE void prefetch_row_bound(row_bounds b, size_t row)
{
    prefetch_far(b.narrow ? (const void *)&b.narrow[row] : (const void *)&b.wide[row]);
}

/* The rows of a closed graph: the out-edges of s are graph_row .. graph_row_end - 1. */
static inline row_bounds graph_rows(const graph *g)
{
    return (row_bounds){g->first, g->narrow};
}
static inline uint64_t graph_row(const graph *g, uint32_t s)
{
    return row_bound(graph_rows(g), s);
}
static inline uint64_t graph_row_end(const graph *g, uint32_t s)
{
    return row_bound(graph_rows(g), s + (size_t)1);
}

/* Whether it has its rows. */
static inline bool graph_is_closed(const graph *g)
{
    return g->first || g->narrow;
}

/* The move of edge e, of a graph that has them. */
static inline uint32_t graph_move(const graph *g, uint64_t e)
{
    return narrow_get(g->move, e);
}

/* Whether a state comes before another by their words, from the first; the graph has its states. */
bool graph_packs_before(const graph *g, uint32_t a, uint32_t b);
/* Whether the label of edge a comes before that of b. */
bool graph_label_before(const graph *g, uint64_t a, uint64_t b);

/* Whether it holds nothing beyond initial states: a run that ended early may then have ended before
   it took all of them, as they are all taken before the first is expanded. */
bool graph_has_starts_alone(const graph *g);

/* The first state from s on that has one of the marks; states + 1: there is none. */
uint32_t graph_next_marked(const graph *g, uint32_t s, uint8_t marks);

/* The source of edge e. */
uint32_t graph_source(const graph *g, uint64_t e);
/* WGCQ_ERUN: with edge e of a closed graph the cost of a plan exceeds 64 bits. */
int graph_overflow(const graph *g, uint64_t e, wgcq_error *err);

/* A closed copy of an open graph, which can continue growing: marks and edges, no words, no depths.
   The caller owns it. */
int graph_snapshot(graph **out, const graph *g, wgcq_error *err);

/* Starts a clock for a long computation over g, whose figures its progress reports show. */
void progress_begin(progress_clock *c, const char *phase, const graph *g);

size_t graph_memory(const graph *g); /* bytes in use */
/* As graph_memory when it is closed, and the peak on the way there, without its reversed graph. */
size_t graph_memory_closed(const graph *g);
size_t graph_memory_closing(const graph *g);

#endif
