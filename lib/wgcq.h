/*
 * wgcq.h - the public header of wgcq, an explicit-state explorer and backtracking library.  In the
 * order data flows: errors; progress; journeys; models, and puzzles, which are models; solving,
 * searches and plans; traces and the questions they answer.
 *
 * A puzzle is a state-transition system: variables with finite domains, initial states, guarded
 * moves, constraints, a goal, and costs.  It is read from YAML or written in C.  Solving explores
 * it and stores its states, transitions, rejections and plans in one SQLite file, a trace; every
 * later question is answered from the file.
 *
 * Conventions of all functions:
 *
 *   results    0 is success, a negative value is a wgcq_code; WGCQ_DONE (or WGCQ_LIMIT), positive,
 *              ends a loop.
 *   outs       come first and are written only on success (but for diagnostics).
 *   errors     come last; `err` may be NULL.  It holds the first error; all zero before the first
 *              call.
 *   ownership  the caller owns what comes out through `T **out` and frees it by wgcq_<t>_free. What
 *              is returned `const` is owned by its parent and lives as long.
 *   borrowing  arguments are borrowed for the call, unless stated otherwise.  Rows are freed before
 *              the handle that returned them; everything made of a model or puzzle before that.
 *   freeing    free(NULL) does nothing.  No free can fail.
 *   zero       an all-zero struct holds the defaults, and NULL stands for it.
 *   misuse     A function with `err` answers WGCQ_EREQUEST to a pointer that is NULL, an index or
 * an enumeration out of range, and names the function and the parameter.  A call of a journey ends
 * the journey with WGCQ_EREQUEST, one of wgcq_moves the run with WGCQ_ERUN.  A function that can
 * tell nobody asserts: the handle is not NULL, outs are not, and an index is below its count.  NULL
 * is allowed where the comment says what it stands for, as the struct of options, a monitor (none),
 * a path of nothing to be written; names of enumerations and questions past the last are NULL.
 *   callbacks  return.  An exception of C++ ends in the callback, which then returns false, or
 *              nonzero from a monitor.  Only what wgcq_iterator_next runs - the journey function,
 *              its steps and nested functions, `done`, `collect` - may be left by longjmp or an
 *              exception: nothing leaks, wgcq_iterator_next answers WGCQ_EREQUEST from then on, the
 *              state is what was left there, and wgcq_iterator_free frees all.  Out of any other
 *              (functions of a model, journeys of its moves, `key`, `order_by`, monitors,
 * exchanges) that is undefined: the library holds memory, locks and threads there. threads    no
 * globals; a handle is used by one thread at a time, different handles by any.  A model or a puzzle
 * is constant once made: several threads may solve it at once. effects    nothing prints, exits, or
 * catches signals. text       is UTF-8, NUL-terminated. counts     that may exceed 64 bits are
 * decimal text.
 */
#ifndef WGCQ_H
#define WGCQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WGCQ_API __attribute__((visibility("default")))
#else
#define WGCQ_API
#endif

/* Initializes any struct of this header to its defaults. */
#ifdef __cplusplus
#define WGCQ_ZERO                                                                                  \
    {                                                                                              \
    }
#else
#define WGCQ_ZERO                                                                                  \
    {                                                                                              \
        0                                                                                          \
    }
#endif

/* The version of the library, "1.2.3"; constant. */
WGCQ_API const char *wgcq_version(void);
/* The newest format of files (PRAGMA user_version), which this library writes; and the version of
   the puzzle language that it reads. */
WGCQ_API int wgcq_file_format(void);
WGCQ_API int wgcq_language(void);

/* "did you mean ...?": the nearest of `count` words by edit distance (insertions, deletions,
   substitutions, transpositions of neighbours), if it is near enough to be a misspelling: one edit
   in words of up to 4 characters, 2 up to 8, then 3; differences of case hardly count.  NULL: none
   is.  Borrowed from `words`. */
WGCQ_API const char *wgcq_suggest(const char *word, const char *const *words, size_t count);

/* ---- errors ------------------------------------------------------------ */

typedef enum wgcq_code {
    WGCQ_OK = 0,
    WGCQ_DONE = 1,        /* end of an iteration; not an error                  */
    WGCQ_LIMIT = 2,       /* not an error either: a limit of the options was reached */
    WGCQ_EMEMORY = -1,    /* out of memory                                      */
    WGCQ_EFILE = -2,      /* a file cannot be opened, read or written           */
    WGCQ_EPUZZLE = -3,    /* the puzzle has mistakes, listed in the diagnostics */
    WGCQ_ERUN = -4,       /* an error in the puzzle, met while exploring        */
    WGCQ_ESTORE = -5,     /* an error of SQLite, or not a file of wgcq          */
    WGCQ_EREQUEST = -6,   /* an invalid request: an unknown cost, ...           */
    WGCQ_EINTERRUPT = -7, /* the monitor asked to stop                          */
    WGCQ_EUNKNOWN = -8,   /* the file does not determine the answer, or a limit came first */
    WGCQ_EOTHER = -9      /* the file is of another puzzle, or of other params  */
} wgcq_code;

typedef struct wgcq_error {
    wgcq_code code;
    int line, column, end_column; /* WGCQ_ERUN: position in the puzzle, from 1; 0: none */
    char text[1000];              /* one line: no newline, no "error:"                  */
} wgcq_error;

/* A mistake in a puzzle's text. */
typedef enum wgcq_diagnostic_kind {
    WGCQ_DIAGNOSTIC_YAML,  /* not YAML, or YAML that is not accepted      */
    WGCQ_DIAGNOSTIC_SHAPE, /* a key or a form that has no place here      */
    WGCQ_DIAGNOSTIC_NAME,  /* unknown, or declared twice                  */
    WGCQ_DIAGNOSTIC_TYPE,  /* one kind of value where another is expected */
    WGCQ_DIAGNOSTIC_RANGE, /* a value or an index outside of its type     */
    WGCQ_DIAGNOSTIC_RUN    /* found by evaluating: division by zero, ...  */
} wgcq_diagnostic_kind;

typedef struct wgcq_diagnostic {
    wgcq_diagnostic_kind kind;
    bool note;          /* a second position that belongs to the error before it      */
    const char *file;   /* as passed by the caller, or "--set NAME"                   */
    int line, column;   /* from 1; columns count code points                          */
    int end_column;     /* one past the last column underlined; > column              */
    const char *text;   /* one line; control characters are escaped                   */
    const char *hint;   /* "did you mean 'goat'?", or NULL                            */
    const char *source; /* the line of the file, without its newline; never NULL      */
} wgcq_diagnostic;

/* All diagnostics of one text, by position.  They and their strings are owned by the list. */
typedef struct wgcq_diagnostics wgcq_diagnostics;
WGCQ_API size_t wgcq_diagnostics_count(const wgcq_diagnostics *diagnostics); /* 0 for NULL */
WGCQ_API const wgcq_diagnostic *wgcq_diagnostics_at(const wgcq_diagnostics *diagnostics, size_t i);
WGCQ_API void wgcq_diagnostics_free(wgcq_diagnostics *diagnostics);
/* "YAML", "shape", "name", "type", "range", "run" */
WGCQ_API const char *wgcq_diagnostic_kind_name(wgcq_diagnostic_kind kind);

/* ---- progress -------------------------------------------------------------- */

typedef struct wgcq_progress {
    uint64_t states, edges, frontier;
    uint32_t depth;
    double seconds;
    uint64_t memory;    /* bytes held by the search                                  */
    uint64_t rows;      /* written so far: states, edges, rejections, solutions      */
    uint64_t bytes;     /* the size of the file so far                               */
    const char *phase;  /* "exploring", "distances", "solutions", ...                */
    uint64_t steps;     /* of the phase, so far (0: see states), and                 */
    uint64_t total;     /* in all; 0: not known                                      */
    uint64_t found;     /* plans so far                                              */
    const char *remark; /* to be said once, from then on: that it will not end; or NULL */
    uint64_t expected;  /* states it may come to, as levels grow and shrink; 0: no estimate */
} wgcq_progress;

/* Progress report and cancellation of everything that takes long: `report` is called at most a few
   times a second, by the thread that called the library; a nonzero result - for a limit of time, of
   memory (wgcq_progress.memory), a signal - stops the work.  A run is then saved as interrupted; a
   question ends with WGCQ_EINTERRUPT, and what it has returned holds. */
typedef struct wgcq_monitor {
    void *self;
    int (*report)(void *self, const wgcq_progress *progress);
} wgcq_monitor;

/* ---- journeys: backtracking over C functions -------------------------------- */

/* A journey is one run of a nondeterministic function: it chooses values, guards conditions and
   changes its state, and chains these calls by &&.  The engine re-runs the function for every
   combination of choices, in order, the last choice varying fastest; every run that returns true is
   a result, which is then in the state.  This is backtracking, or the list monad: wgcq_choose
   binds, wgcq_guard filters, `return true` returns.

   The state is flat bytes: its first `size` bytes are saved when the iterator is made, and restored
   before every run.  A journey function must be a function of these bytes and of its choices alone:
   it may read constants, but must change nothing else, and keep no pointer into the state.  With
   size 0 nothing is saved, and the function initializes its state itself.

   Every call returns whether the run continues.  After a false one the run has failed, whatever the
   function does next.  A call that meets an error (out of memory, misuse) returns false, too, and
   wgcq_iterator_next reports the error. */
typedef struct wgcq_journey wgcq_journey;
typedef bool wgcq_journey_fn(wgcq_journey *journey, void *state);

