/*
 * row_sink.h - where the rows of a search go: sorted, to the file and to the graph in memory.
 *
 * One thread at a time has it: the one that explores, or the writing thread.
 */
#ifndef RUN_ROWS_ROW_SINK_H
#define RUN_ROWS_ROW_SINK_H

#include "run/rows/edge_sort.h"
#include "space/graph.h"
#include "trace/trace.h"

typedef struct row_sink {
    trace_writer *writer; /* NULL: nothing is written */
    graph *graph;         /* NULL: not needed         */
    bool sorts_edges;     /* where a file may have them by source */
    edge_sort edge_sort;
} row_sink;

/* What the rows so far have come to. */
typedef struct sink_figures {
    uint64_t rows;                /* of the file                             */
    size_t memory, memory_at_end; /* without the graph's                     */
    graph graph;                  /* for its measures: the arrays are not to be read */
} sink_figures;

int row_sink_take(row_sink *k, const row_batch *rows, wgcq_error *err);
sink_figures row_sink_measure(const row_sink *k);
void row_sink_close(row_sink *k);

#endif
