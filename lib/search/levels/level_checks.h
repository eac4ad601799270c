/*
 * level_checks.h - what a search by levels finds of invariants and deadlocks, and the nearest.
 *
 * Which violation is shown depends on content alone: the first check of those of the least depth,
 * and the least packed state that violates it.  The path to it leads through the levels that the
 * search keeps.  Where it keeps none, as that takes more memory or several times as long, all
 * levels up to the violation are explored again, and kept: a search for a target.
 */
#ifndef SEARCH_LEVELS_LEVEL_CHECKS_H
#define SEARCH_LEVELS_LEVEL_CHECKS_H

#include "search/engine/checks.h"
#include "search/levels/level_loop.h"

/* A state that violates a check, and its depth. */
typedef struct level_target {
    size_t check;
    const uint64_t *state;
    uint32_t depth;
    size_t memory_beside; /* bytes that the search which met the error holds meanwhile */
    bool found;           /* its path is there */
} level_target;

typedef struct level_checks {
    checks found;     /* all of the level that is explored, and of the next */
    uint64_t *before; /* [checks] violating states when the level began */
    bool wants_path;  /* no counterexample was shown yet */
    level_target
        *target; /* NULL: all is explored; else until it is found, and nothing is checked */
} level_checks;

/* How a driver comes to the path of a violation, as the result's counterexample.  What `self` and
   `again` point to begins with a level_loop. */
typedef struct violation_paths {
    /* In the levels that are kept. */
    int (*find)(void *self, size_t check, const uint64_t *state);
    /* A search in an engine that is open, whose levels are kept until the target is found. */
    int (*open)(void **again, engine *r, level_target *target);
    void (*close)(void *again);
} violation_paths;

/* Checks nothing where there is a target, which the caller has set.  `in_level` and `in_next` are
   opened too, for what the search itself finds: where states are expanded, and where they are
   taken.  False: no memory. */
bool level_checks_open(level_checks *c, checks *in_level, checks *in_next, const engine *r);
void level_checks_close(level_checks *c);
/* Into the result's figures. */
void level_checks_update(const level_checks *c, search_result *out);
/* The level was expanded, as far as it is: depths and the counterexample of what it has.  `keeps`:
   past levels are there. */
int level_checks_settle(level_checks *c, void *self, const violation_paths *paths, bool keeps);

#endif