/* One run for each of 0 .. count-1; none for a count of 0. */
WGCQ_API bool wgcq_choose(wgcq_journey *journey, size_t count, size_t *which);
/* One run for each of low .. high, both included; none where low > high.  All 2^64 values exceed
   the counter: WGCQ_EREQUEST. */
WGCQ_API bool wgcq_choose_from(wgcq_journey *journey, int64_t low, int64_t high, int64_t *value);
/* One run for each bit that is set, the lowest first; *bit is its number. */
WGCQ_API bool wgcq_choose_bit(wgcq_journey *journey, uint64_t bits, unsigned *bit);
/* One run for each subset of 0 .. count-1 (count <= 64) of `least` to `most` members, by size,
   as bits of *members. */
WGCQ_API bool wgcq_choose_subset(wgcq_journey *journey, unsigned count, unsigned least,
                                 unsigned most, uint64_t *members);
/* One run for each permutation of 0 .. count-1 (count <= 64), in lexicographic order, into
   order[count]. */
WGCQ_API bool wgcq_choose_permutation(wgcq_journey *journey, unsigned count, unsigned char *order);
/* Fails unless `holds`.  `name` (may be NULL; borrowed until the iterator is freed) names the
   rejection, where rejections are recorded. */
WGCQ_API bool wgcq_guard(wgcq_journey *journey, bool holds, const char *name);
/* Fails. */
WGCQ_API bool wgcq_fail(wgcq_journey *journey);
/* Ends the journey, and all around it, with WGCQ_ERUN and that text, which is copied. */
WGCQ_API bool wgcq_raise(wgcq_journey *journey, const char *text);
/* The `self` of the iterator's options, or of the model whose moves the journey gives; NULL where
   there is none. */
WGCQ_API const void *wgcq_self(const wgcq_journey *journey);
/* Appends a move to the result: its label (borrowed until the iterator is freed: a literal, an
   entry of a table) and what it adds to the cost.  wgcq_iterator_move returns it. */
WGCQ_API bool wgcq_move(wgcq_journey *journey, const char *text, int64_t cost);
/* Commits to every choice made so far in this function, as Prolog's `!` does to its clause: if what
   follows fails, the function fails.  The steps of wgcq_repeat and nested functions (below) have
   choices of their own; a C function called directly shares those of its caller. */
WGCQ_API bool wgcq_cut(wgcq_journey *journey);

/* Branch and bound (Land and Doig 1960, Econometrica 28): fails unless the cost of the moves so far
   and `at_least` more come to less than the cheapest result of this journey; holds while there is
   none.  `at_least` is a lower bound of what any result from here adds.
   Each result of a journey that bounds itself is cheaper than those before it, so that the last
   one is the first of the cheapest.  Nested journeys have a best of their own. */
WGCQ_API bool wgcq_bound(wgcq_journey *journey, int64_t at_least);

/* Deep journeys.  Calls `step`, a journey function over the same state, `count` times in sequence;
   the state is saved before each step, and on failure the run resumes at the last step with a
   choice left, not at the beginning.  So a choice costs one step run again, however deep the
   journey.  The results, and their order, are those of calling `step` in a loop.  Memory: `size`
   and some 60 bytes a step.  Needs a size > 0. */
WGCQ_API bool wgcq_repeat(wgcq_journey *journey, size_t count, wgcq_journey_fn *step);
/* As wgcq_repeat, until `done`, which is called before each step. */
WGCQ_API bool wgcq_until(wgcq_journey *journey, bool (*done)(const void *state),
                         wgcq_journey_fn *step);

/* Nested journeys over the same state.  Each is run again whenever the outer one is. */
/* Its first result, and no other; fails where there is none. */
WGCQ_API bool wgcq_once(wgcq_journey *journey, wgcq_journey_fn *fn);
/* Chooses the result of `fn` whose moves cost least, the first of equals, with its moves and its
   cost; fails where there is none.  `fn` may bound itself (wgcq_bound). */
WGCQ_API bool wgcq_cheapest(wgcq_journey *journey, wgcq_journey_fn *fn);
/* Guards that it has a result, that it has none (negation as failure); the state is unchanged. */
WGCQ_API bool wgcq_any(wgcq_journey *journey, wgcq_journey_fn *fn);
WGCQ_API bool wgcq_none(wgcq_journey *journey, wgcq_journey_fn *fn);
/* Stores whether it has a result, and continues either way; the state is unchanged.  Prolog's
   if-then-else is wgcq_whether(j, test, &yes) && (yes ? ... : ...), with wgcq_once for the changes
   made by the test. */
WGCQ_API bool wgcq_whether(wgcq_journey *journey, wgcq_journey_fn *fn, bool *yes);
/* The results of `fn`; where it has none, those of `otherwise` (soft cut, *->). */
WGCQ_API bool wgcq_or_else(wgcq_journey *journey, wgcq_journey_fn *fn, wgcq_journey_fn *otherwise);
/* The results of all `count` functions, one of each in turn (fair disjunction, as LogicT's
   interleave: Kiselyov, Shan, Friedman, Sabry, ICFP 2005).  A function that has come to no result
   after 1,024 runs (doubled each time) is suspended while the others have their turns, so that none
   that is endless, with results or without, keeps the others from theirs; what a nested journey in
   it was about begins anew, as after a limit.  Ended ones drop out; with a count of 0 it fails.  A
   wgcq_cut in one commits only its own choices.  The moves and the cost are those of the result.
   `fns` is borrowed for the call; its functions may be the same. */
WGCQ_API bool wgcq_interleave(wgcq_journey *journey, size_t count, wgcq_journey_fn *const *fns);
/* The number of its results; the state is unchanged. */
WGCQ_API bool wgcq_count(wgcq_journey *journey, wgcq_journey_fn *fn, uint64_t *count);
/* Passes each result to `collect`, which returns whether it wants more; the state is unchanged.
   `bag` must lie outside of the state, and the function empties it first: it is filled on every
   run. */
WGCQ_API bool wgcq_find_all(wgcq_journey *journey, wgcq_journey_fn *fn,
                            bool (*collect)(void *bag, const void *state), void *bag);

/* Aggregates over the results of `fn`; the state is unchanged. */
typedef int64_t wgcq_value_fn(const void *state);
/* The least, the greatest value of a result; fails where there is none. */
WGCQ_API bool wgcq_min(wgcq_journey *journey, wgcq_journey_fn *fn, wgcq_value_fn *value,
                       int64_t *least);
WGCQ_API bool wgcq_max(wgcq_journey *journey, wgcq_journey_fn *fn, wgcq_value_fn *value,
                       int64_t *greatest);
/* The sum of the values, 0 of none; WGCQ_ERUN where it is no int64_t (sums on the way may be). */
WGCQ_API bool wgcq_sum(wgcq_journey *journey, wgcq_journey_fn *fn, wgcq_value_fn *value,
                       int64_t *sum);
/* Groups the results by the key_size bytes that `key` writes, all of them, and passes each group to
   `group`, in order of the first result of each: its key, and the states of its results in order of
   discovery, one behind the other.  They are borrowed for the call.  `group` returns whether it
   wants more; of `bag` see wgcq_find_all.  Needs a size > 0.  Memory: twice `size` for each result,
   and the keys. */
WGCQ_API bool wgcq_group_by(wgcq_journey *journey, wgcq_journey_fn *fn,
                            void (*key)(const void *state, void *key), size_t key_size,
                            bool (*group)(void *bag, const void *key, const void *states,
                                          size_t count),
                            void *bag);

/* Tabling: the distinct final states of `fn` from this state, as a choice point over them; its
   moves and cost are not kept.  They are computed once for each function and bytes of the state
   (padding, too: keep it zero), whatever calls it, and kept until the iterator is freed.  `fn`, and
   what it calls, may call it again, from the same state, too: the results are then the least that
   fulfil the definition (the least fixed point), as in XSB and SWI-Prolog (Chen and Warren 1996,
   Journal of the ACM 43).  Order: of discovery; by memcmp where different calls meet each other in
   a circle.  What would take back a result when others are added is not well-founded: WGCQ_ERUN
   where a nested call other than wgcq_any, or wgcq_cut, reads results that are not complete.
   max_depth counts the choices inside from `fn` on.  Needs a size > 0. */
WGCQ_API bool wgcq_tabled(wgcq_journey *journey, wgcq_journey_fn *fn);
/* Tables the least cost for each final state, cheapest first; its moves and cost become the run's:
   of equally cheap ways the one found first.  WGCQ_ERUN where a cost falls without end: a
   circle of negative cost. */
WGCQ_API bool wgcq_tabled_best(wgcq_journey *journey, wgcq_journey_fn *fn);

/* The results of a journey function, one at a time. */
typedef struct wgcq_iterator wgcq_iterator;

/* In which order a journey comes to its results. */
typedef enum wgcq_journey_order {
    WGCQ_BACKTRACKING, /* depth-first: the last choice varies fastest */
    /* Iterative deepening (Korf 1985, Artificial Intelligence 27): rounds, each depth-first, in
       which a run may choose once, twice, three times, ...; so results with fewest choices come
       first, also where the tree has endless branches before them.  Each comes once.  Nested
       journeys run to their end.  A round in which no run wished for more is the last.  wgcq_cut
       fails in a round in which a run was cut short before. */
    WGCQ_DEEPENING,
    /* The alternatives of each choice in an order given by options.seed and by what was chosen
       before, depth-first; with options.restart_runs again and again in other orders.  Each result
       comes once, and all of them come, but that wgcq_cut commits to what is first in this order.
       Nested journeys are depth-first. */
    WGCQ_RANDOM
} wgcq_journey_order;

