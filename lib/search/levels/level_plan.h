/*
 * level_plan.h - one plan of a search, chosen by content, back through its levels.
 *
 * A shortest plan ends in the goal of the least packed state, and each state on it is the least
 * packed one of the level above that leads to the next.  So it depends neither on the order in
 * which states were found nor on the number of threads or ranks.  Where the states of past levels
 * are, a level_source knows: kept with what they were found from, or to be expanded again.  Steps
 * that it leaves out are found by exploring from the state before them alone: a path of just that
 * length is a shortest one, whatever else its states are.
 */
#ifndef SEARCH_LEVELS_LEVEL_PLAN_H
#define SEARCH_LEVELS_LEVEL_PLAN_H

#include "search/engine/engine.h"

typedef struct level_plan {
    engine *r;
    search_path *path; /* of the result */
    uint32_t step;     /* the state of this step is known, and the source has come so far */
    bool *known;       /* [length + 1] steps */
} level_plan;

typedef struct level_source {
    void *self;
    /* Puts the state of an earlier step than p->step, which that step becomes.  0 or a negative
       code; where the run is stopped, it may do nothing. */
    int (*back)(void *self, level_plan *p);
} level_source;

static inline uint64_t *level_plan_state(const level_plan *p, uint32_t step)
{
    return p->path->states + step * (size_t)p->r->model->words;
}

/* Room for a path of `length` moves.  0 or WGCQ_EMEMORY; closed also then. */
int level_plan_begin(level_plan *p, engine *r, search_path *path, uint32_t length);
/* The state of that step, from which the ones before are looked for; it may be in its place. */
void level_plan_put(level_plan *p, uint32_t step, const uint64_t *state);
/* From p->step back to the first. */
int level_plan_walk_back(level_plan *p, const level_source *from);
/* Adds the states that the source left out, and the moves: of several between two states the
   cheapest by the `width` costs `by` (-1 for moves), then the one whose label comes first. */
int level_plan_finish(level_plan *p, const int *by, size_t width);
/* The path stays. */
void level_plan_close(level_plan *p);
/* All of this, to the state `end`. */
int level_plan_find(engine *r, search_path *path, uint32_t length, const uint64_t *end,
                    const level_source *from);
/* The result's plan to `goal` by parent[number - 1], which is 0 for an initial state. */
int level_plan_by_parents(engine *r, const uint32_t *parent, uint32_t goal, const int *by,
                          size_t width);

/* How many shortest plans there are: a number of so many words, the first the least significant,
   into the result. */
int level_plan_set_count(engine *r, const uint64_t *limb, size_t limbs);

/* For states that were just expanded, into r->successors: the least that leads to `to` becomes
 *best, unless that is less; *any: there is one. */
void level_plan_choose(const engine *r, const uint64_t *states, const uint64_t *to, uint64_t *best,
                       bool *any);
/* The error where none does. */
int level_plan_lacks_successor(const engine *r);

#endif
