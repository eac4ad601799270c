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
 *   journey.c             runs, backtracking       iterator.c        results one at a time
 *   choice.c              choose, guard, move      result_buffer.c   distinct and ordered results
 *   checkpoint.c          loops in deep journeys   c_model.c         models made of C functions
 *   subquery.c            journeys in journeys     c_moves.c         the moves they add
 *   determinism_check.c   the checking mode        model_moves.c     moves written as journeys
 *                                                  c_layout.c        C states to packed states
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
#include "wgcq.h"

typedef struct choice {
    uint64_t index;
    uint64_t bound; /* index < bound; less than `count` after a cut */
    uint64_t count;
} choice;

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
    const void *self; /* of the C model, or NULL */
    void *state;
    size_t size;
    unsigned char *initial; /* the state's bytes before the first run */

    choice *choices;
    size_t choice_count, choice_room, choice_cursor;
    size_t cut_floor; /* choices that wgcq_cut leaves alone: made before the innermost function
                         began */

    checkpoint *checkpoints;
    unsigned char *checkpoint_states; /* size bytes each */
    size_t checkpoint_count, checkpoint_room, checkpoint_cursor;

    const char **moves;
    size_t move_count, move_room;
    int64_t cost;
    const char *rejection; /* the name of the guard that failed, or NULL */

    bool failed;            /* this run has failed                            */
    bool started;           /* run at least once                              */
    bool no_checkpoints;    /* every run begins at the start                  */
    bool checking;          /* a call after the failure is an error           */
    int code;               /* 0, or the error that ended it, which is in *err */
    wgcq_error *err;        /* borrowed; may be NULL                          */
    wgcq_journey *subquery; /* of journeys inside of this one, or NULL        */
};

/* How a run ended. */
typedef enum journey_end {
    JOURNEY_ARRIVED,
    JOURNEY_FAILED,
    JOURNEY_EXHAUSTED /* all choices are exhausted, or there was an error: see code */
} journey_end;

/* Sets up a journey, all zero at first, and saves the state's bytes; false: no memory, which is an
   error of the journey.  Can be called again for another function, and reuses the memory. */
bool journey_open(wgcq_journey *j, wgcq_journey_fn *fn, void *state, size_t size);
/* The next run, successful or not (failures within a loop with checkpoints are not returned). */
journey_end journey_run(wgcq_journey *j);
/* The next successful run; false: there is none, or an error. */
bool journey_next_result(wgcq_journey *j);
/* Restores the state's bytes before the first run. */
void journey_restore(wgcq_journey *j);
void journey_close(wgcq_journey *j);

/* An error, which ends the journey; returns false. */
bool journey_error(wgcq_journey *j, wgcq_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* False, and an error of the journey: a caller's argument is NULL. */
static inline bool journey_given(wgcq_journey *j, bool given, const char *function,
                                 const char *argument)
{
    assert(j);
    return given || journey_error(j, WGCQ_EREQUEST, "%s: %s is NULL", function, argument);
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

/* Whether the run has replayed every earlier choice; an error where not. */
static inline bool journey_replayed(wgcq_journey *j)
{
    return (j->choice_cursor == j->choice_count && j->checkpoint_cursor == j->checkpoint_count) ||
           journey_replay_error(j);
}

/* Whether the run continues; an error where it does not, in the checking mode. */
static inline bool journey_running(wgcq_journey *j)
{
    return !j->failed || journey_after_failure(j);
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
