/*
 * engine.h - what every search order shares: expand states, insert their successors, make rows.
 *
 *   expand.c          the successors of states, as many as there is memory for
 *   engine.c          inserting them, making rows
 *   limits.c          time, memory, progress: what ends a run early
 *   workers.c         the threads of a run; thread_pool.c
 *   crew.c            they expand a batch together, in pieces;
 *   spelled.c         and spell the texts of new states
 *   search_request.h  options and result of a search
 *
 * The orders are search/breadth_first.c, depth_first.c, best_first.c; sweep/ with --trace none;
 * spill/ where that does not fit in memory.
 *
 * A strategy decides which states are expanded next (engine_begin).  engine_next calls the model,
 * adds a slice of the successors to the visited set, marks the new ones, puts their rows together,
 * and notices a goal or a limit.  The strategy's step then returns, and the search hands the rows
 * over before it continues.  `stopped` says that no more states are to be expanded; how the run
 * ended is in the result.
 *
 * One state can have millions of successors.  So an expansion has a memory budget and polls the
 * limits while it runs (limits_poll), and its successors are inserted a slice at a time.
 */
#ifndef SEARCH_ENGINE_H
#define SEARCH_ENGINE_H

#include <time.h>

#include "base/containers/bigarray.h"
#include "model/row_batch.h"
#include "search/engine/search_request.h"
#include "space/visited.h"

/* States to expand. */
typedef struct expansion {
    const uint64_t *states;
    size_t count;
    const uint32_t *number; /* of each; NULL: first, first + 1, ... */
    uint32_t first;
    uint32_t depth;
    const uint32_t *depths; /* of each, where they differ; NULL: all are `depth` deep; then
                               needs_numbers is set */
    bool reexpansion;       /* they were expanded before: their edges were reported then */
} expansion;

typedef struct engine {
    const struct strategy *strategy;
    const wgcq_model *model;
    const search_options *options;
    const wgcq_monitor *monitor; /* may be NULL */
    wgcq_error *err;
    search_result *result;

    void *worker;
    unsigned wants;     /* of every expansion                             */
    bool needs_numbers; /* `numbers` is to be filled in */
    bool needs_marks;   /* new states are classified */
    bool needs_finals;  /* of new goals the final costs are found */
    bool stopped;
    bool memory_full;     /* why it is stopped */
    bool violation_found; /* a state that violates an invariant, or is a forbidden deadlock */

    /* Called after each slice of successors was inserted; the members from `successors` on describe
       it.  May be NULL.  0 or a negative code. */
    int (*on_slice)(void *self, const expansion *x);
    void *on_slice_self;

    /* A run with several threads: */
    void *crew;
    /* Finds the successors of x, all of them or none. */
    bool (*expand_together)(void *crew, const expansion *x);
    /* Adds texts to the rows of new states; NULL: none are wanted. */
    void (*add_texts)(void *crew, state_rows *rows);
    size_t crew_memory;
    double seconds_a_state; /* of expanding, by one thread */

    visited visited;
    budget budget;      /* of an expansion by the calling thread */
    size_t max_sources; /* states expanded in one call of the model          */
    bool resumable;     /* the caller may continue after an interrupt        */

    /* The expansion that was begun, and the part of it whose successors are being inserted. */
    expansion whole, part;            /* part.count 0: none                           */
    bool expanding;                   /* engine_next has more to do                   */
    bool part_inserted;               /* but for the rows of its rejections           */
    size_t done;                      /* of whole's states, before the part           */
    size_t at;                        /* of the part's successors: inserted so far    */
    size_t rejected_at, rejected_end; /* of its rejections: those left to hand over  */

    batch successors;    /* of the last expansion, or a slice of them         */
    size_t inserted;     /* successors inserted: all, unless a limit was met  */
    size_t sources_done; /* states whose successors were all inserted: of the part, in the end
                            of the whole expansion */
    struct {
        uint64_t *state; /* the packed state that a limit cut short; NULL: none */
        size_t edges;    /* of its successors, in order, so many are inserted   */
    } cut;
    uint32_t first_new; /* number of the first new state; the others follow */
    size_t new_count;
    uint8_t *marks;    /* of the new states                                 */
    uint32_t *numbers; /* of the successors, if needed                      */
    uint32_t *sources; /* of the successors                                 */
    uint32_t *rejected_sources;
    size_t stuck_count;
    uint32_t stuck[MODEL_BATCH]; /* numbers of the part's states without successors */
    uint32_t *depths;            /* of the new states, where their rows or the strategy need them */
    int64_t *finals;             /* of the new states, model->finals each, where they are needed */
    size_t marks_room, finals_room, numbers_room, sources_room, rejected_sources_room, depths_room;
    row_batch rows; /* that this step hands over */

    /* For limits.c; strategies keep the first three up to date. */
    uint64_t frontier;
    size_t own_memory;  /* bytes the strategy holds */
    uint64_t own_files; /* bytes of its files        */
    uint64_t expected;  /* states that it may come to; 0: no estimate */
    uint32_t depth;
    const char *phase; /* NULL: exploring */
    struct timespec began;
    double progress_at;       /* seconds: when the monitor was last called  */
    double checked_at;        /* seconds: when limits_poll last checked     */
    size_t text_bytes_before; /* bytes of labels when the run began */
    unsigned states_since_pause, states_since_check;

    /* Left to the beginning of the next step, when the receiver has the rows of this one. */
    size_t unchecked; /* states expanded since limits were checked */
    bool level_ended; /* a good moment for a pause                 */

    unsigned states_since_due; /* of a sweep: expanded since limits were checked */
    unsigned check_states;     /* between two checks of a sweep */
    size_t checked_memory;     /* own_memory at the last one    */
} engine;

