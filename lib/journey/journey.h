/*
 * journey.h - the inside of a journey: nondeterministic choice by backtracking.
 *
 * A journey is a C function that describes one nondeterministic run: it chooses a value, guards a
 * condition, changes its state.  The library runs it once for every sequence of choices, in order,
 * the last choice changing fastest, as Prolog does on backtracking; each run that returns true is a
 * result.  That is the list monad: wgcq_choose is bind, wgcq_guard filters, `return true` is
 * return. A run is repeated from its start with the choices before the last alternative replayed,
 * so the function must depend on its state and its choices alone (determinism_check.h).
 *
 *   journey.c             runs, backtracking       bound.c           branch and bound
 *   choice.c              choose, guard, move      cheapest.c        the cheapest result of one
 *   checkpoint.c          loops in deep journeys   interleave.c      fair alternatives
 *   subquery.c            journeys in journeys     tabled.c          results remembered by state
 *   aggregates.c          min, max, sum, groups    journey_order.c   iterative deepening
 *   random_order.c        by a seed, with restarts
 *   choice_source.c       given choices            journey_limits.c  runs, seconds, monitor
 *   stack_room.c          how deep they may nest   journey_tracing.c the tree in a file
 *
 * iterate/ gives their results.
 *
 *   choices       the choice taken at each choice point, of how many; choice_cursor is how many
 * this run has made.  When the run ends, the last one that has an alternative advances, and those
 * behind it are dropped. checkpoints   one before each step of wgcq_repeat and one behind its last,
 * with the state's bytes; checkpoint_cursor is the first that this run has not passed.  A
 * checkpoint lasts until a choice before it advances.
 *
 * No stack is copied and nothing jumps: wgcq_repeat itself backtracks over the choices made in its
 * steps, and where the function calls it again, it resumes from its last checkpoint.
 */
#ifndef JOURNEY_JOURNEY_H
#define JOURNEY_JOURNEY_H

#include <assert.h>

#include "base/array.h"
#include "journey/choice_source.h"
#include "journey/interleave.h"
#include "journey/journey_limits.h"
#include "journey/journey_order.h"
#include "journey/journey_tracing.h"
#include "journey/kept_result.h"
#include "journey/random_order.h"
#include "wgcq_journey.h"

struct choice {
    uint64_t index;
    uint64_t bound; /* index < bound; less than `count` after a cut */
    uint64_t count;
};

typedef struct checkpoint {
    size_t choices;  /* choices made before it                               */
    size_t step;     /* its number in its loop                               */
    size_t first;    /* the first checkpoint of its loop                     */
    size_t latest;   /* of a first one: the latest of the loop               */
    size_t previous; /* of another: the one before it in the loop            */
    size_t moves;
    int64_t cost;
    bool end; /* behind the last step */
} checkpoint;

struct wgcq_journey {
    wgcq_journey_fn *fn;
    const void *self; /* what wgcq_self returns; may be NULL */
    void *state;
    size_t size;
    unsigned char *initial; /* the state's bytes before the first run */

    choice *choices;
    size_t choice_count, choice_room, choice_cursor;
    choice_source *source; /* borrowed; NULL: new choices are the first of their alternatives */
    size_t cut_floor;      /* choices that wgcq_cut leaves alone: made before the innermost function
                              began */
    bool watched; /* it has limits, a trace or a random order; far from `failed`, with which a
                     compiler would read it in one word that is being written in bytes */

    checkpoint *checkpoints;
    unsigned char *checkpoint_states; /* size bytes each */
    size_t checkpoint_count, checkpoint_room, checkpoint_cursor;

    const char **moves;
    size_t move_count, move_room;
    int64_t cost;
    const char *rejection; /* the name of the guard that failed, or NULL */
    int64_t best;          /* the least cost of a result so far, if has_best */
    bool has_best;
    bool bounded; /* wgcq_bound was called: each result is cheaper than those before */

    journey_order *order;   /* NULL: depth-first, or random                    */
    random_order *random;   /* NULL: another order                             */
    journey_limits *limits; /* borrowed; NULL: none                           */
    size_t max_depth;       /* choices of a run, outer ones too; 0: no limit  */
    size_t outer_depth;     /* choices of the run around this journey         */

    bool failed;                  /* this run has failed                            */
    bool suspended;               /* a limit came; the next run goes on from here   */
    bool cut_short;               /* a run has failed because of max_depth          */
    bool started;                 /* run at least once                              */
    bool no_checkpoints;          /* every run begins at the start                  */
    bool steered;                 /* it has a source, an order or a max_depth        */
    bool checking;                /* a call after the failure is an error           */
    int code;                     /* 0, or the error that ended it, which is in *err */
    wgcq_error *err;              /* borrowed; may be NULL                          */
    wgcq_journey *subquery;       /* of journeys inside of this one, or NULL        */
    interleavings *interleavings; /* of wgcq_interleave, or NULL                    */
    kept_result *kept;            /* the cheapest result of a nested one, or NULL   */
    struct result_groups *groups; /* of wgcq_group_by, or NULL                */
    journey_tracing *trace;       /* borrowed; NULL: the journey is not traced */
    size_t trace_level;           /* of the node where it begins */
    uint64_t trace_found;         /* results so far, of a nested one that is traced */

    wgcq_journey *outer, *outermost; /* which this one is nested in; NULL: in none */
    /* The outermost journey's: */
    struct journey_tables *tables; /* NULL: none so far                           */
    size_t max_table_bytes;        /* 0: no limit                                 */
    const char *stack_base;        /* where its present run was begun             */
    size_t stack_room;             /* bytes from there; 0: not known yet          */

