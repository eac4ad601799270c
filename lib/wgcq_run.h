/* wgcq_run.h - runs: their options and results; searches; what resumes and merges them. */
#ifndef WGCQ_RUN_H
#define WGCQ_RUN_H

#include "wgcq_rows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- solving ----------------------------------------------------------------------------- */

/* How the ranks of a run that several processes share talk to each other: messages that all of them
   swap at once.  All ranks call the functions equally often, in turn; each returns 0, or a negative
   code after which no rank can continue. */
typedef struct wgcq_exchange {
    void *self;
    unsigned rank, ranks; /* rank < ranks */
    /* Begins to send bytes[k] bytes of out[k] to each rank k, and to receive at most `room` bytes
       of each into in[k]; out[k] and in[k] are borrowed until swap_end.  Those of the own rank are
       left alone.  `room` is the same in all ranks, and no message is longer. */
    int (*swap_begin)(void *self, const void *const *out, const size_t *bytes, void *const *in,
                      size_t room, wgcq_error *err);
    /* Waits until all is sent and received. */
    int (*swap_end)(void *self, wgcq_error *err);
    /* Called often between the two, so that messages progress.  NULL: they do so by themselves. */
    void (*swap_poll)(void *self);
    /* This rank cannot continue, and the others do not know it: their next call fails, or their
       processes are ended. */
    void (*abandon)(void *self);
} wgcq_exchange;

typedef enum wgcq_reduction { WGCQ_REDUCE_NOTHING, WGCQ_REDUCE_SYMMETRY } wgcq_reduction;

typedef struct wgcq_options { /* all zero: breadth-first, exhausted, store all, no limits */
    wgcq_order order;
    wgcq_stop stop;
    wgcq_trace_level trace_level;
    const char *minimize; /* "noise,moves": costs in that order; NULL: as the puzzle says */
    uint64_t solutions;   /* how many of the best to store; 0 means 100                   */
    bool no_solutions;    /* store none                                                   */
    uint64_t max_states;  /* 0 is no limit, here and below                                */
    uint64_t max_depth;
    uint64_t max_memory; /* bytes: of search, graph, answers and writer                  */
    double max_time;     /* seconds; they count from the call, and so what checks and reads a
                            file: WGCQ_EUNKNOWN where that took all, and it is unchanged */
    unsigned threads;    /* that expand states together; where rows are stored, one more
                            writes them; 0 means 1                                       */
    uint64_t save_every; /* rows between commits; 0: about a second's                    */
    wgcq_writer writer;
    /* A file that is there is not extended: the run goes into a file beside it, FILE.new, which
       takes its place when the run has ended (wgcq_solve and wgcq_solve_model only).  Until then
       the old one may be read, and no other process can write to it.  Interrupted, stopped by the
       machine's memory or disk, or after an error, the old file is as it was. */
    bool replace;
    /* With `replace`: only if nothing was written to the file of this trace, which is the one at
       `db`, since it was opened; else WGCQ_EOTHER.  NULL: whatever it holds. */
    const struct wgcq_trace *replaces;
    /* Available bytes, see wgcq_memory_left: a limit where max_memory is 0, which belongs to this
       machine and is not stored with the run; 0: none. */
    uint64_t memory_left;
    /* A folder, made where there is none.  A breadth-first run with WGCQ_TRACE_NONE continues in
       files there when its memory is full, and from them when it is run again (or by wgcq_resume);
       they are removed when it has ended.  In files the states of violations and the shortest
       counterexample are found, but no dead ends, and no least cost but moves.  WGCQ_EREQUEST with
       another order; WGCQ_EOTHER: the folder has the run of another puzzle; WGCQ_ESTORE: it has
       other files, is damaged, or another process uses it; WGCQ_EFILE: it cannot be written, or its
       disk is full.  NULL: the run ends at its memory.  With rows the states are in files there
       from the beginning, and so is the graph at the end; wgcq_resume continues from the file.  A
       run without rows that has max_states, WGCQ_STOP_FIRST, `reduce`, properties over time or
       other costs to minimize begins again like that when memory is full.
     */
    const char *spill;
    /* The run is one of several ranks', which share the states among them: breadth-first.  All
       ranks call the library with the same puzzle and options; limits of memory are each rank's
       own.  With rows the file is a folder that
       all of them see, which must not be there or be empty, unless `replace` is set: each rank
       writes a file there, limits of time and memory end a run at a level's beginning, and
       wgcq_merge derives what is not found while exploring.  All get the same figures or the same
       error, and rank 0 the plan. Without a file each rank holds its states, and rank 0 also the
       graph where the answers take all of it: of costs, properties over time, orbits, and
       with WGCQ_STOP_FIRST or max_states; then the result of rank 0 alone has these answers, and
       with `spill` the graph is in its folder where the memory of some rank is full.  With
       `reduce` the file is no folder: rank 0 writes it.
       `spill` is another folder for each rank, FOLDER/0, FOLDER/1, ...; of runs without a file
       wgcq_divide_spilled makes those of another number of ranks. WGCQ_EREQUEST with what cannot be
       shared. NULL: this process alone. */
    const wgcq_exchange *exchange;
    /* WGCQ_REDUCE_SYMMETRY: one state is kept of each orbit under the group that the puzzle
       declares `symmetric`, and figures are those of all states.  The declaration is proved by
       the moves or else checked in every state; WGCQ_EREQUEST where it does not hold, with a
       counterexample.  wgcq_solve only, breadth-first, with WGCQ_TRACE_SOLUTIONS or _NONE;
       symmetric variants of the stored solutions are not all stored.  max_states is of orbits, and
       like `stop` goes without a file.  Starts need not be symmetric; where they are not, see
       wgcq_summary.orbits_only. */
    wgcq_reduction reduce;
} wgcq_options;

