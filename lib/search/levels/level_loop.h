/*
 * level_loop.h - the loop of all searches by levels.
 *
 * A level is explored, some of its states a step; then what was found and is new turns into the
 * level.  Where states are - in memory, with numbers or without, in files, in several processes -
 * and where successors go is the driver's: breadth_first.c, sweep/, ranks/, spill/, spill_rows/.
 * The loop knows when a run stops before a level, what is proved, the depth of the first goals, and
 * a lower bound on plans that are not found yet.
 */
#ifndef SEARCH_LEVELS_LEVEL_LOOP_H
#define SEARCH_LEVELS_LEVEL_LOOP_H

#include "search/engine/engine.h"

#define BEFORE_LEVELS UINT32_MAX /* the depth before initial states become the first level */

/* How many states a level has, or has left where it is resumed; how many of them are end states,
   which are not expanded. */
typedef struct level_size {
    uint64_t states, ends;
} level_size;

/* Each function returns 0, or a code that ends the search: WGCQ_DONE where it was stopped. */
typedef struct level_driver {
    /* Explores some of the level.  *done becomes true when all of it was, and what was found is
       taken in. */
    int (*explore)(void *self, bool *done);
    /* The states that were found become the level, whose depth is one more than it was, and whose
       size is left in the loop. */
    int (*turn)(void *self);
    /* Before the level's first state is explored; NULL: nothing is to be done. */
    int (*begin)(void *self);
    /* Whether any of its states is to be expanded; NULL: its size says so. */
    bool (*leads_on)(const void *self);
} level_driver;

/* The first member of what a driver holds. */
typedef struct level_loop {
    engine *r;
    const level_driver *driver;
    uint32_t depth; /* of the level; BEFORE_LEVELS: initial states are found */
    level_size has; /* the level, in all ranks */
    bool explored;  /* it is, whole; what was found is to become the level */
    bool over;
    uint32_t proved; /* so many levels were explored whole */
    bool has_goals;
    uint32_t goal_depth; /* of the first of them */
    int64_t bound;       /* least moves of a plan that is not found yet */
} level_loop;

/* With the initial states found, or about to be. */
level_loop level_loop_make(engine *r, const level_driver *driver);
/* As if the level before `depth`, and all above it, had just been explored. */
void level_loop_restore(level_loop *l, uint32_t depth);
/* The states of `depth` are the level already, whose size is there.  0, or as a driver's. */
int level_loop_begin_at(level_loop *l, uint32_t depth);
/* The first goals are of that depth. */
void level_loop_set_goals(level_loop *l, uint32_t depth);

/* A strategy's step and bound; `self` is what the driver holds. */
int level_loop_step(void *self);
void level_loop_bound(const void *self, search_bound *out);

/* At the end, where `proved` levels were explored whole: fills in the fewest moves to a goal.  All
   levels above that of the first goals were expanded without finding one.  True: all of its plans
   are known too, as its level is complete, and all starts are there. */
bool level_loop_end(level_loop *l, uint32_t proved);

#endif