/* Which results: they are first made distinct, then sorted, then offset and limit apply. */
typedef struct wgcq_iterator_options { /* all zero: every result, in order of discovery */
    uint64_t offset;                   /* so many are skipped first */
    uint64_t limit;                    /* no more than these; 0: no limit */
    bool distinct; /* the first result of each state; or, with `key`, of each key */
    void (*key)(const void *state, void *key); /* writes all of its key_size bytes */
    size_t key_size;
    int (*order_by)(const void *a, const void *b); /* compares two states, as for qsort; stable */
    /* Determinism check: runs the function twice, in step: as usual, and from its beginning every
       time, over a copy of the state between guard bytes, with a differently filled stack.  Where
       the two differ (a nondeterministic function, uninitialized bytes or padding, a wrong size),
       or a call follows the end of a run, the result is WGCQ_ERUN with an explanation.  Deep
       journeys become slow. */
    bool check;
    wgcq_journey_order order;
    const void *self; /* what the functions work on; wgcq_self returns it */
    /* Limits of the work since the iterator was made, or since a limit last came, nested journeys
       included; 0: none.  A run is a call of the function, of a step, or of a nested function. What
       a limit suspends goes on with the next call: the function is run again up to its last step,
       and a nested journey that was under way begins anew, so with fewer runs than these take
       nothing ever comes. */
    uint64_t max_runs;
    double max_seconds; /* looked at once in 64 runs */
    /* A run that would choose more often fails, and the end is WGCQ_LIMIT in place of WGCQ_DONE;
       nested journeys count the choices around them.  Every result is one of the journey without
       the limit, but where it cuts: a run that fails so does not come to its wgcq_cut.  A nested
       journey that is not decided, since runs of it have failed so, fails the run around it. */
    size_t max_depth;
    const wgcq_monitor *monitor; /* borrowed; steps: runs.  Nonzero suspends as a limit does */
    /* The iteration begins behind the result with these choices (wgcq_iterator_choice), also in
       another process; NULL: at the beginning.  offset, limit and distinct count from there.  They
       are run twice first; WGCQ_EREQUEST where they give no result. */
    const uint64_t *after;
    size_t after_count;
    /* distinct remembers only so many states or keys, the latest that were given: what is equal to
       an older one is given again; 0: no limit. */
    uint64_t distinct_most;
    /* The tree of the backtracking goes into this SQLite file (schemas/journey.sql): each
       alternative that was taken, what became of it, guards, results; NULL: nowhere.  A file that
       holds a part of the tree of the same `name`, size and bytes of the state is gone on with,
       behind what it holds: results that are in it are not given again.  An empty file is as none.
       Any other file is refused, and so is the whole tree: WGCQ_ESTORE.  Commits come about once a
       second, with what ends the iteration, and when the iterator is freed.  A kill, or a failure
       while it is freed, which tells nobody, loses what came after the last commit: it is searched,
       and given, again.  With `check` the second runs are no part of it. */
    const char *trace;
    uint64_t trace_nodes; /* so many nodes are stored, then no more; 0: no limit */
    /* The text of a result's state in the trace, written as snprintf does: its length, of which
       what fits is written, with a NUL.  NULL: the bytes in hexadecimal, 200 at most. */
    size_t (*show)(const void *state, char *text, size_t size);
    const char *name; /* of the function, in the trace; may be NULL */
    /* So many threads run the function, on copies of the state, in parts of the tree of choices; 0,
       1: the calling one.  The results, and their order, are the same, and so are max_runs (of
       all), cuts and errors.  Threads start with the first call of wgcq_iterator_next, and search
       on between the calls until their buffers (256 KiB of results a part, 8 parts a thread) are
       full. The function and nested ones must be callable at once from several threads, and cannot
       be left by a jump or an exception; key, order_by and the monitor are called by the calling
       thread.  Needs a size > 0. */
    unsigned threads;
    uint64_t seed; /* of what is random: the same runs for the same seed */
    /* WGCQ_RANDOM begins anew, in another order, after so many runs that fail or arrive, times 1,
       1, 2, 1, 1, 2, 4, ... (Luby, Sinclair, Zuckerman 1993), until a pass comes to its end; 0:
       never. The choices of all results are kept in memory. */
    uint64_t restart_runs;
    /* Bytes that wgcq_tabled and wgcq_tabled_best may take; 0: no limit.  What needs more ends with
       WGCQ_LIMIT, also when called again.  Each of several threads has tables of its own, which no
       limit counts: WGCQ_EREQUEST. */
    size_t max_table_bytes;
} wgcq_iterator_options;

/* `state` is borrowed until the iterator is freed, and so is `options` (NULL: all zero).  distinct
   without a key, order_by and check need a size: WGCQ_EREQUEST. */
WGCQ_API int wgcq_iterator_new(wgcq_iterator **out, wgcq_journey_fn *fn, void *state, size_t size,
                               const wgcq_iterator_options *options, wgcq_error *err);
/* 0: a result, in the state, which may be read and changed; WGCQ_DONE: no more, the state is the
   initial one; WGCQ_LIMIT, WGCQ_EINTERRUPT: a limit, the monitor came first, the state is the
   initial one, and the next call goes on; else negative: an error, returned from then on.
   WGCQ_EREQUEST: called by its own function. */
WGCQ_API int wgcq_iterator_next(wgcq_iterator *iterator, wgcq_error *err);
/* The option that the last call's WGCQ_LIMIT is of: "max_runs", "max_seconds", "max_table_bytes",
   "max_depth" (then all that is not deeper was returned); else NULL.  Static. */
WGCQ_API const char *wgcq_iterator_limit(const wgcq_iterator *iterator);
/* The moves of the present result, in order, and their total cost.  With order_by: none. */
WGCQ_API size_t wgcq_iterator_move_count(const wgcq_iterator *iterator);
WGCQ_API const char *wgcq_iterator_move(const wgcq_iterator *iterator, size_t i);
WGCQ_API int64_t wgcq_iterator_cost(const wgcq_iterator *iterator);
/* The choices of the present result, in order: at each choice point of the function and its steps
   the number of the alternative, from 0.  Nested journeys but wgcq_or_else have none; wgcq_once and
   the others are run anew.  They are all it takes to have the result again.  With order_by: none.
 */
WGCQ_API size_t wgcq_iterator_choice_count(const wgcq_iterator *iterator);
WGCQ_API uint64_t wgcq_iterator_choice(const wgcq_iterator *iterator, size_t i);
WGCQ_API void wgcq_iterator_free(wgcq_iterator *iterator);

/* Choices as text, "2.0.5", and as bytes, LEB128: 7 bits a byte, the lowest first, the eighth bit
   set where more follow.  They return the length of all, without the NUL, as snprintf does; of what
   exceeds `size` bytes they write the beginning (the text with a NUL).  With size 0, `text` and
   `bytes` may be NULL; with count 0, `choices` too. */
WGCQ_API size_t wgcq_choices_to_text(const uint64_t *choices, size_t count, char *text,
                                     size_t size);
WGCQ_API size_t wgcq_choices_to_bytes(const uint64_t *choices, size_t count, void *bytes,
                                      size_t size);
/* And back: WGCQ_EREQUEST where it is no such text (of decimal numbers without leading zeros) or
   bytes (of the shortest form), or more than `room` choices; *choices may be overwritten then.
   (length + 1) / 2 of a text, the size of bytes is room enough. */
WGCQ_API int wgcq_choices_from_text(const char *text, uint64_t *choices, size_t room, size_t *count,
                                    wgcq_error *err);
WGCQ_API int wgcq_choices_from_bytes(const void *bytes, size_t size, uint64_t *choices, size_t room,
                                     size_t *count, wgcq_error *err);

/* Runs the function once, by these choices.  0: a result, in the state; else the state is the
   initial one.  WGCQ_DONE: the run fails.  Choices that are missing are 0.  WGCQ_EREQUEST: a choice
   that is not below the number of alternatives, or more choices than a result makes.  Of the
   options self, check, max_depth, max_runs, max_seconds and the monitor count: WGCQ_LIMIT,
   WGCQ_EINTERRUPT. */
WGCQ_API int wgcq_replay(wgcq_journey_fn *fn, void *state, size_t size,
                         const wgcq_iterator_options *options, const uint64_t *choices,
                         size_t count, wgcq_error *err);
/* Makes the choices of a result smaller - fewer, then lower from the first on - as long as they
   give a result: for tests, whose journey makes the input and arrives where the tested code fails.
   What a change leaves over is dropped, what it lacks is 0.  0: the result is in the state, and no
   single choice that is removed, lowered by one or set to 0 gives a smaller one.  WGCQ_DONE: the
   choices give no result.  WGCQ_LIMIT, WGCQ_EINTERRUPT, errors: *choices are the smallest so far,
   and another call goes on from them.  But for 0 the state is the initial one.  Options as for
   wgcq_replay; runs: about the square of the number of choices, 64 for each. */
WGCQ_API int wgcq_shrink(wgcq_journey_fn *fn, void *state, size_t size,
                         const wgcq_iterator_options *options, uint64_t *choices, size_t *count,
                         wgcq_error *err);

/* How large the tree of choices is, estimated by random runs (Knuth, Mathematics of Computation 29,
   1975): means of so many probes, each of which is an estimate of its own, and their standard
   errors (INFINITY after one probe).  The expected values are the exact figures; but of trees whose
   runs differ much the means, and the errors too, are low until a rare large run is met. */
