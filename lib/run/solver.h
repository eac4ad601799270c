/* solver.h - a run in progress, and the inside of a result. */
#ifndef RUN_SOLVER_H
#define RUN_SOLVER_H

#include <assert.h>
#include <stdatomic.h>
#include <time.h>

#include "base/cursor.h"
#include "base/strbuf.h"
#include "graph/algorithms/graph_answers.h"
#include "model/order.h"
#include "run/pending_solution.h"
#include "run/rows/row_sink.h"
#include "search/search.h"
#include "trace/trace.h"
#include "wgcq_run.h"

struct wgcq_result {
    wgcq_summary summary;
    const wgcq_model *model;
    wgcq_optimum *best; /* one for each cost; their counts are malloc'd */
    pending_solution first;
    char *beside;          /* malloc'd */
    wgcq_checked *checked; /* one for each invariant, and `deadlock` */
    const wgcq_checked **violations;
    pending_solution counterexample; /* to the first of them */
    wgcq_property *properties;
    pending_solution *lassos;    /* of those that do not hold */
    strbuf deadlock;             /* why its last state has no successor; empty: it has */
    char *guidance;              /* malloc'd */
    char *nearest;               /* malloc'd */
    wgcq_rejecting rejecting[3]; /* the names are the model's */
    char limit[200], count[24], remark[240];
};

/* Where the run that is repeated was cut: at that many states and edges. */
typedef struct cut_point {
    uint64_t states, edges;
} cut_point;

/* Distances to be stored, in the run's home: NULL where there are none but those of the graph.
   The writer's thread stores them, and has ended before they are freed. */
typedef struct distances_found {
    uint32_t *proved, *depth;
} distances_found;

typedef struct best_plans best_plans; /* find_solutions.c */

/* A step of a run: 0, or the code of its error, which is in s->err. */
typedef int run_step(solver *s);

/* A run of orbits beside (solve/reduced_run.c). */
typedef struct orbit_run {
    const wgcq_model *plain; /* the puzzle's own model, which the file describes */
    run_step *unfold;        /* at the end, with the graph: the result becomes one of states */
    /* A plan of orbits becomes the puzzle's, without its text; WGCQ_DONE: that was one before. */
    int (*unfold_plan)(solver *s, pending_solution *plan);
    void *self;    /* what these two keep */
    size_t tables; /* bytes by which states that stand for orbits are found */
} orbit_run;

struct solver {
    const wgcq_model *model;
    const wgcq_options *options;
    const char *db;                     /* the file or, of ranks, its folder; NULL: none */
    const wgcq_monitor *monitor;        /* NULL, or `own_monitor`           */
    const wgcq_monitor *caller_monitor; /* the caller's, to which that passes it on */
    wgcq_monitor own_monitor;
    wgcq_error *err;
    int *minimize;
    size_t minimize_count;
    void *worker;
    trace_writer *writer; /* NULL: nothing is written */
    array_home *home;     /* of the graph, where it is in files; NULL: memory */
    graph *g;             /* NULL: not needed         */
    wgcq_trace *trace;    /* whose run is read, and none made; or NULL */
    row_sink sink;        /* both, while the run explores */
    unsigned file_mode;   /* permissions of a file that takes the place of another; 0: usual */
    struct sharded_run *shards; /* of a run by several ranks that keeps rows; or NULL */
    struct merge *merge;        /* rows come from there, and not from a search; or NULL */
    bool gathers;               /* the rows of several ranks go to rank 0, which has the graph */
    cut_point taken;            /* so many states and edges have come from the search */
    bool found_goal;            /* and one of them was a goal */
    reversed_graph back;
    distances_found distances;
    bool streams;              /* plans are taken from its graph while it explores */
    const orbit_run *orbits;   /* of a run of one state of each orbit; or NULL */
    plan_checker checker;      /* opened for the first solution */
    violation_row *violations; /* all of them, until the trace ends */
    lasso_rows *lassos;        /* of each property, likewise */
    best_plans *plans;         /* in find_solutions.c, while they are found */
    uint8_t *replayed;         /* a bit for each edge of the graph that it has confirmed */
    wgcq_model *guided;        /* the model with an estimate made for it, then `model`; or NULL */
    model_inverse *inverse;    /* of a run from both ends, else NULL; or its making met a limit */
    wgcq_model
        *narrow;    /* the narrow model, which is explored (solver_make_narrow); NULL: `model` is */
    search *search; /* while it explores */
    const search_past *past; /* the earlier run that the search continues, or NULL */
    search_past stored_past; /* where `past` points if the file has that run */
    search_result found;
    wgcq_result *result;
    struct timespec started;
    strbuf about;                /* of a run with a folder, for its commits */
    char memory_limit_text[120]; /* solver_memory_words       */
    char home_full_text[160];
    bool rows_in_files; /* it has begun again, with its graph in files (spilled_run.h) */
    bool interrupted;   /* by the monitor, in any phase */
    bool within_bounds; /* all was explored but what lies beyond the puzzle's bounds */
    bool reading;       /* it reads the rows of an earlier run, and may stop at any time */
    bool finishing;     /* the search has ended, and the file not yet */
    atomic_bool late;   /* in one of these --max-time has, and the phase is to stop */
    bool underived;     /* so what comes behind the search is left to `wgcq resume` */
    double cpu_before;  /* seconds of the process when the run began */
    char time_limit_text[40];
    trace_resume_point *resume_from; /* of a run that is continued; NULL: a new run */
    const cut_point *stop_at;        /* the search stops there; NULL: nowhere */
};

