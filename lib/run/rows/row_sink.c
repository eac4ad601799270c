/* row_sink.c - the rows of a search, sorted, to the file and to the graph in memory. */
#include "run/rows/row_sink.h"

#include "base/error.h"

/* The graph takes its part before the next rows come. */
static int add_to_graph(graph *g, const row_batch *rows, wgcq_error *err)
{
    int code = rows->states.count ? graph_add_states(g, &rows->states, err) : 0;
    if (!code && rows->edges.count)
        code = graph_add_edges(g, &rows->edges, err);
    for (size_t i = 0; !code && i < rows->stuck.count; i++)
        g->marks[rows->stuck.state[i]] |= MARK_STUCK;
    return code;
}

int row_sink_take(row_sink *k, const row_batch *rows, wgcq_error *err)
{
    row_batch sorted = *rows;
    if (k->sorts_edges && !edge_sort_rows(&k->edge_sort, &sorted.edges, rows->edges_go_on))
        return error_set_memory(err);
    int code = k->writer ? trace_store(k->writer, &sorted, err) : 0;
    return !code && k->graph ? add_to_graph(k->graph, &sorted, err) : code;
}

sink_figures row_sink_measure(const row_sink *k)
{
    size_t sorting = edge_sort_memory(&k->edge_sort);
    sink_figures f = {.memory = sorting};
    if (k->graph)
        f.graph = *k->graph;
    if (!k->writer)
        return f;
    f.memory += trace_memory(k->writer);
    f.memory_at_end = trace_memory_at_end(k->writer);
    f.rows = trace_rows_written(k->writer);
    return f;
}

void row_sink_close(row_sink *k)
{
    edge_sort_close(&k->edge_sort);
}
