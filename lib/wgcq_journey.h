/* wgcq_journey.h - journeys: backtracking over C functions. */
#ifndef WGCQ_JOURNEY_H
#define WGCQ_JOURNEY_H

#include "wgcq_rows.h"

#ifdef __cplusplus
extern "C" {
#endif

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
/* The results of `fn`; where it has none, those of `otherwise` (soft cut, *->).  A nested journey
   finds whether it has any, with a best of its own. */
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
       another process; NULL: at the beginning.  offset, limit and distinct count from there, and
       wgcq_bound knows this result as the first: where only runs before it have called wgcq_bound,
       more results come.  They are run twice first; WGCQ_EREQUEST where they give no result. */
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

/* ---- the tree of a journey, in a file ---------------------------------------------------- */

/* Whether the file is the tree of a journey (options.trace). */
WGCQ_API bool wgcq_is_tree(const char *path);
/* Opens it for reading.  Of the functions of a trace those take it that are here, wgcq_trace_sql,
   wgcq_trace_set_monitor and wgcq_trace_free. */
WGCQ_API int wgcq_tree_open(wgcq_trace **out, const char *path, wgcq_error *err);
/* "guards": name, depth, tried, failed.  "results": id, node, cost, shown, choices; with a number,
   from 1, the nodes on the way to that one.  "why": the nodes on the way to node `number`, and
   their outcomes with the guard that failed.  WGCQ_EREQUEST: there is no such question, or row. */
WGCQ_API int wgcq_tree_ask(wgcq_rows **out, wgcq_trace *trace, const char *what, uint64_t number,
                           wgcq_error *err);

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

#ifdef __cplusplus
}
#endif
#endif
