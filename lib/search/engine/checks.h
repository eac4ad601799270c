/*
 * checks.h - states that violate an invariant or a bound, and forbidden deadlocks: how many, and
 * the nearest.
 *
 * The search marks states that violate some invariant; which ones they are is decided by the
 * model's second evaluator, which so confirms the mark.  Checks are numbered: the invariants in the
 * model's order, then deadlocks where they are forbidden: these are violations.  Behind them is one
 * for the bounds, where the model has some: nothing is wrong with states that lie beyond, but how
 * many there are, and the depth of the nearest, says how far the run proves anything.  Each thread
 * has its own figures, which are summed up.
 */
#ifndef SEARCH_ENGINE_CHECKS_H
#define SEARCH_ENGINE_CHECKS_H

#include "search/engine/engine.h"

typedef struct checks {
    size_t count;    /* 0: there is nothing to check */
    uint64_t *found; /* [count] violating states */
    uint64_t *least; /* [count][words]: of each, the least packed one, where there is one */
    bool *broken;    /* [count]: working memory */
} checks;

size_t checks_of(const wgcq_model *model);
size_t violations_of(const wgcq_model *model); /* the first of them */
bool is_deadlock_check(const wgcq_model *model, size_t check);
/* The violation with the nearest violation, where a level has so many violating states of each: the
   one of the least depth, then the first; a deadlock is found a level later, when it is expanded.
   `found` may be NULL: none are counted.  violations_of(model): there is none. */
size_t nearest_violation(const wgcq_model *model, const uint64_t *found);
/* None found.  False: no memory; safe to close all the same. */
bool checks_open(checks *c, const wgcq_model *model);
void checks_close(checks *c);

/* Takes a state that check number `check` counts. */
typedef void violation_action(void *self, size_t check, const uint64_t *state);
/* A state with its marks: each invariant that it violates, and the bounds.  `broken` has room for
   the invariants. */
int each_check(const wgcq_model *model, void *worker, const uint64_t *state, uint8_t marks,
               bool *broken, violation_action *act, void *self, wgcq_error *err);
/* Whole expansion x, whose successors are `found`: its deadlocks, where they are forbidden. */
int each_deadlock(const wgcq_model *model, void *worker, const expansion *x, const batch *found,
                  violation_action *act, void *self, wgcq_error *err);

/* Adds them to *c; deadlocks only where it was opened. */
int checks_add_state(checks *c, const wgcq_model *model, void *worker, const uint64_t *state,
                     uint8_t marks, wgcq_error *err);
int checks_add_deadlocks(checks *c, const wgcq_model *model, void *worker, const expansion *x,
                         const batch *found, wgcq_error *err);
void checks_add(checks *c, const checks *from, const wgcq_model *model);
/* Adds what `from` has, which has none then. */
void checks_join(checks *c, checks *from, const wgcq_model *model);
void checks_clear(checks *c);

#endif