typedef struct wgcq_tree_estimate {
    uint64_t probes;
    double nodes, nodes_error;     /* choices taken in all runs, and the root */
    double runs, runs_error;       /* from the start to a result or a failure */
    double results, results_error; /* of these, results                       */
    uint64_t deepest;              /* most choices of a probe                 */
} wgcq_tree_estimate;

/* Estimates the tree of all choices: wgcq_cut does not prune it, nested journeys are run as they
   are.  Of the options self, seed, max_depth (the tree so far down), max_runs, max_seconds and the
   monitor count; WGCQ_LIMIT and WGCQ_EINTERRUPT come with what the probes until then have given,
   and *out is written.  The state is the initial one. */
WGCQ_API int wgcq_estimate(wgcq_journey_fn *fn, void *state, size_t size,
                           const wgcq_iterator_options *options, uint64_t probes,
                           wgcq_tree_estimate *out, wgcq_error *err);

/* ---- models --------------------------------------------------------------- */

/* A state-transition system: initial states, moves and a goal over packed states.  Opaque; a puzzle
   is one. */
typedef struct wgcq_model wgcq_model;

/*
 * A model given by C functions over a state of flat bytes: a struct of fixed size, without
 * pointers.
 *
 * The fields describe the explored state: each value is packed into as few bits as its range
 * takes, and is a column of the trace.  Two states are equal if all their fields are.  Bytes that
 * no field covers (padding) are zero in every state passed to a function, and are ignored in those
 * it returns.
 *
 * The functions get `self`, which is shared and must not change, and states that they may read
 * until they return.  They must be deterministic.  Each worker of a search calls them from one
 * thread; with more threads (wgcq_options.threads) several workers call them at once, so whatever
 * they change must be local or thread-local.
 */
typedef enum wgcq_field_form {
    WGCQ_FIELD_VALUES,   /* a value, or with `count` an array of them                         */
    WGCQ_FIELD_OPTIONAL, /* the same, of values or none: high + 1 is none, and NULL in SQL    */
    /* A list of up to `count` values, which are its first elements; all behind them are high + 1,
       the end.  Its column `name` is a JSON array, and columns name_0, ... are its places, NULL
       behind the end. */
    WGCQ_FIELD_LIST,
    /* A set of values from low to high: an element for each of them in turn, 1 where it is in the
       set, else 0.  Its column `name` is a JSON array, and columns name_VALUE are the elements,
       false or true. */
    WGCQ_FIELD_SET
} wgcq_field_form;

typedef struct wgcq_field {
    const char *name; /* the column: "farmer"                                              */
    size_t offset;    /* offsetof(struct ..., farmer)                                      */
    size_t size;      /* bytes of one value: 1, 2, 4, 8; 0 is 1                            */
    bool is_signed;
    size_t count; /* elements of an array, with columns name_0, ...; 0: a single value */
    const char *const *elements; /* their names instead of 0, 1, ...: name_wolf; or NULL   */
    int64_t low, high; /* the range of values, both included; both 0: all that the bytes hold */
    const char *const *values; /* names of low, low + 1, ...; high is ignored; NULL: numbers */
    size_t value_count;
    wgcq_field_form form; /* of a list and a set: no `elements`; of a set: no `count` */
} wgcq_field;

/* A constraint on every state: `never` (it must not hold), or else always. */
typedef struct wgcq_rule {
    const char *name;
    bool (*holds)(const void *self, const void *state);
    bool never;
} wgcq_rule;

/* A condition that is checked in every state, and never changes what is reachable: a state in which
   it does not hold is stored, and reported with a shortest counterexample. */
typedef struct wgcq_invariant {
    const char *name; /* any but "deadlock" */
    bool (*holds)(const void *self, const void *state);
} wgcq_invariant;

/* A limit of what is explored: a state in which it does not hold is stored and checked by the
   invariants, but not expanded, and what lies behind it is not known. */
typedef struct wgcq_state_bound {
    const char *name;
    bool (*holds)(const void *self, const void *state);
} wgcq_state_bound;

/* A kind of property, which every fair path satisfies, or every reachable state, or every move:
   wgcq-puzzle(5), Properties over time. */
typedef enum wgcq_over_time_kind {
    WGCQ_EVENTUALLY,
    WGCQ_INFINITELY_OFTEN,
    WGCQ_EVENTUALLY_ALWAYS,
    WGCQ_LEADS_TO,
    WGCQ_RECOVERABLE,
    WGCQ_STEP
} wgcq_over_time_kind;
typedef struct wgcq_over_time {
    const char *name;
    wgcq_over_time_kind kind;
    bool (*holds)(const void *self, const void *state);   /* all but WGCQ_STEP                   */
    bool (*follows)(const void *self, const void *state); /* WGCQ_LEADS_TO: what `holds` leads to */
    bool (*step)(const void *self, const void *before, const void *after); /* WGCQ_STEP          */
} wgcq_over_time;

/* Moves that a fair path makes at last if it can: weak fairness if it can from some state on,
   strong fairness if it can time and again. */
typedef struct wgcq_fairness {
    const char *name; /* for explanations */
    bool strong;      /* else weak        */
    bool any;         /* all of its labels are one action; else each is one */
    bool (*has)(const void *self, const char *label); /* whether it speaks of that label */
} wgcq_fairness;

/* Receives the successors of one state. */
typedef struct wgcq_moves wgcq_moves;
/* A successor: the label of the move (UTF-8, one line; copied), the state it leads to (copied), and
   its costs, one number >= 0 for each declared cost (NULL: all 0).  A state that violates a
   constraint is recorded as a rejection.  Duplicates count once.  false: an error occurred, and
   further calls are ignored. */
WGCQ_API bool wgcq_moves_add(wgcq_moves *to, const char *text, const void *state,
                             const int64_t *costs);
/* A disabled move, and why: one of the description's `rejections`. */
WGCQ_API bool wgcq_moves_reject(wgcq_moves *to, const char *text, const char *rejection);
/* Successors given by a journey over a copy of `state`: each result is a successor.  Its label and
   its cost (the first of the declared costs; ignored where there is none) are those of the run's
   one wgcq_move; without one the label is `text` and the cost 0.  A run that fails at a guard with
   a name, one of the `rejections`, is a rejection of the same label; it is not recorded where there
   is no label.  Nested functions record no rejections.  May be called several times, together with
   wgcq_moves_add, and for initial states. */
WGCQ_API bool wgcq_moves_run(wgcq_moves *to, const char *text, const void *state,
                             wgcq_journey_fn *fn);

typedef struct wgcq_description {
    const char *title;
    size_t size;              /* of a state, bytes                                      */
    const wgcq_field *fields; /* in the order of the columns; none: each byte is one    */
    size_t field_count;
    const void *self; /* passed to the functions; constant                           */

    /* Adds every initial state by wgcq_moves_add; labels and costs are ignored.  A state that
       violates a constraint is not initial. */
    void (*start)(const void *self, wgcq_moves *to);
    /* Adds every successor of a state; their order is that of the trace. */
    void (*moves)(const void *self, const void *state, wgcq_moves *to);
    bool (*goal)(const void *self, const void *state); /* NULL: there is none        */
    bool (*end)(const void *self, const void *state);  /* not expanded; or NULL      */
    /* Final costs of a plan that ends in this goal, beside its moves: one number >= 0 for each
       declared cost, into cost (all 0 before); or NULL.  A plan that only passes the goal does not
       pay it. */
    void (*final)(const void *self, const void *state, int64_t *cost);
    /* Admissible heuristic: a lower bound >= 0 on the remaining first minimized cost (final costs
       included), for A* and best-first; or NULL. */
    int64_t (*estimate)(const void *self, const void *state);
    /* Writes into out[room] and returns as snprintf does; NULL: "farmer=west ..."  A missing NUL,
       or a length other than the one returned, is WGCQ_ERUN. */
    int (*show)(const void *self, const void *state, char *out, size_t room);

    const wgcq_rule *rules; /* the first violated rejects a state               */
    size_t rule_count;
    const wgcq_invariant *invariants;
    size_t invariant_count;
    const wgcq_state_bound *bounds;
    size_t bound_count;
    const wgcq_over_time *properties;
    size_t property_count;
    const wgcq_fairness *fair;
    size_t fair_count;
    /* A state without a successor that is neither goal nor end violates "deadlock". */
    bool forbids_deadlock;
    const char *const *rejections; /* all the names that wgcq_moves_reject may pass    */
    size_t rejection_count;
    const char *const *costs; /* names of the declared costs, beside `moves`     */
    size_t cost_count;
    const char *minimize; /* "noise,moves"; NULL: moves                      */
    /* "score": declared costs that are maximized, each by `final` alone, 0 <= value < 2^63 - 1;
       first of the objectives, unless `minimize` has them at a place.  An estimate of one is an
       upper bound.  NULL: none. */
    const char *maximize;

    /* Distinguishes instances of the same title; stored in the file, which holds one instance. */
    size_t param_count;
    const char *const *param_names, *const *param_values;

    /* Determinism check: every function is called twice, the second time with other bytes in the
       padding, and the results are compared; functions that change the state they are passed, or
       write behind it, are found, too.  WGCQ_ERUN with what and where.  Less than half as fast. */
    bool checked;
} wgcq_description;

/* The description is copied; what it points to is borrowed until the model is freed.
   WGCQ_EREQUEST: a mistake in it, such as two variables (by column), constraints, invariants,
   rejections, costs or parameters of one name, or two values of one variable. */
