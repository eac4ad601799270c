/* row_sink.c - the rows of a search, sorted, to the graph in memory and to the file. */
#include "run/rows/row_sink.h"

#include "base/error.h"

int row_sink_take(row_sink *k, const row_batch *rows, wgcq_error *err)
{
    row_batch whole = *rows;
    if (k->sorts_edges && !edge_hold_rows(&k->edge_hold, &whole.edges, rows->edges_go_on))
        return error_set_memory(err);
    if (k->thread)
        return writing_thread_put(k->thread, &whole, err);
    if (k->sorts_edges && !edge_sort_rows(&k->edge_sort, &whole.edges))
        return error_set_memory(err);
    int code = k->writer ? trace_store(k->writer, &whole, err) : 0;
    return !code && k->graph ? graph_add_rows(k->graph, &whole, err) : code;
}

row_figures row_sink_measure(const row_sink *k)
{
    row_figures f = {0};
    if (k->writer)
        f = k->thread ? writing_thread_figures(k->thread) : row_figures_of(k->writer);
    f.memory += edge_hold_memory(&k->edge_hold) + edge_sort_memory(&k->edge_sort);
    return f;
}

graph row_sink_graph_sizes(const row_sink *k)
{
    return k->thread ? writing_thread_graph_sizes(k->thread) : *k->graph;
}

void row_sink_close(row_sink *k)
{
    edge_hold_close(&k->edge_hold);
    edge_sort_close(&k->edge_sort);
}
