/*
 * reversed_graph.h - the closed graph with every edge reversed: rows of predecessors.
 *
 * Beside the sources, rows may have what the columns say: the number of each edge in the original,
 * from which all else of it is to be had, or its move, in as few bytes as moves take.
 *
 * While one thread fills the rows, another may read those that are complete.  Where edges lead to
 * states of near levels, as most do, the first rows are complete long before the last.
 */
#ifndef GRAPH_REVERSED_GRAPH_H
#define GRAPH_REVERSED_GRAPH_H

#include "graph/graph.h"

/* Or'd together. */
enum reversed_column { REVERSED_EDGES = 1, REVERSED_MOVES = 2 };

typedef struct reversed_graph {
    array_home *home;    /* the graph's */
    uint64_t *first;     /* [states + 2]: the in-edges of s are first[s] .. first[s + 1] - 1 */
    uint32_t *src;       /* of each */
    uint32_t *edge;      /* its number; NULL where there are too many for 32 bits; then: */
    uint64_t *wide_edge; /* see reversed_edge; both NULL: they have no numbers */
    narrow_array move;   /* its move; NULL: rows have none */
    uint32_t *to_goal; /* [states + 1], distances_to_goal where the caller keeps them here, so that
                          best plans need no second search; else NULL */
    struct reversal *filling; /* what is known of rows while they are filled */
} reversed_graph;

/* All arrays, with no row complete: reversed_graph_fill must follow.  The caller frees it.  0 or
   WGCQ_EMEMORY. */
int reversed_graph_open(reversed_graph *out, const graph *g, unsigned columns, wgcq_error *err);
void reversed_graph_fill(reversed_graph *back);
/* Waits until so many in-edges are in complete rows, counted from the first row on, and returns how
   many rows are complete; of the others, nothing may be read.  Any thread. */
uint32_t reversed_graph_await(const reversed_graph *back, uint64_t edges);
/* Both at once. */
int reversed_graph_make(reversed_graph *out, const graph *g, unsigned columns, wgcq_error *err);
/* With what best plans need: numbers of edges where there are declared costs. */
int reversed_graph_of_costs(reversed_graph *out, const graph *g, wgcq_error *err);
/* With numbers of edges in 64 bits whether they need them or not: for tests. */
int reversed_graph_make_wide(reversed_graph *out, const graph *g, wgcq_error *err);
void reversed_graph_free(reversed_graph *back);

/* The number in the original of in-edge i. */
static inline uint64_t reversed_edge(const reversed_graph *back, uint64_t i)
{
    return back->edge ? back->edge[i] : back->wide_edge[i];
}

/* Bytes that it takes of a graph. */
size_t reversed_graph_memory(const graph *g, unsigned columns);

#endif