WGCQ_API int wgcq_model_new(wgcq_model **out, const wgcq_description *description, wgcq_error *err);
/* Only for models of wgcq_model_new; after everything that was made of it. */
WGCQ_API void wgcq_model_free(wgcq_model *model);

/* Variables of any model, a puzzle's too, one for each element of an array, each place of a list
   and each value that may be in a set, named as the columns of the trace ("farmer", "at_wolf",
   "queue_0"); and its costs, `moves` first, then the declared ones.  Owned by the model. */
WGCQ_API size_t wgcq_model_variable_count(const wgcq_model *model);
WGCQ_API const char *wgcq_model_variable_name(const wgcq_model *model, size_t i);
WGCQ_API size_t wgcq_model_cost_count(const wgcq_model *model);
WGCQ_API const char *wgcq_model_cost_name(const wgcq_model *model, size_t i);

/* ---- puzzles, read from YAML ------------------------------------------- */

typedef struct wgcq_puzzle wgcq_puzzle;

/* A value for a parameter: NAME=VALUE, or NAME=@FILE. */
typedef const char *wgcq_setting;

/* Reads, checks and grounds a puzzle.  All mistakes of the text, at most 20 errors, go to
   *diagnostics (may be NULL; owned by the caller; written whatever the result, NULL where there are
   none), and the result is WGCQ_EPUZZLE.  `path` is "-" for standard input. */
WGCQ_API int wgcq_puzzle_load(wgcq_puzzle **out, const char *path, const wgcq_setting *settings,
                              size_t setting_count, wgcq_diagnostics **diagnostics,
                              wgcq_error *err);
/* As wgcq_puzzle_load, from memory; `name` is the file in diagnostics. */
WGCQ_API int wgcq_puzzle_read(wgcq_puzzle **out, const char *yaml, size_t length, const char *name,
                              const wgcq_setting *settings, size_t setting_count,
                              wgcq_diagnostics **diagnostics, wgcq_error *err);
WGCQ_API void wgcq_puzzle_free(wgcq_puzzle *puzzle);
WGCQ_API const wgcq_model *wgcq_puzzle_model(const wgcq_puzzle *puzzle);

WGCQ_API const char *wgcq_puzzle_title(const wgcq_puzzle *puzzle);  /* `puzzle:` */
WGCQ_API const char *wgcq_puzzle_source(const wgcq_puzzle *puzzle); /* the YAML itself */
WGCQ_API const char *wgcq_puzzle_file(const wgcq_puzzle *puzzle);   /* its path or name */
/* One of its lines (from 1), without the newline; "" outside of the text.  Valid until the next
 * call. */
WGCQ_API const char *wgcq_puzzle_line(wgcq_puzzle *puzzle, int line);

/* Parameters in file order with their effective values, each as one line of YAML; a block scalar,
   such as a text map, has the tag !!str. */
WGCQ_API size_t wgcq_puzzle_param_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_param_name(const wgcq_puzzle *puzzle, size_t i);
WGCQ_API const char *wgcq_puzzle_param_value(const wgcq_puzzle *puzzle, size_t i);
/* Whether the file declares it as one number, truth value or name: no list, mapping or text. */
WGCQ_API bool wgcq_puzzle_param_is_single(const wgcq_puzzle *puzzle, size_t i);

/* Costs: `moves` is the first, then the declared ones in file order. */
WGCQ_API size_t wgcq_puzzle_cost_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_cost_name(const wgcq_puzzle *puzzle, size_t i);

/* Figures of the compiled puzzle, for `wgcq check`. */
typedef struct wgcq_puzzle_size {
    size_t variables, cells; /* a cell is one variable, or one element of an array */
    unsigned bits;           /* of a packed state                                  */
    size_t moves;            /* as written                                         */
    size_t grounded;         /* after expanding the choices that can be            */
    size_t rules;            /* never and always                                   */
} wgcq_puzzle_size;
WGCQ_API wgcq_puzzle_size wgcq_puzzle_measure(const wgcq_puzzle *puzzle);
/* Makes the initial states and evaluates goal, end and invariants in each, as a search does before
   it explores, and keeps none: 0, or WGCQ_ERUN as every search ends with. */
WGCQ_API int wgcq_puzzle_try(const wgcq_puzzle *puzzle, wgcq_error *err);

/* A file that is imported: its name in diagnostics, and its text, of any bytes. */
typedef struct wgcq_import_file {
    const char *name, *text;
    size_t length;
} wgcq_import_file;
enum { WGCQ_IMPORT_FILES_MOST = 2 };

/* A puzzle in YAML of what others wrote: a PDDL domain and problem (two files, in any order), a
   Sokoban level of a collection (XSB), a board of Rush Hour, or a list of boards as one puzzle with
   a parameter.  `level` is the number of a level, from 1, or its title; NULL where there is one, or
   for all boards.  *yaml is NUL-terminated, and the caller frees it with free.  What is wrong, or
   cannot be said by a puzzle, goes to *diagnostics as in wgcq_puzzle_load, and the result is
   WGCQ_EPUZZLE.  The result depends on the bytes alone; it may be called by any thread. */
WGCQ_API int wgcq_import(char **yaml, const wgcq_import_file *files, size_t count,
                         const char *level, wgcq_diagnostics **diagnostics, wgcq_error *err);

/* The figures under `expect:`; values as text. */
WGCQ_API size_t wgcq_puzzle_expect_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_expect_name(const wgcq_puzzle *puzzle, size_t i);
WGCQ_API const char *wgcq_puzzle_expect_value(const wgcq_puzzle *puzzle, size_t i);

/* ---- formulas over named numbers ----------------------------------------- */

/* An expression of the puzzle language over numbers that have names, such as the measures of a
   question's row: "length >= 30 and dead_ends > 0.2".  It has fractions, named numbers, `and or
   not`, comparisons (chained), `+ - * // %`, `A if C else B`, `x in [a, b]`, `x in 1..3`, min, max,
   abs, true and false.  Constant once made: several threads may evaluate it at once. */
typedef struct wgcq_formula wgcq_formula;
/* `names` are borrowed for the call; a name's value is at its index.  `called` is the file in the
   diagnostics, which are as of wgcq_puzzle_load: WGCQ_EPUZZLE. */
WGCQ_API int wgcq_formula_read(wgcq_formula **out, const char *text, const char *called,
                               const char *const *names, size_t count,
                               wgcq_diagnostics **diagnostics, wgcq_error *err);
/* In double precision; 0 or 1 of a condition.  A value that is not known is NAN, and so is what
   depends on it, or divides by zero: `a and b` is 0 where one of them is, `a or b` 1. */
WGCQ_API double wgcq_formula_value(const wgcq_formula *formula, const double *values);
WGCQ_API void wgcq_formula_free(wgcq_formula *formula);

/* ---- rows: the cursor that all answers come as ------------------------------ */

typedef enum wgcq_type {
    WGCQ_NULL,
    WGCQ_INTEGER, /* fits an int64                      */
    WGCQ_REAL,
    WGCQ_TEXT, /* also counts beyond 64 bits        */
    WGCQ_BOOL,
    WGCQ_LIST /* of texts: the moves of a plan     */
} wgcq_type;

/* Pulled one at a time, computed on demand where possible.  Owned by the caller, and freed before
   the handle that returned them; a monitor that was passed is borrowed until then. */
typedef struct wgcq_rows wgcq_rows;

/* 0: at a row; WGCQ_DONE: no more; negative: an error (WGCQ_EINTERRUPT: the monitor asked to stop).
 */
WGCQ_API int wgcq_rows_next(wgcq_rows *rows, wgcq_error *err);
WGCQ_API size_t wgcq_rows_columns(const wgcq_rows *rows);
/* No two columns have one name, in whatever case: a cost's gets "_" appended until it is unique. */
WGCQ_API const char *wgcq_rows_name(const wgcq_rows *rows, size_t column);
/* Values of the present row; strings are valid until the next wgcq_rows_next.  A value of another
   type is 0, but every type converts to text (null: ""). */
WGCQ_API wgcq_type wgcq_rows_type(const wgcq_rows *rows, size_t column);
WGCQ_API int64_t wgcq_rows_integer(const wgcq_rows *rows, size_t column);
WGCQ_API double wgcq_rows_real(const wgcq_rows *rows, size_t column);
WGCQ_API const char *wgcq_rows_text(const wgcq_rows *rows, size_t column); /* any type, as text */
/* The `*count` texts of a list, one behind the other, each with its NUL; as text they are separated
   by
   "; ".  A value of another type is an empty list. */
WGCQ_API const char *wgcq_rows_list(const wgcq_rows *rows, size_t column, size_t *count);
/* After WGCQ_DONE: a one-line remark on the whole result ("complete: 2 plans"), or NULL. */
WGCQ_API const char *wgcq_rows_remark(const wgcq_rows *rows);
/* After WGCQ_DONE: whether these are all rows there are. */
WGCQ_API bool wgcq_rows_complete(const wgcq_rows *rows);
/* After WGCQ_DONE: whether the run was cut short before the answer was determined: rows may be
   missing, or figures null, beyond what a limit or an offset leaves out. */
WGCQ_API bool wgcq_rows_unknown(const wgcq_rows *rows);
WGCQ_API void wgcq_rows_free(wgcq_rows *rows);

/* ---- solving ------------------------------------------------------------ */

