/* load_graph.h - states and edges of a stored run, in sequential scans. */
#ifndef TRACE_READ_LOAD_GRAPH_H
#define TRACE_READ_LOAD_GRAPH_H

#include <sqlite3.h>

#include "space/graph.h"

typedef struct load_source {
    sqlite3 *db;
    const char *path;
    int64_t run;
    const wgcq_monitor *monitor; /* may stop it, and later work over the graph; or NULL */
} load_source;

/* Appends what the file holds to g, which stays open.  What is out of range is WGCQ_ESTORE. */
int load_graph(const load_source *from, graph *g, wgcq_error *err);

#endif