/* ---- results ----------------------------------------------------------------------------- */

typedef enum wgcq_outcome {
    WGCQ_FOUND,      /* there is a solution (or no goal is declared, and all was explored) */
    WGCQ_UNSOLVABLE, /* proved: no goal is reachable                                       */
    WGCQ_UNKNOWN     /* stopped at a limit before either                                   */
} wgcq_outcome;

typedef struct wgcq_optimum {
    const char *cost; /* its name                                                       */
    bool known;       /* false: not proved (a limit cut the run short); null            */
    int64_t value;
    const char *count; /* number of plans of that cost with the fewest moves; NULL: unknown */
    bool maximized;    /* `value` is the greatest, not the least                         */
} wgcq_optimum;

/* Result of one invariant, or of "deadlock" where that is forbidden. */
typedef struct wgcq_checked {
    const char *invariant; /* its name                                                    */
    uint64_t states;       /* in which it does not hold, among those that were explored;
                              0: none, or unknown (wgcq_summary.orbits_only)              */
    bool violated;         /* there are some; then:                                       */
    uint64_t length;       /* moves from a start to the nearest of them                   */
    bool length_known;     /* proved: no counterexample is shorter                        */
} wgcq_checked;

/* Result of one property over time. */
typedef struct wgcq_property {
    const char *property; /* its name                                                     */
    const char *kind;     /* "eventually", "infinitely often", "eventually always", "leads to",
                             "recoverable" or "step"                                      */
    bool known;           /* false: a limit came first, and no counterexample was found   */
    bool holds;           /* within the puzzle's bounds, where it has some                */
    uint64_t stem, cycle; /* moves of a counterexample: of its stem, the shortest where all was
                             explored, and of the cycle that is repeated for ever; 0: no cycle */
} wgcq_property;

/* A rule, or a guard with a name, and how many moves it rejects. */
typedef struct wgcq_rejecting {
    const char *rule;
    uint64_t times;
} wgcq_rejecting;

/* The result of a run.  A figure that is not proved is absent: its `known` is false, or it is NULL.
 */