/* Steps up to a NULL, one after another until one fails. */
int run_steps(solver *s, run_step *const *steps);

/* All of a run; the caller has set model, options, db, err, resume_from and the monitor.  *s is
   closed, *out the caller's. */
int solver_run(wgcq_result **out, solver *s);

/* Its parts, in this order; after an error too, solver_close comes last.  First the worker, the
   file, and a graph where one is stored or needed. */
run_step solver_begin;
/* The search, or instead of it the rows of shards; fills in `found`. */
run_step solver_explore;
/* After the search, which left `found` and returned `code`: closes the graph, computes the answers,
   ends the trace, fills in `result`. */
int solver_finish(solver *s, int code);
/* Adds to an error of disk or memory what the file holds and how to resume. */
void solver_mention_saved(solver *s, int code);
void solver_close(solver *s);

run_step solver_open_result;
run_step solver_open_worker;
/* The file: a new one, or one that has runs already.  Of a run that is resumed the graph is read.
 */
run_step run_file_open;
run_step solver_read_objectives;
/* Where the order needs an estimate and the puzzle has none: makes one. */
run_step solver_make_estimate;
bool solver_makes_estimate(const solver *s);
/* Finds the predecessors for a run from both ends.  WGCQ_EREQUEST: why there is no such run. */
run_step solver_make_inverse;
/* Makes a model whose states are narrow, where they are neither kept nor stored. */
run_step solver_make_narrow;
/* Widens the states of a plan that was found in it. */
run_step solver_widen_plan;

/* The code and error of the first rank that has one, in all of them; alone, the code. */
int solver_meet(const solver *s, int code);
/* Where they gather their rows; else the code, too. */
int solver_meet_gathering(const solver *s, int code);
/* Seconds of all parts of a resumed run. */
double solver_seconds(const solver *s);
/* The options of the search; the rows of each of its steps go to solver_take_rows. */
void solver_search_options(solver *s, search_options *how);
/* To the file and to the graph. */
int solver_take_rows(solver *s, const row_batch *rows);
/* An interrupt is a status of the run, and no error; so is the time of the limit, once. */
int solver_absorb_interrupt(solver *s, int code);

/* The limit of memory in bytes, --max-memory or the machine's; 0: none.  And the text for a run
   that ends at the machine's; NULL: the limit is --max-memory. */
uint64_t solver_memory_limit(const solver *s);
/* WGCQ_EUNKNOWN: the puzzle alone takes more than --max-memory. */
run_step solver_check_puzzle_memory;
const char *solver_memory_limit_text(solver *s);
/* Why the search must stop, at a full disk or at `stop_at`; NULL: it need not.  `self` is the
 * solver. */
const char *solver_stop_reason(void *self, uint64_t waiting);
/* The run begins. */
void solver_start_clocks(solver *s);
/* The text of --max-time where there is no more time than the run takes to finish, now; or NULL. */
const char *solver_time_limit(solver *s);
/* Whether it would be over before the file has its indices. */
bool solver_lacks_time_for_indices(const solver *s);
/* Once, when a run that is finishing has taken longer than that leaves, and for as long as one that
   is reading has no more time; from any thread. */
