/*
 * run_layout.h - how the rows of one run lie in its tables.
 *
 * That depends on the file's format (PRAGMA user_version) and on the order of the search. Files of
 * older formats are read, resumed and added to as they are.
 */
#ifndef TRACE_SCHEMA_RUN_LAYOUT_H
#define TRACE_SCHEMA_RUN_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "wgcq_base.h"

enum {
    FORMAT_OLDEST = 3,   /* without clustered edges, and without invariants */
    FORMAT_UNTYPED = 4,  /* without declared types of view columns, and without REFERENCES */
    FORMAT_PATHLESS = 5, /* without properties over time, and the paths that violate them */
    FORMAT_NEWEST = 6
};

/* How step_N has the state that a step leads to. */
typedef enum step_state {
    STEP_STATE_SPELLED, /* How step_N has the state that a step leads to. */
    STEP_STATE_STORED,  /* its number: it is in state_N */
    STEP_STATE_PACKED   /* its packed words, where the run stores no states; its text where there is
                           no SQL that shows the words */
} step_state;

typedef struct run_layout {
    int64_t run;
    bool depth_searched;    /* a state's depth is stored with it; else in distance_N, known after
                               the search */
    bool edges_clustered;   /* edge_N is a tree by (src, move, dst), without rowids; else its rows
                               are in the order of the search, with an index on src */
    unsigned dst, move;     /* columns of edge_N; src is 0, costs begin at 3 */
    const char *edge_order; /* ORDER BY of the rows as they are stored */
    step_state steps;
    bool steps_shared; /* step_N has each step once, and piece_N which of them a solution takes;
                          else step_N has the steps of each solution */
    bool typed;        /* columns of views have declared types, those of tables REFERENCES */
    bool invariants;   /* there are tables invariant_N, violation_N, and a view of violations */
    bool properties;   /* there are tables property_N, lasso_N, and a view of each */
} run_layout;

/* By the name that a file stores.  A name that no level has: more than WGCQ_TRACE_NONE. */
wgcq_trace_level trace_level_named(const char *name);
/* `order` as on the command line, or NULL. */
run_layout run_layout_of(int format, const char *order, wgcq_trace_level keep, int64_t run);

#endif
