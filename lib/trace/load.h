/* load.h - states and edges of a stored run, in sequential scans. */
#ifndef TRACE_LOAD_H
#define TRACE_LOAD_H

#include <sqlite3.h>

#include "space/graph.h"

typedef struct load_from {
    sqlite3 *db;
    const char *path;
    int64_t run;
    const wgcq_watch *watch; /* may stop it, and later work over the graph; or NULL */
} load_from;

/* Appends what the file holds to g, which stays open.  What is out of range is WGCQ_ESTORE. */
int load_rows(const load_from *from, graph *g, wgcq_error *err);

#endif
