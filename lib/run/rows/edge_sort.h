/*
 * edge_sort.h - the edges of each state in the order of their moves.
 *
 * A search reports the edges of a state in the order of the puzzle's moves. A file keeps those of a
 * breadth-first run by (source, move, target), so they are put into that order before anything
 * takes them: plans of equal costs come in one order, whether out of memory or out of a file.
 */
#ifndef RUN_ROWS_EDGE_SORT_H
#define RUN_ROWS_EDGE_SORT_H

#include "run/rows/edge_columns.h"

/* All zero at first. */
typedef struct edge_sort {
    edge_columns sorted; /* without sources */
    struct keyed_edge *keyed;
    int64_t *cost; /* of those that have keys */
    size_t keyed_room, cost_room;
} edge_sort;

/* Sorts *rows, which have all edges of each of their states.  They are the caller's then, or
   borrowed from *s until the next call.  false: no memory. */
bool edge_sort_rows(edge_sort *s, edge_rows *rows);
/* As edge_sort, in place: the rows are those of `columns`. */
bool edge_sort_in_place(edge_sort *s, const edge_rows *rows, const edge_columns *columns);
size_t edge_sort_memory(const edge_sort *s);
void edge_sort_close(edge_sort *s);

#endif