typedef enum wgcq_order {
    WGCQ_BREADTH_FIRST,
    WGCQ_DEPTH_FIRST,
    WGCQ_CHEAPEST,   /* uniform cost, by the minimized costs          */
    WGCQ_BEST_FIRST, /* greedy: by the estimate alone                 */
    WGCQ_A_STAR,     /* by cost so far plus the estimate              */
    /* Both: of a puzzle that declares no estimate, one is made of exact distances in abstractions.
     */
    WGCQ_BOTH_ENDS, /* level by level from the starts and, by moves made backwards, from the goals,
                       until both meet: the fewest moves.  Of puzzles, with WGCQ_STOP_SHORTEST and
                       WGCQ_TRACE_NONE */
    WGCQ_IDA_STAR   /* iterative deepening A*: depth-first for a plan of as many moves as the
                       estimate asks for, then of more, without keeping states.  The fewest moves,
                       with WGCQ_STOP_FIRST a plan, with WGCQ_STOP_SHORTEST also how many there
                       are; with WGCQ_TRACE_NONE */
} wgcq_order;

typedef enum wgcq_stop {
    WGCQ_STOP_EXHAUSTED, /* explore every reachable state             */
    WGCQ_STOP_FIRST,     /* at the first goal, or violation           */
    WGCQ_STOP_SHORTEST   /* when the best solution is proved optimal  */
} wgcq_stop;

/* --trace: what the file stores of a run, each level less than the one before. */
typedef enum wgcq_trace_level {
    WGCQ_TRACE_ALL, /* states, edges, rejections, solutions */
    WGCQ_TRACE_EDGES,
    WGCQ_TRACE_STATES,
    WGCQ_TRACE_SOLUTIONS,
    WGCQ_TRACE_NONE /* the row of the run, and nothing else */
} wgcq_trace_level;

/* --writer: two ways to write the same rows. */
typedef enum wgcq_writer {
    WGCQ_WRITER_PAGES, /* pages of the file directly, several times as fast; falls back to SQL where
                          the file is not suitable */
    WGCQ_WRITER_SQL
} wgcq_writer;

/* The names on the command line; NULL past the last.  wgcq_order_name(0) is "breadth-first". */
WGCQ_API const char *wgcq_order_name(wgcq_order order);
WGCQ_API const char *wgcq_stop_name(wgcq_stop stop);
WGCQ_API const char *wgcq_trace_level_name(wgcq_trace_level level);
WGCQ_API const char *wgcq_writer_name(wgcq_writer writer);

/* A number as reports print it, "1,814,400", in `out`, which has WGCQ_GROUPED_MAX bytes.
   wgcq_group_digits takes decimal digits, or "-" and digits, at most 46 of them, and returns any
   other text itself. */
enum { WGCQ_GROUPED_MAX = 64 };
WGCQ_API const char *wgcq_group_digits(char *out, const char *number);
WGCQ_API const char *wgcq_group_number(char *out, uint64_t number);
/* That, in a buffer that lasts as long as the block. */
#define WGCQ_GROUPED(number) wgcq_group_number((char[WGCQ_GROUPED_MAX]){0}, (number))

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
       run without rows that has max_states, WGCQ_STOP_FIRST, `reduce` or other costs to minimize
       begins again like that when memory is full.
     */
    const char *spill;
    /* The run is one of several ranks', which share the states among them: breadth-first.  All
       ranks call the library with the same puzzle and options; limits of memory are each rank's
       own.  max_states ends a run at the beginning of a level.  With rows the file is a folder that
       all of them see, which must not be there or be empty, unless `replace` is set: each rank
       writes a file there, limits end a run at a level's beginning, and wgcq_merge derives what is
       not found while exploring.  All get the same figures or the same error, and rank 0 the plan.
       With WGCQ_TRACE_NONE they need no folder, unless wgcq_ranks_need_folder.  `spill`, without
       rows, is another folder for each rank, which wgcq_divide_spilled makes those
       of another number of ranks.
       WGCQ_EREQUEST with what cannot be shared. NULL: this process alone. */
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

/* Whether several ranks with these options need `db`, the folder of their rows, though nothing of
   them is kept (WGCQ_TRACE_NONE): they check invariants or find least costs, which takes the whole
   graph, and only wgcq_merge has it; or they stop first, which takes the order of all states.
   `options` may be NULL. */
WGCQ_API bool wgcq_ranks_need_folder(const wgcq_model *model, const wgcq_options *options);

/* Names of columns, each once: those of `given`, in their order, of which each that equals one of
   `fixed` or an earlier one, but for the case of ASCII letters, gets "_" appended as often as makes
   it unique.  wgcq_unique_names_free them, with the same count.  NULL: no memory. */
WGCQ_API char **wgcq_unique_names(const char *const *fixed, size_t fixed_count,
                                  const char *const *given, size_t count);
WGCQ_API void wgcq_unique_names_free(char **names, size_t count);

/* ---- files -------------------------------------------------------------- */

/* Writes a file whole or not at all: beside its place, then renamed; a pipe or a character device
   is written to as it is.  SIGINT, SIGTERM and SIGHUP wait until it has its place, or until nothing
   is left of it: WGCQ_EINTERRUPT.  WGCQ_EFILE: it cannot be written, and stays as it was. */
WGCQ_API int wgcq_write_file(const char *path, const void *bytes, size_t length, wgcq_error *err);
/* Whether a file in a folder that wgcq made may be written: it is missing, or a plain file of one
   name that belongs to this user, and no link; else WGCQ_ESTORE. */
WGCQ_API int wgcq_check_own_file(const char *path, wgcq_error *err);

/* For wgcq_options.memory_left: the least of the memory available on the machine, what its control
   groups (version 1 or 2) allow this process, and its limit on address space, less a tenth.  0:
   unknown.  The library sets no limit by itself; the program does. */
WGCQ_API uint64_t wgcq_memory_left(void);

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

/* ---- searches: solutions pulled one at a time ------------------------------ */

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

/* ---- resuming ------------------------------------------------------------ */

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

/* ---- a run by several ranks ----------------------------------------------- */

/* The folder of a run by ranks (wgcq_options.exchange), made into one file: the rows, ids, figures
   and solutions of one process.  `db` NULL: into the folder's own file, FOLDER/all.db, unless that
   is there and up to date.  What not all ranks have saved is left out, and the run is then one that
   was cut short.  `how` (may be NULL): threads, memory_left, save_every, writer, replace.  The
   model is what the ranks explored, made anew, NULL: the puzzle that is stored, and then out is
   NULL, too. *out is NULL where the folder's own file only had to be copied.  WGCQ_EOTHER: `db` is
   there. WGCQ_ESTORE: the folder has no such run, or is damaged. */
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

/* ---- plans, by plain backtracking ---------------------------------------- */

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
/* Frees a string returned through `char **`. */
WGCQ_API void wgcq_text_free(char *text);

/* ---- traces: the file, opened for questions ------------------------------- */

typedef struct wgcq_trace wgcq_trace;

/* Opens read-only, at the newest run.  WGCQ_ESTORE: not a file of wgcq, of a newer format, or
   damaged. */
WGCQ_API int wgcq_trace_open(wgcq_trace **out, const char *path, wgcq_error *err);
/* wgcq_trace_open; of the folder of a run by ranks, its own file, made first where it has to be. */
WGCQ_API int wgcq_open(wgcq_trace **out, const char *path, const wgcq_options *how,
                       const wgcq_monitor *monitor, wgcq_error *err);
/* Selects the run that all questions, and the plain views of wgcq_trace_sql, refer to.
   WGCQ_EREQUEST: there is none of that number; nothing changes.  No rows of the trace may be open.
 */
WGCQ_API int wgcq_trace_select_run(wgcq_trace *trace, int64_t run, wgcq_error *err);
/* The run that another process is writing at this moment; its status in the file is `interrupted`,
   so that a kill leaves it right.  0: none, or unknown (several were cut short; another host). */
WGCQ_API int64_t wgcq_trace_active_run(wgcq_trace *trace);
/* Deletes a run from the file, in one transaction; the plain views then show the newest that is
   left.  WGCQ_EREQUEST: it is the only run, or there is none of that number; WGCQ_ESTORE: the file
   is being written. */
WGCQ_API int wgcq_trace_drop(const char *path, int64_t run, wgcq_error *err);
WGCQ_API void wgcq_trace_free(wgcq_trace *trace);
/* The monitor of SQL over the trace (`seconds` counts from here); a nonzero result ends the
   statement with WGCQ_EINTERRUPT.  The struct is copied, its `self` borrowed; NULL: none. */
WGCQ_API void wgcq_trace_set_monitor(wgcq_trace *trace, const wgcq_monitor *monitor);
/* The rows of one SELECT over the views of schemas/trace.sql.  Anything but reading is
   WGCQ_EREQUEST, with SQLite's message. */
WGCQ_API int wgcq_trace_sql(wgcq_rows **out, wgcq_trace *trace, const char *sql, wgcq_error *err);

/* The tree of a journey (options.trace) in a file.  Whether the file is one: */
WGCQ_API bool wgcq_is_tree(const char *path);
/* Opens it for reading.  Of the functions of a trace those take it that are here, wgcq_trace_sql,
   wgcq_trace_set_monitor and wgcq_trace_free. */
WGCQ_API int wgcq_tree_open(wgcq_trace **out, const char *path, wgcq_error *err);
/* "guards": name, depth, tried, failed.  "results": id, node, cost, shown, choices; with a number,
   from 1, the nodes on the way to that one.  "why": the nodes on the way to node `number`, and
   their outcomes with the guard that failed.  WGCQ_EREQUEST: there is no such question, or row. */
WGCQ_API int wgcq_tree_ask(wgcq_rows **out, wgcq_trace *trace, const char *what, uint64_t number,
                           wgcq_error *err);
