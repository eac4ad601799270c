/*
 * edge_sort.h - the edges of each state in the order of their moves.
 *
 * A search reports the edges of a state in the order of the puzzle's moves. A file keeps those of a
 * breadth-first run by (source, move, target), so they are put into that order before anybody hears
 * of them: plans of equal costs come in one order, whether out of memory or out of a file.
 */
#ifndef RUN_ROWS_EDGE_SORT_H
#define RUN_ROWS_EDGE_SORT_H

#include <stdbool.h>

#include "model/row_batch.h"

/* Columns of edges. */
typedef struct edge_columns {
    uint32_t *src, *dst, *move;
    int64_t *cost;
    size_t room, costs_room;
} edge_columns;

/* All zero at first. */
typedef struct edge_sort {
    edge_columns held; /* the edges so far of a state that has more: [handed, handed + count) */
    size_t handed, count;
    unsigned costs;
    edge_columns sorted;
    struct keyed_edge *keyed;
    size_t keyed_room;
} edge_sort;

/* Sorts *rows. Where they go on, the last state's are held back, and come with the next rows, which
   may be none. They are the caller's, or borrowed from *s until the next call.  false: no memory.
 */
bool edge_sort_rows(edge_sort *s, edge_rows *rows, bool go_on);
size_t edge_sort_memory(const edge_sort *s);
void edge_sort_close(edge_sort *s);

#endif