/* A copy of states that cannot be expanded where they lie. */
typedef struct source_buffer {
    bigarray states;
    uint32_t number[MODEL_BATCH];
} source_buffer;

int engine_open(engine *r, unsigned wants);
void engine_close(engine *r);

/* The initial states into r->successors; WGCQ_ERUN where there is none.  None are there where the
   run was stopped. */
int engine_find_initial_states(engine *r);
/* The states first..first + count - 1 of *x, MODEL_BATCH at most, become those that are no end
   states, of so many words; `marks` NULL: all.  Any thread.  False: no memory. */
bool engine_leave_out_ends(expansion *x, source_buffer *into, const uint8_t *marks, unsigned words);
/* The successors of as many of x's states, from the first on, as there is memory for, into
   r->successors; *x becomes these states.  False: none, with an error in *code, or 0 where the run
   was stopped. */
bool engine_find_successors(engine *r, expansion *x, int *code);
/* How many states to expand at once, so that successors take about so many bytes: fewer than
   `sources` where those of the `done` states before took more, whose memory is freed then; more
   where they took far less. */
size_t engine_fit_sources(engine *r, size_t sources, size_t done, size_t bytes);
enum { SOURCES_FIRST = 64 }; /* where nothing is known yet */
/* 0 where the initial states are the first ones of an earlier run; else WGCQ_ERUN. */
int engine_check_starts(engine *r, const search_past *past);
/* Inserts the initial states as numbers 1..result->starts; WGCQ_ERUN where there is none. */
int engine_add_initial_states(engine *r);
/* Begins to expand x's states; engine_next continues while r->expanding.  What x points to
   stays until then. */
void engine_begin(engine *r, const expansion *x);
/* Inserts the next slice of their successors, those of as many states together as the memory of
   these calls for, and makes its rows.  At the end r->sources_done states are done, fewer than x's
   only where the run was stopped: of a state whose expansion was cut short nothing is inserted. */
int engine_next(engine *r);
/* The memory budget of an expansion of `count` states by one of `shares` threads.  That of several
   states is kept small: where it is exceeded, the expansion is repeated with fewer states. */
budget engine_budget(const engine *r, size_t count, unsigned shares);
void engine_stop(engine *r, search_end end);

/* The number of x's state `lane`. */
static inline uint32_t expansion_number(const expansion *x, size_t lane)
{
    return x->number ? x->number[lane] : x->first + (uint32_t)lane;
}

/* ---- the strategies ---- */

/* One search order.  A new order by cost is a row in search.c, a key function and a strategy in
   best_first.c, a declaration in strategies.h, and its name in names.c. */
typedef struct strategy {
    order_traits traits;
    int (*open)(void **self, engine *r); /* inserts the initial states; *self also on failure */
    int (*step)(void *self);             /* 0: there is more to do; WGCQ_DONE: all is explored */
    int (*finish)(void *self);           /* once, at the end: what is proved, and a plan */
    void (*frontier_bound)(const void *self, search_bound *out); /* NULL: gives none */
    void (*close)(void *self);
    /* Orders by a key: that of a state, from its least cost so far ([width], compared from the
       left) and its estimate (0 where the order needs none). */
    void (*key)(int64_t *key, const int64_t *cost, unsigned width, int64_t estimate);
} strategy;

#endif
