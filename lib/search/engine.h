/*
 * engine.h - what every control strategy shares: expand some states, take in what comes of it.
 *
 * A strategy decides which states are expanded next.  engine_explore asks the model, adds the
 * successors to the states seen, marks the new ones, tells the observer (engine_notify), and
 * notices a goal or a limit.  `over` says that the strategy should stop; how it ended stands in the
 * result.
 *
 * One state can have millions of successors.  So an expansion has a budget of memory, and looks at
 * the limits while it is under way (limits_within); what one gave is taken in a slice at a time.
 */
#ifndef SEARCH_ENGINE_H
#define SEARCH_ENGINE_H

#include <time.h>

#include "base/containers/bigarray.h"
#include "search/search.h"
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
    bool reexpansion;       /* they were expanded before: their edges are not told twice */
} expansion;

typedef struct engine {
    const wgcq_model *model;
    const search_options *options;
    const observer *observer;    /* with no functions where nobody looks on */
    const wgcq_monitor *monitor; /* may be NULL */
    wgcq_error *err;
    search_result *result;

    void *worker;
    unsigned wants;     /* of every expansion                             */
    bool needs_numbers; /* `numbers` is filled in                         */
    bool needs_marks;   /* states are classified                          */
    bool stopped;

    /* Called for every slice of successors that was taken in, described by what follows, from
       `found` on; NULL: not.  0 or a negative code. */
    int (*on_slice)(void *self, const expansion *x);
    void *on_slice_self;

    visited visited;
    batch successors;     /* what the newest expansion gave, or a slice of it  */
    budget budget;        /* of an expansion by the calling thread             */
    size_t max_sources;   /* states that are expanded at once                  */
    bool resumable;       /* the caller may go on after an interrupt           */
    const uint32_t *tags; /* hashes of the successors, where another thread made them; or NULL */
    size_t on_batch;      /* successors taken in: all of them but for a limit  */
    size_t sources_done;  /* states whose successors were all taken in         */
    uint32_t first_new;   /* the new states: fresh, fresh + 1, ...             */
    size_t new_count;
    uint8_t *marks;    /* of the new states                                 */
    uint32_t *numbers; /* of the successors, if needed                      */
    uint32_t *sources; /* of the successors, and of the refusals            */
    uint32_t *depths;  /* of the new states, where an observer or the strategy wants them */
    size_t marks_room, numbers_room, sources_room, depths_room;

    /* For limits.c; strategies keep the first two up to date. */
    uint64_t frontier;
    size_t own_memory; /* bytes the strategy holds */
    uint32_t depth;
    struct timespec began;
    double progress_at;
    double checked_at;        /* seconds: when limits_within last looked */
    size_t text_bytes_before; /* bytes of texts of moves when the run began */
    unsigned states_since_pause, states_since_check;
} engine;

/* Where states are put that are not to be expanded where they lie. */
typedef struct source_buffer {
    bigarray states;
    uint32_t number[MODEL_BATCH];
} source_buffer;

/* Says which of the states first..first + count - 1, MODEL_BATCH at most, are to be expanded: those
   that are no end.  False: no memory. */
typedef bool gather_sources_fn(const void *self, source_buffer *into, uint32_t first, size_t count,
                               expansion *x);

/* A level of a breadth-first run, for those who explore it by several threads. */
typedef struct level_callbacks {
    void *self;
    gather_sources_fn *gather; /* any thread */
    /* After each batch, in their order; the calling thread. */
    int (*on_batch)(void *self, const expansion *x, uint32_t first, size_t count);
} level_callbacks;

int engine_open(engine *r, unsigned wants);
void engine_close(engine *r);

/* Takes in the starts, numbers 1..out->starts; a run without any is an error. */
int engine_add_initial_states(engine *r);
/* Expands x's states and takes in what comes of it, in as many parts as their successors' memory
   calls for.  r->lanes: so many of them were done with, fewer than all only where the run is over:
   what there was of a state that could not be expanded to its end is not taken in. */
int engine_expand(engine *r, const expansion *x);
/* What was expanded, all of it in r->found, is taken in, in slices. */
int engine_insert(engine *r, const expansion *x);
/* What an expansion may take: where it is of `count` states, a share of the memory, so that it ends
   soon and is tried again with fewer.  Several threads: each a budget of its own. */
budget engine_budget(const engine *r, size_t count, unsigned shares);
/* The last part of engine_insert, for successors that were added to the states seen by other means:
   found, taken, lanes, fresh, fresh_count, and as needed marks and numbers say what came of it. */
int engine_notify(engine *r, const expansion *x);

void engine_stop(engine *r, search_end end);

/* The number of lane `lane` of x. */
static inline uint32_t expansion_number(const expansion *x, size_t lane)
{
    return x->number ? x->number[lane] : x->first + (uint32_t)lane;
}

/* ---- the strategies ---- */

/* One control strategy: what it does between two looks from outside.  The model's answers lie in
   the run, all else is its own. */
typedef struct strategy {
    int (*open)(void **self, engine *r); /* the starts are taken in; *self as far as it came */
    int (*step)(void *self);   /* 0: there is more to do; WGCQ_DONE: all is done          */
    int (*finish)(void *self); /* once, when it is over: what is proved, and a plan       */
    void (*frontier_bound)(const void *self, search_bound *out); /* NULL: it does not go by costs */
    void (*close)(void *self);
} strategy;

extern const strategy breadth_first, depth_first, best;

#endif