typedef struct wgcq_summary {
    const char *status; /* "complete", "limit", "interrupted"                            */
    const char *limit;  /* "limit": which one, in words; else NULL                       */
    wgcq_outcome outcome;
    unsigned threads; /* that explored: more than one where expanding a level, or the states of
                         one key, takes long enough to share                         */
    uint64_t states, edges, rejections, starts;
    bool from_both_ends; /* WGCQ_BOTH_ENDS; then also the states found backwards, which are in none
                            of these figures: the starts need not lead to them: */
    uint64_t states_from_goals;
    unsigned rounds; /* WGCQ_IDA_STAR: numbers of moves that were tried, and then a state counts
                        each time it is expanded, and an edge each time it is made; else 0 */
    uint64_t orbits, goal_orbits; /* options.reduce: that many states were kept; else 0           */
    uint64_t dead_end_orbits,
        deadlock_orbits;  /* likewise, where dead ends and deadlocks are found */
    bool symmetry_proved; /* by the moves; false: checked in every state expanded, if any */
    /* The symmetry maps a start to a state that is none, so that how many states of an orbit are
       reachable is unknown: states, edges, goals, bounded, and the states of wgcq_checked are 0,
       and known only where there are none (of goals: no goal_orbits); dead_ends_known,
       deadlocks_known and has_bounds are false where there are some; depth_known is false. */
    bool orbits_only;
    bool has_bounds; /* the puzzle has; then the states that violate one, which are not expanded */
    uint64_t bounded;
    bool rejections_known; /* false: the run does not record them                        */
    bool depth_known; /* false: cheapest, best-first or a-star was cut short before it was proved */
    uint32_t depth;   /* of the deepest state: its fewest moves from a start; depth-first: its depth
                         in the search tree                                              */
    bool has_goal;
    uint64_t goals; /* goal states                                                      */
    bool dead_ends_known;
    uint64_t dead_ends; /* states from which no goal is reachable; these and deadlocks are known
                           where the run is complete and had its graph in memory: with
                           WGCQ_TRACE_NONE a breadth-first one of a model without costs and
                           invariants that allows deadlocks has none              */
    bool deadlocks_known;
    uint64_t deadlocks; /* states without a successor that are neither goal nor end         */
    /* Each invariant in the order of the puzzle, then `deadlock` where it is forbidden; and those
       that are violated, the one with the shortest counterexample first. */
    size_t checked_count, violation_count;
    const wgcq_checked *checked, *const *violations;
    size_t property_count; /* in the order of the puzzle                                 */
    const wgcq_property *properties;
    const wgcq_property *broken; /* of those that do not hold the one with the shortest
                                    counterexample that was found; NULL: none is known     */
    const char *estimate; /* what an estimate that was made for the run is found by; NULL: none was
                             made; "": nothing could be */
    uint64_t estimate_states; /* abstract states that took                          */
    double seconds;           /* of exploring and storing                                   */
    uint64_t memory;          /* peak of the search, bytes                                  */
    uint64_t spill_written, spill_read; /* bytes of files in options.spill, by this call */
    bool spill_kept;                    /* a later call can resume from the folder       */
    wgcq_optimum shortest; /* cost "moves"                                               */
    size_t cheapest_count; /* one for each cost, `moves` first                           */
    const wgcq_optimum *cheapest;
    uint64_t solutions_stored;
    const char *solutions_count; /* of all plans that visit no state twice and end at their first
                                    goal; NULL where they were not all enumerated       */
    /* A complete run without a solution: the least estimate that the puzzle declares among all
       states reached, where the run had its graph in memory and no `reduce`; the first state that
       has it; and the rules that reject the most moves, where rejections are stored. */
    bool nearest_known;
    int64_t nearest_estimate;
    uint32_t nearest_state; /* its number in the order of discovery                      */
    const char *nearest;    /* the state, as `show` says; may have several lines          */
    size_t rejecting_count; /* three at most, the most frequent first                     */
    const wgcq_rejecting *rejecting;
    const char *remark; /* one line, or NULL                                   */
    int64_t run;        /* its id in the file                                  */
    const char *beside; /* `replace`, and the old file was kept: where the run is; else NULL     */
} wgcq_summary;