/* Writes the chosen run into a SQLite file of its own, as plain tables: states, edges, rejections,
   solutions, steps, violations, properties, lassos, with primary and foreign keys, and an index on
   every variable; what the run did not store is empty.  The monitor of the trace can stop it.
   WGCQ_EOTHER: the file exists, and `replace` is false; WGCQ_EFILE: it cannot be written, or, with
   `replace`, was not exported by this function.  After an error it is as it was. */
WGCQ_API int wgcq_trace_export(wgcq_trace *trace, const char *path, bool replace, wgcq_error *err);

/* ---- questions ------------------------------------------------------------ */

typedef struct wgcq_question {
    const char *what; /* as wgcq_question_name: "shortest", "dead-ends", ... */
    const char *by;   /* costs in order of precedence: "noise,moves"; NULL: default */
    uint64_t limit;   /* 0: none */
    uint64_t offset;
    uint64_t length; /* of plans */
    bool has_length;
    uint64_t within; /* of "all", "classes": at most this above the optimum of the first cost */
    bool has_within;
    bool count;        /* only the number: one row, `count`                         */
    const char *up_to; /* of "classes": "symmetry", "commuting", "moves"            */
    const char *of; /* of "classes": "shortest", "cheapest" or "all", which may be far more; NULL:
                       "all" with `best` or `within`, else "shortest"; of "traffic" one of the first
                       two, NULL: "shortest"; of "grade": measures, "length,plans"; NULL: all */
    uint64_t best;  /* of "classes": only so many of the best plans; 0: all      */
    bool unique;    /* of "hardest": states with one shortest plan alone         */
    uint64_t reachable_from; /* of "hardest": states that this one reaches, by its id; 0: all */
    /* of "hardest": all states from which a goal can be reached, whether the starts lead to them or
       not, found backwards from the goals.  WGCQ_EREQUEST where moves cannot be inverted. */
    bool all_starts;
    /* of "all": how many plans there are of each length, or of each cost where `by` names one: rows
       `length` or the cost's name, and `count`, least first */
    bool histogram;
} wgcq_question;

/* Questions work for every --trace of the run: what the file does not store is recovered by a
   re-run of the puzzle in the file, with the same order and the same end, into a temporary file in
   $TMPDIR (else /tmp).  Its figures and states are compared with the stored ones: WGCQ_ESTORE where
   they differ.  It takes the time of the run, once for each wgcq_trace, and is reported to the
   monitor of the question (else that of wgcq_trace_set_monitor).  WGCQ_EUNKNOWN: the run was cut
   short by time, memory or an interrupt, and a re-run may not stop at the same point; or it is of a
   C model. wgcq_trace_sql reads the file alone. */

/* The questions that there are: the name on the command line, the options that have a meaning for
   it ("by k"), in a sentence what it answers; NULL past the last. */
WGCQ_API const char *wgcq_question_name(size_t i);
WGCQ_API const char *wgcq_question_options(size_t i);
WGCQ_API const char *wgcq_question_about(size_t i);

/* The measures of difficulty, which are columns of "grade" behind `puzzle` and `params`: the name,
   and the definition with its source; NULL past the last. */
WGCQ_API const char *wgcq_measure_name(size_t i);
WGCQ_API const char *wgcq_measure_about(size_t i);

/* Whether the run was re-run so far; then *needed, where it is not NULL, is the --trace with which
   the file would have stored enough. */
WGCQ_API bool wgcq_trace_was_rerun(const wgcq_trace *trace, wgcq_trace_level *needed);

/* Rows `solution` (from 1), `length`, a column for each cost, `plan` (a list of its
   moves); or one row with `count` and, for cheapest, the costs.  "classes": `class`, `size`, then
   of its best plan `length`, a column for each cost, `plan`.  "pareto": `solution`, a column for
   each cost of `by` (all and moves), `count` (of the plans that have this vector those of fewest
   moves, exactly), `length`, `plan`.  "traffic": `id`, `move`, `dst` (both null in the row of a
   state), `plans` (how many of the best pass it, exactly, as text), `shown`.  "hardest": `id`,
   `to_goal`, `plans` (shortest ones from it, as text), `shown`.  "grade": one row of measures,
   which wgcq-query(1) defines; null where there is no plan.

   A question that the monitor stops, or that finds no memory, is WGCQ_EINTERRUPT or WGCQ_EMEMORY;
   where rows were returned before it, they belong to the answer (of "pareto": to the front), and
   wgcq_rows_remark may say more of them.  The row of a `count` that the monitor stopped has a null
   `count`; that of "all" has `at_least`, `shortest` and
   `shortest_count`, `cheapest_COST` and `cheapest_COST_count`, and `by_length` ("7: 2, 9: 14": so
   many plans of so many moves, exactly).  WGCQ_EREQUEST: an unknown `what` or cost; the text has a
   suggestion. */
WGCQ_API int wgcq_ask(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
                      const wgcq_monitor *monitor, wgcq_error *err);

/* The verdict of a check; worse is greater. */
typedef enum wgcq_verdict {
    WGCQ_HOLDS,
    WGCQ_INCONCLUSIVE, /* the run was cut short, or does not store what the check needs */
    WGCQ_FAILS
} wgcq_verdict;

/* Verifies the newest run against the puzzle in the file, by an evaluator that shares no code with
   the engine.  Rows `check`, `looked_at`, `verdict`, `place` (the first violation; else a remark,
   or null).  A violation is no error: it is in *found and the rows; an error means that the check
   itself failed: the file is damaged beyond reading (WGCQ_ESTORE).  Where the monitor stops it, or
   there is no memory, the rows are those of the checks that were made, the one under way is "not
   known", wgcq_rows_unknown says that the rest is missing, and *found is WGCQ_INCONCLUSIVE at
   best.  Takes some microseconds a state, and as much memory as the run did.  The monitor is
   borrowed for the call. */
WGCQ_API int wgcq_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                         const wgcq_monitor *monitor, wgcq_error *err);
/* Checks that the rows are a tree in its order, and that guards and results agree with it; whether
   the function makes this tree is not checked.  Rows and verdict as of wgcq_verify. */
WGCQ_API int wgcq_tree_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                              wgcq_error *err);
/* Checks that `fn` makes the tree: it is run again from `state` into a file in the folder for
   temporary ones ($TMPDIR), and nodes, results, moves and, of a whole tree, guards are compared.
   Of the options count self, show, name and max_depth, which have to be those of the trace, check,
   max_seconds and the monitor.  Rows and verdict as of wgcq_verify; WGCQ_INCONCLUSIVE: the tree is
   not complete, and so far it is made.  WGCQ_LIMIT, WGCQ_EINTERRUPT: there was no time. */
WGCQ_API int wgcq_journey_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *tree,
                                 wgcq_journey_fn *fn, void *state, size_t size,
                                 const wgcq_iterator_options *options, wgcq_error *err);
/* As wgcq_verify, against a C model, the one of the run: its functions generate everything again.
   They are the same functions, so their own mistakes are not found; what is checked is that the
   file holds what they generate, and all of it.

   Without the model wgcq_verify checks such a file for consistency (the file, edges and rejections
   that belong to states, depths, distances, figures, the optimal plans and their number, the
   solutions); the row `moves` is "not checked", its remark names what that leaves out, and *found
   is WGCQ_INCONCLUSIVE at best.  wgcq_why lists the stored moves and rejections.  wgcq_verify_plan
   and wgcq_resume are WGCQ_EREQUEST. */
WGCQ_API int wgcq_verify_model(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                               const wgcq_model *model, const wgcq_monitor *monitor,
                               wgcq_error *err);

/* Checks a plan from any source, `count` labels of moves, step by step from the initial states.
   Rows `step`, `move`, `verdict`, `place` (why not), `shown`, up to the first wrong step; the
   remark says whether the plan ends in a goal. */
WGCQ_API int wgcq_verify_plan(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                              const char *const *moves, size_t count, wgcq_error *err);

/* Every move at a state: where it leads, or what rejects it (all violated constraints, every
   guard). `state` is an id, or "farmer=east queue=[a, b] ...", which must match exactly one stored
   state; `move` restricts the answer to one move.  Rows `move`, `outcome`, `state`, `shown`, `rule`
   (null: unnamed), `because` (the expression, and with its values), `place` (its FILE:LINE:COLUMN).
   For a state that was never reached: rows `rule`, `because`, `place` for each constraint it
   violates, and a remark; wgcq_rows_columns distinguishes them (7 and 3).

   `state` may also be the name of a property over time, without a move.  Of a violated one the
   first row says where its path violates it, with `rule` its name; the others, one for each fair
   action that is possible on the cycle, say that it is made there, or where it is not possible,
   with `rule` "weak fairness" or "strong fairness".  Of one that holds there are 3 columns, no row,
   and a remark.  WGCQ_EREQUEST: no such variable, value, move or id, or several states match. Reads
   all states of the run. */
WGCQ_API int wgcq_why(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
                      wgcq_error *err);
/* The rows of wgcq_why that say what rejects a move (`refused`, `not possible`), for all states
   with an id from `first` to `last`, in the order of the ids, with the id as a first column, `at`.
   `state` and `shown` are null.  Reads all states of the run once. */
WGCQ_API int wgcq_why_states(wgcq_rows **out, wgcq_trace *trace, uint32_t first, uint32_t last,
                             wgcq_error *err);

