/* load_graph.h - loads states and edges of a stored run by sequential scans. */
#ifndef TRACE_READ_LOAD_GRAPH_H
#define TRACE_READ_LOAD_GRAPH_H

#include <sqlite3.h>

#include "graph/graph.h"

typedef struct load_source {
    sqlite3 *db;
    const char *path;
    int64_t run;
    const wgcq_monitor *monitor; /* may interrupt loading, and later work over the graph; or NULL */
    uint64_t states, edges;      /* how many the run says there are; 0: not known */
    uint32_t last_source;        /* edges of states behind it are left out            */
} load_source;

/* Appends states and edges to g, which stays open. WGCQ_ESTORE: a value is out of range. */
int load_graph(const load_source *from, graph *g, wgcq_error *err);

#endif