/* The file size of a run that reaches the maximal number of states. */
typedef struct wgcq_disk_forecast {
    uint64_t states; /* the lesser of max_states and the product of the variables' domains */
    double bytes;    /* approximate lower bound: one edge a state, no rejections            */
    uint64_t free;   /* bytes on the disk                                                   */
    wgcq_trace_level fitting; /* the fullest level that fits, and its size                  */
    double fitting_bytes;
} wgcq_disk_forecast;

/* Before a run: true where the disk has no room for the maximal number of states.  The run may
   reach fewer, so it may begin; meanwhile its need is compared with the free space, and it
   ends in time, as at a limit.  false: there is room, or max_states is 0 and nothing is known. */
WGCQ_API bool wgcq_forecast_disk(wgcq_disk_forecast *out, const wgcq_model *model, const char *db,
                                 const wgcq_options *options);

/* Owns its summary and the strings in it. */
typedef struct wgcq_result wgcq_result;

/* Explores `puzzle` and writes the file at `db` (created, or extended by a new run).  A file that
   is not of wgcq, or of another puzzle (WGCQ_EOTHER), is rejected unchanged.  A text that differs
   in comments, blanks, `about` or `expect` alone is the same puzzle; the file keeps its own.  NULL
   for `db`: nothing is written; NULL for `options`: all zero.  On an interrupt or a limit the file
   holds what was reached, and the summary has the status. */
WGCQ_API int wgcq_solve(wgcq_result **out, const wgcq_puzzle *puzzle, const char *db,
                        const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err);
/* As wgcq_solve, for any model, which must outlive the result.  The file of a C model cannot be
   re-run: it holds no text of the model, and questions are answered from its rows. */
WGCQ_API int wgcq_solve_model(wgcq_result **out, const wgcq_model *model, const char *db,
                              const wgcq_options *options, const wgcq_monitor *monitor,
                              wgcq_error *err);
/* Without exploring, the result of a run that the file at `db` holds already: the newest complete
   one of this puzzle, and of the same options but `threads`, `save_every`, `writer`, `replace` and
   `memory_left`.  It is as wgcq_solve gave it, but that `threads` and `memory` are 0: no file has
   them.  Nothing is written, and the model must outlive the result.  WGCQ_DONE: there is none, or
   not all of its result is in the file: the run stored no edges, or had `reduce`, `spill`,
   `exchange` or an estimate that was made for it.  WGCQ_ESTORE: the run is there, and damaged.
   WGCQ_EUNKNOWN: it is there, and limits leave no time or room to read its graph. */
WGCQ_API int wgcq_solved(wgcq_result **out, const wgcq_model *model, const char *db,
                         const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err);
WGCQ_API const wgcq_summary *wgcq_result_summary(const wgcq_result *result);
/* The first solution of the run as rows `step, move, shown`, then a column for each cost (spent so
   far); step 0 is the start.  No rows where there is none. */
WGCQ_API int wgcq_result_first(wgcq_rows **out, const wgcq_result *result, wgcq_error *err);
/* The counterexample to the first of its violations, in rows of the same columns; costs that do not
   fit 64 bits are null.  No rows where there is none.  Of a deadlock the remark says what rejects
   its moves. */
WGCQ_API int wgcq_result_counterexample(wgcq_rows **out, const wgcq_result *result,
                                        wgcq_error *err);
/* The path that violates summary.broken: its stem, then its cycle once, in rows of the same
   columns. No rows where there is none. */