typedef enum wgcq_draw_format { WGCQ_DOT, WGCQ_MERMAID, WGCQ_GRAPHML } wgcq_draw_format;
/* Which part of the graph is drawn; at most one of `around`, `only_shortest` and `only_cheapest`,
   and `has_depth` not with `around`.  With none of them, and no `project`: all of a small graph (at
   most 100 states and 300 edges); of a larger one the shortest plans, else the best stored
   solution, else the shortest path that violates a property, else as many levels as are small.
 */
typedef struct wgcq_draw_options {
    wgcq_draw_format format;
    int64_t around;     /* a stored solution; 0: none.  The states it visits,        */
    uint64_t radius;    /* and those at most so many moves away, in either direction */
    bool only_shortest; /* the states and moves of the shortest plans                */
    bool only_cheapest; /* of those that cost least by what the run minimizes        */
    bool has_depth;
    uint64_t depth; /* states at most so many moves from a start                     */
    /* "farmer,at": columns of the view `states`, or arrays.  States that agree in these are one
       node with their number, and edges of one label between two nodes are one edge.  NULL: every
       state is a node. */
    const char *project;
    int64_t mark;  /* a stored solution to highlight; 0: that of `around` */
    bool any_size; /* draw however large it is                            */
    /* As `around` and `mark`, where these are 0: the path that violates the property of that name;
       NULL: none. */
    const char *around_property, *mark_property;
    /* WGCQ_DOT: how many points wide the picture may be, about; 0: any width.  One that is wider
       from top to bottom goes from left to right, and one that is wider as well then is broken by
       depth into parts below each other, with the number of its state for an arrow that leads to
       another part. */
    uint32_t page_width;
    /* "shortest" or "cheapest": arrows are as wide as many of these plans make the move, and have
       their number; of all of them are the widest.  NULL: all are alike. */
    const char *traffic;
} wgcq_draw_options;
/* The picture, *out, and a one-line remark, *remark (NULL: none; `remark` itself may be NULL); the
   caller owns both and frees them by wgcq_text_free.  In DOT and Mermaid parallel edges are one
   arrow, with two heads if the same labels lead back, and more than three labels are replaced by
   their number; GraphML has every edge.  WGCQ_EREQUEST: more than is small, unless it is the path
   of a solution or property alone or `any_size`.  WGCQ_DONE: there is no plan to draw;
   WGCQ_EUNKNOWN: none was found in a run that was cut short. */
WGCQ_API int wgcq_draw(char **out, char **remark, wgcq_trace *trace,
                       const wgcq_draw_options *options, wgcq_error *err);

/* One side of a comparison: a stored solution and its file.  Strings are borrowed for the call.
   WGCQ_EREQUEST: no such solution. */
typedef struct wgcq_compare_side {
    wgcq_trace *trace;
    int64_t solution;  /* 0: none, the file alone                    */
    const char *label; /* of the solution; NULL only where that is 0 */
    const char *file;  /* of the file                                */
} wgcq_compare_side;
/* The parts of a comparison.  L stands for the label of each solution, F for that of each file.
   States are equal where the variables that all sides have agree; moves are compared by label. */
typedef enum wgcq_compare_part {
    WGCQ_COMPARE_STEPS, /* aligned at the states that all of them visit: `where` (together, part,
                           apart, meet, same state), `step L`, `move L`, `state L` each;
                           `differs`: the variables that do, "name=one|other" */
    WGCQ_COMPARE_SOLUTIONS, /* one row each: `solution`, each cost and how much `more` than the
                               first's, `states`, `in common`, `moves only here` (a list) */
    WGCQ_COMPARE_PAIRS,     /* `one`, `other`, states `in common`, and whether they are equal: the
                               `same`; up to declared `symmetry`, and by which `exchange` of values, or
                               generators in the order they are applied; up to `commuting` moves; as a
                               `multiset` of moves.  null: unknown, and the     remark says why */
    WGCQ_COMPARE_STATES, /* states that two or more visit: `visited` (by how many), `state`, `id L`
                            and `step L` each */
    WGCQ_COMPARE_FILES,  /* `figure`, F each, `more F` than in the first */
    WGCQ_COMPARE_ONLY,   /* variables, moves, rules, costs that not all files have: `kind`,
                            `name`, `only in` */
} wgcq_compare_part;
WGCQ_API int wgcq_compare(wgcq_rows **out, wgcq_compare_part part, const wgcq_compare_side *sides,
                          size_t count, wgcq_error *err);

/* The number of solutions the run stores, or would store with --trace solutions. */
WGCQ_API int wgcq_show_count(int64_t *count, wgcq_trace *trace, wgcq_error *err);
/* One of them, from 1, with the columns of wgcq_result_first; no rows where there is no such. */
WGCQ_API int wgcq_show(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err);

/* ---- playing -------------------------------------------------------------- */

/* One state at a time: a plan made move by move, back and forth along it.  Moves and rejections
   come from the model's second evaluator.  Texts are valid until the game moves.
   After an error the present state is shown as "" and has no moves; wgcq_game_undo still works. */
typedef struct wgcq_game wgcq_game;

/* Begins in the first initial state.  The model is borrowed until the game is freed. */
WGCQ_API int wgcq_game_new(wgcq_game **out, const wgcq_model *model, wgcq_error *err);
/* As wgcq_game_new, with the puzzle of a file; for a C model, with the rows of its run.  The trace
   is borrowed until the game is freed. */
WGCQ_API int wgcq_game_open(wgcq_game **out, wgcq_trace *trace, wgcq_error *err);
WGCQ_API void wgcq_game_free(wgcq_game *game);
WGCQ_API const wgcq_model *wgcq_game_model(const wgcq_game *game);

/* The initial states; begins anew in one of them, from 0. */
WGCQ_API size_t wgcq_game_start_count(const wgcq_game *game);
WGCQ_API int wgcq_game_restart(wgcq_game *game, size_t start, wgcq_error *err);

/* The present state. */
WGCQ_API const char *wgcq_game_shown(const wgcq_game *game);
WGCQ_API bool wgcq_game_at_goal(const wgcq_game *game);
WGCQ_API bool wgcq_game_at_end(const wgcq_game *game); /* `end`: no move leaves it */
/* Its moves: their labels, of which some may be equal, and the states that they lead to; "" where
   the text of one cannot be made. */
WGCQ_API size_t wgcq_game_move_count(const wgcq_game *game);
WGCQ_API const char *wgcq_game_move(const wgcq_game *game, size_t i);
WGCQ_API const char *wgcq_game_move_shown(const wgcq_game *game, size_t i);
/* Its other moves: a row for each reason against one, of all moves or of the label `move`; columns
   as of wgcq_why. */
WGCQ_API int wgcq_game_rejected(wgcq_rows **out, const wgcq_game *game, const char *move,
                                wgcq_error *err);

/* Makes a move; moves that were taken back are forgotten. */
WGCQ_API int wgcq_game_make(wgcq_game *game, size_t i, wgcq_error *err);
/* Takes the last move back, makes it again.  WGCQ_DONE: there is none. */
WGCQ_API int wgcq_game_undo(wgcq_game *game, wgcq_error *err);
WGCQ_API int wgcq_game_redo(wgcq_game *game, wgcq_error *err);
/* The moves made, and those that can be made again; their labels, and what the made ones cost (by
   index, as wgcq_model_cost_name). */
WGCQ_API size_t wgcq_game_length(const wgcq_game *game);
WGCQ_API size_t wgcq_game_ahead(const wgcq_game *game);
WGCQ_API const char *wgcq_game_line(const wgcq_game *game, size_t i);
WGCQ_API int64_t wgcq_game_cost(const wgcq_game *game, size_t cost);
/* The cost of a plan that ends here: with the puzzle's `final` costs, where this is a goal. */
WGCQ_API int64_t wgcq_game_end_cost(const wgcq_game *game, size_t cost);

/* The best way on from the present state. */
typedef struct wgcq_way {
    const char *by;  /* the cost that is least; owned by the model */
    bool known;      /* false: a limit came before what follows was proved           */
    bool reaches;    /* a goal; known and false: this state is a dead end            */
    uint64_t length; /* moves to the goal, by the way found                          */
    int64_t cost;    /* what it costs, by the cost asked for                         */
    size_t move;     /* its first move, where the length is not 0                    */
    uint64_t states; /* that were explored for it                                    */
} wgcq_way;
/* Finds it by a search from the present state, in memory, within the limits of `limits` (NULL:
   none; other options are ignored): of least `cost` (NULL: the first that the puzzle minimizes),
   and among those of fewest moves. WGCQ_EREQUEST: no goal, or an unknown cost.  WGCQ_EINTERRUPT: by
   the monitor. */
WGCQ_API int wgcq_game_way(wgcq_way *out, const wgcq_game *game, const char *cost,
                           const wgcq_options *limits, const wgcq_monitor *monitor,
                           wgcq_error *err);

/* Goes to the start of a solution, from 1, whose moves can then be made by wgcq_game_redo: one that
   the file stores; without a file the search by the minimized costs finds it, within the limits.
   WGCQ_DONE: there is none of that number; WGCQ_LIMIT: a limit came first. */
WGCQ_API int wgcq_game_replay(wgcq_game *game, uint64_t solution, const wgcq_options *limits,
                              const wgcq_monitor *monitor, wgcq_error *err);
/* As above, of the path in the game's file that violates the property over time of that name: its
   stem, and its cycle once.  WGCQ_DONE: there is none. */
WGCQ_API int wgcq_game_replay_lasso(wgcq_game *game, const char *property, wgcq_error *err);

#ifdef __cplusplus
}
#endif
#endif
