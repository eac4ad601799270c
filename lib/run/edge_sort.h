/*
 * edge_sort.h - the edges of each state in the order of their moves.
 *
 * A search reports the edges of a state in the order of the puzzle's moves. A file keeps those of a
 * breadth-first run by (source, move, target), so they are put into that order before anybody hears
 * of them: plans of equal costs come in one order, whether out of memory or out of a file.
 */
#ifndef RUN_EDGE_SORT_H
#define RUN_EDGE_SORT_H

#include <stdbool.h>

#include "model/row_batch.h"

/* Buffers, all zero at first. */
typedef struct edge_sort {
    uint32_t *dst, *move;
    int64_t *cost;
    size_t room, costs_room;
    struct keyed_edge *keyed;
    size_t keyed_room;
} edge_sort;

/* Sorts *rows, which has all edges of a state or none; they are the caller's, or borrowed from *s
   until the next call.  false: no memory. */
bool edge_sort_rows(edge_sort *s, edge_rows *rows);
size_t edge_sort_memory(const edge_sort *s);
void edge_sort_close(edge_sort *s);

#endif