WGCQ_API int wgcq_result_lasso(wgcq_rows **out, const wgcq_result *result, wgcq_error *err);
/* After a run of the model ended with the WGCQ_ERUN of `of`: a shortest plan to the state in which
   that error comes, which is the first solution of *out; its other figures are empty.  Searches
   again, by levels, a million states at most, within max_memory and max_time of the options (NULL:
   all zero), until the monitor stops it.  WGCQ_DONE: not found, *out is unchanged. */
WGCQ_API int wgcq_plan_to_error(wgcq_result **out, const wgcq_model *model, const wgcq_error *of,
                                const wgcq_options *options, const wgcq_monitor *monitor,
                                wgcq_error *err);
WGCQ_API void wgcq_result_free(wgcq_result *result);

/* ---- searches: solutions pulled one at a time -------------------------------------------- */

/* A search explores as wgcq_solve does, but no further than the next solution needs: a batch of at
   most 1,024 states (262,144 with several threads), of one level or of equal cost, or one state
   where the order has neither.  So infinite state spaces can be searched.  Memory: some 20 bytes a
   state and 12 an edge beside the packed states, and 16 an edge while plans are enumerated.

   A solution is a plan that visits no state twice and ends at the first goal it meets: the plans of
   `wgcq query DB all`.  Every order finds each of them once; their sequence differs. Breadth-first:
   by number of moves.  Cheapest and A*: by the minimized costs, then by number of moves (A*: if the
   estimate is admissible).  Depth-first and best-first: each goal as it is discovered, by the path
   of the search tree; the other plans follow by cost when all is explored.

   Ties are broken deterministically, for any number of threads.  Each solution is replayed by the
   model's second evaluator before it is returned. */
typedef struct wgcq_search wgcq_search;
typedef struct wgcq_solution wgcq_solution;

/* Opens a search: the initial states are generated, nothing is expanded.  `model`
   (wgcq_puzzle_model of a puzzle) and `monitor` are borrowed until the search is freed; options
   (NULL: all zero) are copied, `stop` must be zero, max_time counts only the time inside of calls.
   With a path `db` what is explored is stored in that file, as by wgcq_solve.  WGCQ_EREQUEST: no
   goal, an unknown cost, a missing estimate; other errors as of wgcq_solve. */
WGCQ_API int wgcq_search_new(wgcq_search **out, const wgcq_model *model, const char *db,
                             const wgcq_options *options, const wgcq_monitor *monitor,
                             wgcq_error *err);
/* A search without a visited set, by plain backtracking, shortest first: every plan of `least` to
   `most` moves (UINT64_MAX: any number, while there are moves) that ends in a goal; it may pass
   goals, and states twice.  Memory: one expansion a move.  `model` and `monitor` are borrowed until
   the search is freed. */
WGCQ_API int wgcq_search_plans(wgcq_search **out, const wgcq_model *model, uint64_t least,
                               uint64_t most, const wgcq_monitor *monitor, wgcq_error *err);

/* 0: the next solution, owned by the search, valid until the next call.  WGCQ_DONE: everything was
   explored and every solution returned.  WGCQ_LIMIT: a limit of the options ended it, after the
   solutions of what was explored (wgcq_search_statistics names the limit).  Negative: an error,
   returned from then on; but after WGCQ_EINTERRUPT another call continues. */
WGCQ_API int wgcq_search_next(const wgcq_solution **out, wgcq_search *search, wgcq_error *err);

/* The progress of a search. */
typedef struct wgcq_statistics {
    uint64_t solutions;     /* returned                                                    */
    uint64_t states, edges; /* found so far (wgcq_search_plans: states expanded, counted each
                               time, and no edges)                                         */
    uint64_t rejections;    /* where a file records them                                   */
    uint64_t frontier;      /* states still to be expanded, as far as is known             */
    uint64_t goals;         /* goal states                                                 */
    uint32_t depth;         /* of the deepest state, in the tree of first discoveries;
                               wgcq_search_plans: the present length                       */
    uint64_t memory;        /* peak, bytes                                                 */
    double seconds;         /* spent in calls                                              */
    bool complete;          /* everything reachable was explored                           */
    const char *limit;      /* the limit that ended it, in words, or NULL; owned by the search */
} wgcq_statistics;
WGCQ_API wgcq_statistics wgcq_search_statistics(const wgcq_search *search);

