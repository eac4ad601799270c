/*
 * row_sink.h - where the rows of a search go: sorted, to the graph in memory and to the file.
 */
#ifndef RUN_ROWS_ROW_SINK_H
#define RUN_ROWS_ROW_SINK_H

#include "graph/graph.h"
#include "run/rows/edge_hold.h"
#include "run/rows/edge_sort.h"
#include "run/rows/writing_thread.h"
#include "trace/trace.h"

typedef struct row_sink {
    trace_writer *writer;   /* NULL: nothing is written */
    writing_thread *thread; /* has writer and graph; NULL: the caller has them */
    graph *graph;           /* NULL: not needed         */
    bool sorts_edges;       /* where a file may have them by source */
    edge_hold edge_hold;
    edge_sort edge_sort;
} row_sink;

int row_sink_take(row_sink *k, const row_batch *rows, wgcq_error *err);
/* Without the memory of the graph. */
row_figures row_sink_measure(const row_sink *k);
/* The graph of a sink that has one, as of now, to be measured; its arrays are not to be used. */
graph row_sink_graph_sizes(const row_sink *k);
void row_sink_close(row_sink *k);

#endif