bool solver_becomes_late(solver *s);
/* Where it left off reading `path` for that: the error of its limit. */
int solver_end_reading(solver *s, int code, const char *path);
/* Makes the graph that rows go to, in files where the run keeps it there. */
run_step solver_open_graph;
run_step solver_open_needed_graph;
/* All rows are there: the edges by their ends, too.  Not of a run that is cut. */
run_step solver_close_graph;
void solver_free_graph(solver *s);
/* Whether what is derived of a closed graph leaves the writer to its thread meanwhile. */
bool solver_indexes_beside(const solver *s);
/* Bytes that the run holds beside the search, now and after it.  `self` is the solver. */
search_receiver_memory solver_memory_use(void *self);
/* Bytes of the graph and of the arrays that are derived of it, at the end of the run. */
uint64_t solver_home_need(const solver *s);
/* The summary's plain figures; of these again where the run proves to be cut: how it ended. */
run_step solver_set_figures;
void solver_set_status(solver *s);
void solver_set_outcome(solver *s);
/* Reports to the monitor between and within the phases after the search; WGCQ_EINTERRUPT where it
   says stop. */
int solver_poll_phase(solver *s, const char *phase);
/* Which columns the reversed graph has (enum reversed_column). */
unsigned solver_reversed_columns(const solver *s);
/* Bytes that --max-memory leaves for enumerating plans; 0: no limit. */
size_t solver_plan_memory(const solver *s);
/* Reports to the caller's monitor, with the size of the file; NULL: there is none. */
void solver_set_monitor(solver *s, const wgcq_monitor *monitor);

/* Whether nothing is derived of what was explored. */
static inline bool solver_is_cut(const solver *s)
{
    return s->interrupted || s->underived;
}

/* Seconds of --max-time; 0: no limit.  A merge has the options of the ranks' run, which has ended.
 */
static inline double solver_max_time(const solver *s)
{
    return s->merge && !s->shards ? 0 : s->options->max_time;
}

static inline bool solver_complete(const solver *s)
{
    return s->found.end == SEARCH_COMPLETE;
}

/* Whether states come in the order of their distance from the starts. */
static inline bool solver_goes_by_levels(const solver *s)
{
    return order_depths_of(s->options->order) == DEPTHS_BY_LEVEL;
}

/* Whether the search does not know each state's distance from the starts. */
static inline bool solver_lacks_depths(const solver *s)
{
    return order_depths_of(s->options->order) == DEPTHS_DERIVED;
}

static inline const uint64_t *solver_state(const solver *s, uint32_t number)
{
    assert(number && number <= s->g->states);
    return s->g->state + (size_t)number * s->model->words;
}

/* Derives distances, dead ends and deadlocks of a closed graph; the writer begins to store the
   distances. */
run_step solver_derive_distances;
/* Where all was explored; of a graph that is closed. */
void solver_count_deadlocks(solver *s);
/* First the costs alone, of which nothing is known yet. */
run_step solver_open_optima;
/* After the distances: the least of each cost, and how many plans have it.  WGCQ_ERUN: an estimate
   is no lower bound. */
run_step solver_derive_optima;
/* Without a graph, or with one that an interrupt left: what the search itself proves of them. */
run_step solver_derive_optima_unstored;

/* Finds the nearest state by the puzzle's estimate; of a complete run without a solution. */
run_step solver_find_nearest;
/* Finds the rules that reject most in such a run, where `times`, one for each rule, are of all of
   its rejections. */
void find_rejecting(solver *s, const uint64_t *times);
run_step solver_find_rejecting;

/* Fills in the result's invariants, and gives the trace what it stores of them, which stays the
   solver's.  On a graph that is not closed, in an interrupted run, without a counterexample. */
run_step find_violations;
/* Which properties hold, with a path that violates one; once; of a run that is cut none. */
run_step decide_properties;
/* Takes the violations from a search in files. */
run_step find_violations_unstored;
/* Violations and properties of a complete run that is stored with its edges: loads the graph, for
   deadlocks too. */
run_step solver_check_stored;

/* Instead of a search: the rows of shards, and what they come to. */
run_step merged_run_fill;
/* Before a search by ranks is resumed: this rank's rows of the shards so far, into its own file;
 *past is NULL where it begins anew. */
int merged_run_refill(solver *s, const search_past **past);
/* Finds the best solutions on the graph, replays and stores them; or without a graph takes the plan
   that the search found, for the result alone. */
run_step find_solutions;
run_step find_solutions_unstored;
/* The remark of a run that stores fewer than requested, and does not know how many there are. */
void find_solutions_remark(solver *s);
/* How many are to be stored, unless none are. */
uint64_t solutions_wanted(const solver *s);
/* Before that, a part of it, while something else has the writer; to be called again until there is
   nothing left to do then: WGCQ_DONE. */
run_step find_solutions_ahead;
/* After an error before that. */
void find_solutions_close(solver *s);

#endif