/* Ends the search where it is, and evaluates what was explored as wgcq_solve does for a run that
   ended there: proved figures and stored solutions, with a file or without.  Where not all was
   explored the status is "limit", and wgcq_resume continues the run.  Takes time in what was
   explored.  Afterwards wgcq_search_next is not allowed; the last solution stays valid.
   WGCQ_EREQUEST: a search of wgcq_search_plans. */
WGCQ_API int wgcq_search_end(wgcq_result **out, wgcq_search *search, wgcq_error *err);
/* A file whose search was not ended holds what was explored, and its run is `interrupted`, as after
   a kill: wgcq_resume continues it. */
WGCQ_API void wgcq_search_free(wgcq_search *search);

/* Moves 0 .. length-1 lead from step 0, the start, to step `length`, the goal. */
WGCQ_API size_t wgcq_solution_length(const wgcq_solution *solution);
/* Whether no later solution is better, by what the order minimizes (depth-first and best-first: by
   the minimized costs, once all is explored). */
WGCQ_API bool wgcq_solution_proved(const wgcq_solution *solution);
/* The label of a move; owned by the model. */
WGCQ_API const char *wgcq_solution_move(const wgcq_solution *solution, size_t i);
/* The state after `step` moves, formatted by the model; the value of a variable in it, and its name
   (NULL: it is a number; "none" also of a list's place behind its end). */
WGCQ_API const char *wgcq_solution_shown(const wgcq_solution *solution, size_t step);
WGCQ_API int64_t wgcq_solution_value(const wgcq_solution *solution, size_t step, size_t variable);
WGCQ_API const char *wgcq_solution_value_name(const wgcq_solution *solution, size_t step,
                                              size_t variable);
/* For a model of wgcq_model_new: the state as its functions get it, all `size` bytes. */
WGCQ_API void wgcq_solution_state(const wgcq_solution *solution, size_t step, void *state);
/* The cost (by index, as wgcq_model_cost_name; 0 is moves) of the first `step` moves; total: at
   `length`. */
WGCQ_API int64_t wgcq_solution_cost(const wgcq_solution *solution, size_t step, size_t cost);

/* ---- resuming ---------------------------------------------------------------------------- */

/* A run that was cut short - killed, interrupted, out of disk space, at a limit - and its puzzle,
   both read from the file. */
typedef struct wgcq_unfinished wgcq_unfinished;

/* Run number `run`, or with 0 the newest that was cut short; `db` may be the folder of
   wgcq_options.spill, of a rank too (WGCQ_ESTORE: it has no run).  WGCQ_DONE: it is complete (with
   0: all are).  WGCQ_ESTORE: not a file of wgcq; WGCQ_EREQUEST: no such run. */
WGCQ_API int wgcq_unfinished_open(wgcq_unfinished **out, const char *db, int64_t run,
                                  wgcq_error *err);
/* The run by ranks in a folder, to be resumed by ranks, as many as there are now: wgcq_resume
   with options that have an exchange, in all of them.  WGCQ_DONE: it is complete. */
WGCQ_API int wgcq_unfinished_open_parts(wgcq_unfinished **out, const char *folder, wgcq_error *err);
WGCQ_API void wgcq_unfinished_free(wgcq_unfinished *unfinished);
WGCQ_API int64_t wgcq_unfinished_run(const wgcq_unfinished *unfinished);
/* Its puzzle; owned by `unfinished`. */
WGCQ_API wgcq_puzzle *wgcq_unfinished_puzzle(const wgcq_unfinished *unfinished);
/* The options of the run; without limits where it ended at one. */
WGCQ_API const wgcq_options *wgcq_unfinished_options(const wgcq_unfinished *unfinished);

