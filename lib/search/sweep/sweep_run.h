/*
 * sweep_run.h - inside of a sweep.
 *
 *   sweep.c          levels, from the initial states to the end
 *   sweep_plans.c    how many shortest plans there are, and the least
 *   sweep_checks.c   invariants and deadlocks; the counterexample
 */
#ifndef SEARCH_SWEEP_SWEEP_RUN_H
#define SEARCH_SWEEP_SWEEP_RUN_H

#include "search/engine/speedup.h"
#include "search/levels/level_checks.h"
#include "search/levels/level_trail.h"
#include "search/sweep/kept_levels.h"
#include "search/sweep/sweep_back.h"
#include "search/sweep/sweep_owner.h"
#include "search/sweep/sweep_parallel.h"

typedef struct sweep_run {
    level_loop loop;
    engine *r;
    unsigned owner_bits; /* log2 of `owners` */
    size_t owners;       /* one, until a level is wide enough for several */
    sweep_owner *owner;
    sweep_parallel *parallel; /* NULL: no level was wide enough */
    bool alone;               /* there is one thread, or no memory for others */
    speedup speedup;          /* of rounds over batches */
    bool finders_take;        /* where nothing is traced: SWEEP_TO_FINDERS */
    sweep_dealing dealing;    /* in this level */
    sweep_level level;        /* being expanded */
    frontier joined;          /* room for the next, where there are several owners */
    size_t expanded;          /* states of the level */
    bool settled;             /* no successors wait to be taken */
    uint64_t states_before, edges_before, goals_before; /* figures when the level began */
    checks alone_checks;                                /* by the main thread */
    level_checks checks;                                /* where there is a target, all is traced */
    bool traced, counted; /* plans are counted: then all is traced, too, */
    bool waits;           /* or they will be, from the goals back        */
    bool asked_undirected;
    sweep_back back;
    level_trail trail;
    kept_levels kept; /* while a path to a violation may be wanted */
    source_buffer gathered;
    uint32_t *sources;
    size_t source_room;
} sweep_run;

/* ---- sweep.c ---- */

/* With a target in an engine that is open, else NULL. */
int sweep_open(void **self, engine *r, level_target *target);
void sweep_close(void *self);
/* Ways and origins in the next level become what they are with all that was found. */
int sweep_settle_next_level(sweep_run *s);

/* ---- sweep_plans.c ---- */

/* Whether past levels are there for a path. */
bool sweep_keeps_trail(const sweep_run *s);
/* The next level has the first goals, all of them where it is complete: their plans. */
int sweep_settle_plans(sweep_run *s, bool complete);
/* A level was completed.  Plans wait to be counted from the goals back, where that pays. */
int sweep_begin_waiting(sweep_run *s);

/* ---- sweep_checks.c ---- */

/* Sums up what all threads have found. */
void sweep_update_checks(sweep_run *s);
/* The level was expanded, as far as it is: depths and the counterexample of what it has. */
int sweep_settle_checks(sweep_run *s);

#endif
