/*
 * stream.h - the inside of a wgcq_search, and of the solution that it yields.
 *
 * The engine (search/search.h) is stepped as far as the next solution needs.  In orders by cost,
 * plans of the graph so far (graph/k_best_snapshot.h) are yielded as soon as no unexplored plan can
 * come before them.  In the others each goal is yielded when it is found, with the path of the
 * search tree, and the other plans when all is explored.
 *
 *   stream.c                the public calls, steps of the engine, plans of a given length
 *   stream_by_cost.c        the next plan in an order by cost
 *   stream_by_discovery.c   the next goal in the order of the search
 *   stream_solution.c       the yielded solution
 */
#ifndef RUN_STREAM_H
#define RUN_STREAM_H

#include "run/solver.h"
#include "stream/k_best_snapshot.h"

struct wgcq_solution {
    const wgcq_model *model;
    pending_solution plan;
    bool proved;
};

/* Up to which cost all plans are in the graph: a copy of a search_bound. */
typedef struct frontier_bound {
    bool known, beyond, none;
    int64_t *least;
} frontier_bound;

/* A plan that was yielded, to recognize it. */
typedef struct yielded_plan {
    bool there;
    uint32_t start, length;
    uint32_t *step; /* [length][2]: move, and the state that it leads to */
} yielded_plan;

struct wgcq_search {
    solver s;
    wgcq_options options;
    char *minimize, *db; /* copies */
    wgcq_solution current;
    uint64_t solutions; /* yielded so far          */
    int failed;         /* permanent error code ...*/
    wgcq_error error;   /* ... and its text        */

    /* ---- the orders ---------------------------------------------------------------------------
     */
    search *run;
    bool exhausted, ended;
    const char *limit; /* that enumerating plans met; NULL: none */
    int *criteria;     /* what plans are ordered by */
    size_t criteria_count;
    k_best_snapshot snapshot;
    frontier_bound bound;         /* of the search */
    frontier_bound bound_at_copy; /* when the snapshot was taken */
    frontier_bound yielded_bound; /* all plans within it are yielded */
    yielded_plan yielded_early;   /* before all of equal cost were known */
    uint64_t goals, goals_at_copy;
    uint64_t edges;       /* of the graph, looked through ... */
    bool goal_touched;    /* ... and one since the snapshot leads to a goal */
    uint32_t state;       /* last state examined */
    uint64_t *first_edge; /* [state] 1 + the edge that found it; 0: none */
    size_t first_edge_room;
    uint64_t *path; /* room for the edges of a path */
    size_t path_room;

    /* ---- plans of a given length ---------------------------------------------------------------
     */
    bool by_dfs;
    dfs_plans *dfs; /* of the current length; NULL: not begun */
    uint64_t length, max_length;
    uint64_t dfs_expanded; /* states, for shorter lengths */

    wgcq_statistics final_figures; /* at its end */
};

/* The next solution, by cost or in the order in which goals are found, into w->current.  0;
   WGCQ_DONE: there are no more in what was explored; or an error. */
int stream_by_cost(wgcq_search *w, wgcq_error *err);
int stream_by_discovery(wgcq_search *w, wgcq_error *err);
/* One step of the engine. */
int stream_continue(wgcq_search *w, wgcq_error *err);
/* Makes the path along edges of g the current solution. */
int stream_yield(wgcq_search *w, const graph *g, uint32_t start, uint32_t length,
                 const uint64_t *edges, bool proved, wgcq_error *err);
/* The packed state after `step` moves; owned by the solution. */
const uint64_t *solution_state(const wgcq_solution *s, size_t step);
/* Whether the snapshot's current plan is a path of the search tree. */
bool stream_is_by_discovery(const wgcq_search *w);

#endif