/* Continues to what an uninterrupted run with `options` (NULL: wgcq_unfinished_options) comes to:
   the same rows, ids and figures.  Options are those of the run but for limits, stop, threads,
   save_every and writer.  Breadth-first continues after the last state whose moves are all in the
   file (--trace all, edges); otherwise the search is re-run, and rows in the file are compared, not
   written again.  WGCQ_EREQUEST: limits that exclude what is in the file.  WGCQ_ESTORE: pages or
   rows differ from what was written; the file is left unchanged.  All of it is checked once more at
   the end, when the monitor can interrupt it without harm. */
WGCQ_API int wgcq_resume(wgcq_result **out, const wgcq_unfinished *unfinished,
                         const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err);

/* ---- a run by several ranks -------------------------------------------------------------- */

/* The folder of a run by ranks (wgcq_options.exchange), made into one file: the rows, ids, figures
   and solutions of one process.  `db` NULL: into the folder's own file, FOLDER/all.db, unless that
   is there and up to date.  What not all ranks have saved is left out, and the run is then one that
   was cut short.  `how` (may be NULL): threads, memory_left, save_every, writer, replace, and
   spill, a folder for the graph.  The model is what the ranks explored, made anew, NULL: the puzzle
   that is stored, and then out is NULL, too. *out is NULL where the folder's own file only had to
   be copied.  WGCQ_EOTHER: `db` is there. WGCQ_ESTORE: the folder has no such run, or is damaged.
 */
WGCQ_API int wgcq_merge(wgcq_result **out, const char *folder, const char *db,
                        const wgcq_model *model, const wgcq_options *how,
                        const wgcq_monitor *monitor, wgcq_error *err);
/* Whether the path is such a folder. */
WGCQ_API bool wgcq_is_parts(const char *path);
/* Divides the files that N ranks hold in the folders FOLDER/0, FOLDER/1, ... of their
   wgcq_options.spill among `ranks` ranks: they have the last level that all N have committed. One
   process calls it, which sees all of the folders, when no rank has them open.  The disk needs room
   for the files twice; a kill or an error leaves one number of ranks or the other.  WGCQ_DONE:
   there is nothing to divide.  WGCQ_ESTORE: a folder is missing or damaged, or is in use.
   WGCQ_EFILE: one cannot be read or written. */
WGCQ_API int wgcq_divide_spilled(const char *folder, unsigned ranks, wgcq_error *err);

/* As wgcq_trace_open; of the folder of a run by ranks, its own file, made first where it has to be.
 */
WGCQ_API int wgcq_open(wgcq_trace **out, const char *path, const wgcq_options *how,
                       const wgcq_monitor *monitor, wgcq_error *err);

/* ---- plans, by plain backtracking -------------------------------------------------------- */

/* Every plan of exactly `length` moves that ends in a goal, without a visited set; it may pass
   goals, and states twice.  Rows `solution` (from 1), `length`, a column for each cost, `plan` (a
   list of its moves). */
WGCQ_API int wgcq_plans(wgcq_rows **out, const wgcq_puzzle *puzzle, uint64_t length,
                        const wgcq_monitor *monitor, wgcq_error *err);
/* Their number, as decimal text (owned by the caller, freed by wgcq_text_free). */
WGCQ_API int wgcq_plans_count(char **count, const wgcq_puzzle *puzzle, uint64_t length,
                              const wgcq_monitor *monitor, wgcq_error *err);
/* Both for any model, which must outlive the rows. */
WGCQ_API int wgcq_plans_model(wgcq_rows **out, const wgcq_model *model, uint64_t length,
                              const wgcq_monitor *monitor, wgcq_error *err);
WGCQ_API int wgcq_plans_model_count(char **count, const wgcq_model *model, uint64_t length,
                                    const wgcq_monitor *monitor, wgcq_error *err);

#ifdef __cplusplus
}
#endif
#endif
