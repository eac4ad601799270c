/*
 * search.h - control strategies over one face: expand these states.
 *
 * A search explores a model in one of five orders, tells an observer what it sees, and says at the
 * end how far it came and what is proved by that.  It knows neither YAML nor SQLite.
 */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "model/model.h"
#include "model/observer.h"

/* What an earlier run over the same model told, to go on from.  States 1..expanded were expanded;
   `edges` and `refusals` are how many came of that.  Looked at before the observer is told
   anything, and not after. */
typedef struct search_resume_point {
    uint32_t states, expanded;
    uint64_t edges, rejections;
    const uint64_t *state; /* [states][words], in order       */
    const uint8_t *marks;  /* [states]                        */
    const uint32_t *depth; /* [states], never falling         */
} search_resume_point;

/* Bytes that whoever looks on holds, and the most he will hold when exploring is over and the
   search has let go of its own. */
typedef struct search_observer_memory {
    size_t now, at_end;
} search_observer_memory;

typedef struct search_options {
    wgcq_order order;
    wgcq_stop stop;
    const int *minimize; /* cost numbers, -1 for `moves`, in the order of their weight */
    size_t minimize_count;
    /* 0: no limit.  max_memory, which is for `beside` too, may be passed by what one batch of
       states takes. */
    uint64_t max_states, max_depth, max_memory;
    const char *memory_limit_text; /* a run that ends at max_memory says; NULL: "--max-memory N";
                                      borrowed */
    double max_time;               /* seconds; 0: no limit */
    unsigned threads;              /* >= 1; orders other than breadth-first use one */
    /* Breadth-first: count the shortest plans, and give one.  Not needed where an observer builds a
       graph. */
    bool count_shortest;
    /* Breadth-first, with another --stop than first and nothing counted: where to go on; the
       observer knows of it.  NULL: from the starts. */
    const search_resume_point *resume_point;
    /* Asked after every few states, where it is not NULL: whether there is room for more; `waiting`
       states are not expanded yet.  An answer ends the run at a limit of these words. */
    const char *(*limit_reached)(void *self, uint64_t waiting);
    void *limit_self;
    search_observer_memory (*observer_memory)(
        void *self); /* asked as often; NULL: nobody holds anything */
    void *observer_memory_self;
} search_options;

typedef enum search_end {
    SEARCH_COMPLETE,    /* everything reachable was explored                   */
    SEARCH_STOPPED,     /* at --stop first or shortest                         */
    SEARCH_LIMIT,       /* at a limit; `limit` says which                      */
    SEARCH_INTERRUPTED, /* the monitor said stop                                 */
} search_end;

typedef struct search_result {
    search_end end;
    char limit[160]; /* "--max-states 1000" and the like; "" without one          */
    uint64_t states, edges, rejections, starts, goals, memory; /* edges as they were reported */
    /* Breadth-first: states 1..expanded were expanded (or are an end).  At a limit the next one may
       have been expanded in part: what it reported is true, but not all there is. */
    uint32_t expanded;
    /* Of the deepest state, in the tree of first discoveries (breadth-first: its fewest moves). */
    uint32_t depth;
    double seconds;
    /* A limit left no room for all starts: not even those of depth 0 are all known. */
    bool starts_incomplete;
    uint32_t first_goal; /* number of the first goal found; 0: none                   */

    /* Breadth-first: all states of at most this depth were found, with every edge into them that
       a shortest path can take; UINT32_MAX when complete.  Other orders: UINT32_MAX when complete,
       else 0. */
    uint32_t proved_depth;
    /* Cheapest and A*: the solution of least cost and its proof.  A goal was settled (expanded or
       next to be) with nothing cheaper left open. */
    bool proved_cheapest;

    /* Fewest moves to a goal and how many plans have that many; breadth-first only, with no
       trace needed.  count: decimal, malloc'd, NULL where it is not proved. */
    bool shortest_known;
    uint32_t shortest;
    char *shortest_count;
    /* One of them (breadth-first), or the first found (other orders): plan_length + 1 states of
       `words` words, plan_length moves.  malloc'd; NULL where there is none. */
    uint32_t plan_length;
    uint64_t *plan_states;
    uint32_t *plan_moves;
} search_result;

/* Plans that cannot be told yet, because a state on them is still to be expanded: what they cost at
   the least. */
typedef struct search_bound {
    bool known;  /* false: this order does not say, or something was too deep to be expanded */
    bool strict; /* they cost more than `least`, not only as much */
    unsigned width;
    const int
        *costs; /* [width] costs, compared in that order: -1 for moves, which are among them */
    const int64_t *bound; /* [width]; NULL: there are none; good until the next step */
    uint64_t goals; /* how often a goal's turn to be expanded has come, or one was found: where it
                       grows, a best plan may be there */
} search_bound;

/* A search that is taken a step at a time: a batch of states (breadth-first), the states of one key
   or a part of them, one state.  What options point to, the model, the monitor and the observer's
   self are lent until it is freed.  The clock of --max-time stands still between search_wake and
   search_rest.  Not to be copied or moved. */
typedef struct search search;
/* Takes in the starts.  0, or a negative code. */
int search_new(search **out, const wgcq_model *model, const search_options *options,
               const observer *observer, const wgcq_monitor *monitor, wgcq_error *err);
/* 0: there is more to do; WGCQ_DONE: it is over; or a negative code, after which it stays so. */
int search_step(search *s);
/* Before steps that are taken after a rest, and behind them.  One that was interrupted goes on. */
void search_resume(search *s, wgcq_error *err);
void search_pause(search *s);
const search_result *search_partial_result(const search *s);
uint64_t
search_frontier_size(const search *s); /* states that are to be expanded, as far as is known */
search_bound search_frontier_bound(const search *s);
/* Ends it where it stands, at a limit of these words. */
void search_stop_at_limit(search *s, const char *limit);
/* When it is over: what came of it, which is yours; on trouble, as far as it came. */
int search_finish(search_result *out, search *s);
void search_free(search *s);

/* All of it.  0, or a negative code with *err filled in; *out is always safe to free. */
int search_run(search_result *out, const wgcq_model *model, const search_options *options,
               const observer *observer, const wgcq_monitor *monitor, wgcq_error *err);
void search_result_free(search_result *result);

/* Every plan of exactly `length` moves, by plain backtracking, one at a time. */
typedef struct dfs_plans dfs_plans;
int dfs_plans_new(dfs_plans **out, const wgcq_model *model, uint64_t length, wgcq_error *err);
/* 0: a plan; WGCQ_DONE.  length + 1 states of `words` words, length moves and, `costs` each, what
   each move cost; good until the next call.  The monitor is looked at from time to time. */
int dfs_plans_next(dfs_plans *b, const uint64_t **states, const uint32_t **moves,
                   const int64_t **costs, const wgcq_monitor *monitor, wgcq_error *err);
/* After WGCQ_DONE: whether so many moves can be made at all, to whatever state. */
bool dfs_plans_reached(const dfs_plans *b);
uint64_t dfs_plans_expanded(const dfs_plans *b); /* states, as often as they were come to */
void dfs_plans_free(dfs_plans *b);
/* Only how many (counted in 64 bits; more is an error that says so). */
int dfs_plans_count(uint64_t *count, const wgcq_model *model, uint64_t length,
                    const wgcq_monitor *monitor, wgcq_error *err);

#endif
