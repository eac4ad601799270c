/* row_sink.c - the rows of a search, sorted, to the graph in memory and to the file. */
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

static int store_rows(const row_sink *k, const row_batch *rows, wgcq_error *err)
{
    if (k->thread)
        return writing_thread_put(k->thread, rows, err);
    return k->writer ? trace_store(k->writer, rows, err) : 0;
}

int row_sink_take(row_sink *k, const row_batch *rows, wgcq_error *err)
{
    row_batch sorted = *rows;
    if (k->sorts_edges && !edge_sort_rows(&k->edge_sort, &sorted.edges, rows->edges_go_on))
        return error_set_memory(err);
    int code = store_rows(k, &sorted, err);
    return !code && k->graph ? add_to_graph(k->graph, &sorted, err) : code;
}

row_figures row_sink_measure(const row_sink *k)
{
    row_figures f = {0};
    if (k->writer)
        f = k->thread ? writing_thread_figures(k->thread) : row_figures_of(k->writer);
    f.memory += edge_sort_memory(&k->edge_sort);
    return f;
}

void row_sink_close(row_sink *k)
{
    edge_sort_close(&k->edge_sort);
}
