/*
 * stream.h - the inside of a search that is pulled, and of the solution that it gives.
 *
 * A search steps the engine's own (search/search.h) as far as the next solution takes, and no
 * further.  Orders that go by costs give the plans of the graph so far (answers/known.h) for which
 * it is certain that nothing unexplored comes before them.  The others give each goal the way that
 * it was come to, and when all is explored what is left.
 */
#ifndef RUN_STREAM_H
#define RUN_STREAM_H

#include "answers/graph/k_best_snapshot.h"
#include "run/solver.h"

struct wgcq_solution {
    const wgcq_model *model;
    pending_solution plan;
    bool proved;
};

/* Up to where all plans are known: a copy of a search_bound. */
typedef struct frontier_bound {
    bool known, beyond, none;
    int64_t *least;
} frontier_bound;

/* One plan, to be known again. */
typedef struct yielded_plan {
    bool there;
    uint32_t start, length;
    uint32_t *step; /* [length][2]: move, and the state that it leads to */
} yielded_plan;

struct wgcq_search {
    solver s;
    wgcq_options options;
    char *minimize, *db; /* copies */
    observer both;
    wgcq_solution current;
    uint64_t solutions; /* given so far            */
    int failed;         /* it stays so ...         */
    wgcq_error error;   /* ... and with these words */

    /* ---- the orders ---------------------------------------------------------------------------
     */
    search *run;
    bool exhausted, ended;
    const char *limit; /* that telling plans came to; NULL: none */
    int *criteria;     /* what plans are ordered by */
    size_t criteria_count;
    k_best_snapshot snapshot;
    frontier_bound bound;         /* of the run                                              */
    frontier_bound bound_at_copy; /* as it was when the graph was copied                     */
    frontier_bound yielded_bound; /* all plans within it have been given                     */
    yielded_plan yielded_early;   /* given before its equals were all known                  */
    uint64_t goals, goals_at_copy;
    uint64_t edges;       /* of the graph that have been looked at ...               */
    bool goal_touched;    /* ... and one since the copy comes to a goal              */
    uint32_t state;       /* the last that was looked at, whether it is a goal       */
    uint64_t *first_edge; /* [state] 1 + the edge by which it was come to; 0: none   */
    size_t first_edge_room;
    uint64_t *path; /* the edges of one such way */
    size_t path_room;

    /* ---- plans without memory of states -------------------------------------------------------
     */
    bool by_dfs;
    dfs_plans *dfs; /* of this length; NULL: not begun    */
    uint64_t length, max_length;
    uint64_t dfs_expanded; /* states expanded, of shorter ones    */

    wgcq_statistics final_figures; /* when it had ended */
};

/* The next solution by cost, or in the order in which goals are found, into w->given.  0, WGCQ_DONE
   when there is none left in what was explored, or trouble. */
int stream_by_cost(wgcq_search *w, wgcq_error *err);
int stream_by_discovery(wgcq_search *w, wgcq_error *err);
/* Explores a step further. */
int stream_continue(wgcq_search *w, wgcq_error *err);
/* The way along edges of g is the solution that is given. */
int stream_yield(wgcq_search *w, const graph *g, uint32_t start, uint32_t length,
                 const uint64_t *edges, bool proved, wgcq_error *err);
/* Whether the plan that is looked at is the way by which its goal was found. */
bool stream_is_by_discovery(const wgcq_search *w);

#endif