    bool decides;         /* its answer may change if a table grows: none, count, and others */
    bool read_unfinished; /* of a table, by this journey or by one nested in it   */
    bool any_unfinished;  /* by one nested in it                                  */
};

/* How a run ended. */
typedef enum journey_end {
    JOURNEY_ARRIVED,
    JOURNEY_FAILED,
    JOURNEY_SUSPENDED, /* by a limit: the next run goes on where it ended */
    JOURNEY_EXHAUSTED  /* all choices are exhausted, or there was an error: see code */
} journey_end;

/* Sets up a journey, all zero at first, and saves the state's bytes; false: no memory, which is an
   error of the journey.  Can be called again for another function, and reuses the memory. */
bool journey_open(wgcq_journey *j, wgcq_journey_fn *fn, void *state, size_t size);
/* The next run, successful or not (failures within a loop with checkpoints are not returned). */
journey_end journey_run(wgcq_journey *j);
/* The next successful run; false: there is none, an error, or suspended. */
bool journey_next_result(wgcq_journey *j);
/* Restores the state's bytes before the first run. */
void journey_restore(wgcq_journey *j);
/* As restored, and before its first run again. */
void journey_rewind(wgcq_journey *j);
void journey_close(wgcq_journey *j);

/* The end of a run, or of a step that has failed, of a traced journey; returns how it ends: a
   result that the file had already counts as failed. */
journey_end tracing_run_end(wgcq_journey *j, journey_end end);
/* Before a run of an alternative of wgcq_interleave, and of what is nested in it (journey_turn.h);
   false: it is suspended. */
bool journey_turn_allows(struct journey_turn *turn, const wgcq_journey *who);

/* An error, which ends the journey; returns false. */
bool journey_error(wgcq_journey *j, wgcq_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void journey_free_groups(wgcq_journey *j); /* aggregates.c */
void journey_free_tables(wgcq_journey *j); /* tabled.c; of the outermost journey */
/* Whether the stack has room for another nested journey; an error where not. */
bool journey_has_stack(wgcq_journey *j);
/* The error of a call that is no function of the tables that it has read. */
bool journey_unfounded(wgcq_journey *j, const char *what);

/* A choice as wgcq_choose, of a count that may be any; false: the run does not continue. */
bool journey_choose(wgcq_journey *j, uint64_t count, uint64_t *which);
/* A choice that is a node of that kind in the tree. */
bool journey_choose_as(wgcq_journey *j, uint64_t count, uint64_t *which, tree_kind kind);

/* Before each run of a function or a step; false: the journey is suspended. */
static inline bool journey_allowed(wgcq_journey *j)
{
    if (!j->limits)
        return true;
    if (j->limits->turn ? journey_turn_allows(j->limits->turn, j)
                        : journey_limits_allow(j->limits, j->outer_depth + j->choice_count))
        return true;
    j->suspended = true;
    return false;
}

/* False, and an error of the journey: a caller's argument is NULL. */
static inline bool journey_given(wgcq_journey *j, bool given, const char *function,
                                 const char *argument)
{
    assert(j);
    return given || journey_error(j, WGCQ_EREQUEST, "%s: %s is NULL", function, argument);
}

/* Whether what the run does now is done for the first time, and is to be stored. */
static inline bool journey_is_traced(const wgcq_journey *j)
{
    return __builtin_expect(j->trace != NULL, 0) && j->choice_cursor == j->choice_count &&
           j->checkpoint_cursor == j->checkpoint_count;
}

/* The slow paths of the functions below, in journey.c and choice.c. */

bool journey_backtrack_slow(wgcq_journey *j, size_t floor);
bool journey_replay_error(wgcq_journey *j);
bool journey_after_failure(wgcq_journey *j);

/* Advances the last choice behind the first `floor` that has an alternative; false: there is none.
 */
static inline bool journey_backtrack(wgcq_journey *j, size_t floor)
{
    if (j->choice_count > floor) {
        choice *top = &j->choices[j->choice_count - 1];
        bool framed = j->checkpoint_count &&
                      j->checkpoints[j->checkpoint_count - 1].choices >= j->choice_count;
        if (!framed && top->index + 1 < top->bound) {
            top->index++;
            return true;
        }
    }
    return journey_backtrack_slow(j, floor);
}

/* Whether the run has replayed every earlier choice: no run has come by here before. */
static inline bool journey_is_fresh(const wgcq_journey *j)
{
    return j->choice_cursor == j->choice_count && j->checkpoint_cursor == j->checkpoint_count;
}

/* No run has come by, nor one that gave this journey its choices. */
static inline bool journey_is_first_run(const wgcq_journey *j)
{
    return journey_is_fresh(j) && !(j->source && j->source->taken < j->source->count);
}

/* As journey_is_fresh; an error where it has not. */
static inline bool journey_replayed(wgcq_journey *j)
{
    return journey_is_fresh(j) || journey_replay_error(j);
}

/* Whether the run continues; an error where it does not, in the checking mode. */
static inline bool journey_running(wgcq_journey *j)
{
    return !j->failed || journey_after_failure(j);
}

/* As a guard that is none of the function's own: it is not counted. */
static inline bool journey_fails_unless(wgcq_journey *j, bool holds)
{
    if (j->failed)
        return journey_running(j);
    if (!holds) {
        j->failed = true;
        j->rejection = NULL;
    }
    return holds;
}

/* Room for `wanted` elements of `size` bytes in *list, the address of a pointer; false: no memory,
   which is an error of the journey. */
static inline bool journey_reserve(wgcq_journey *j, void *list, size_t *room, size_t wanted,
                                   size_t size)
{
    return wanted <= *room || array_reserve(list, room, wanted, size) ||
           journey_error(j, WGCQ_EMEMORY, "out of memory");
}

#endif
