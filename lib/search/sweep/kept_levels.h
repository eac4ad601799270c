/*
 * kept_levels.h - the levels of a sweep, whole, as long as they take little memory.
 *
 * Where a state violates something, the path to it is found by expanding them once more, the last
 * one first: the state before is the least of its level that leads to the next (level_plan.h).  So
 * a small run need not explore everything again.
 */
#ifndef SEARCH_SWEEP_KEPT_LEVELS_H
#define SEARCH_SWEEP_KEPT_LEVELS_H

#include "search/engine/engine.h"
#include "search/sweep/sweep_level.h"

typedef struct kept_levels {
    unsigned words;
    size_t most;     /* bytes; 0: nothing is kept, or not any more */
    bigarray states; /* expanded states, level by level */
    bigarray ends;   /* size_t [count]: the number of states to the end of each level */
    size_t count;    /* number of levels */
} kept_levels;

kept_levels kept_levels_make(unsigned words, size_t most);
void kept_levels_free(kept_levels *k); /* keeps nothing from then on */
size_t kept_levels_memory(const kept_levels *k);
/* Adds room for the level, whose parts are then filled in, each by any thread.  False: it is too
   large, or there is no memory, and all are freed. */
bool kept_levels_add(kept_levels *k, const sweep_level *level);
void kept_levels_fill(kept_levels *k, const sweep_level *level, size_t part);
/* The path of that length to `end`, whose level is the last one kept or the next.  Where the run is
   stopped meanwhile there is none.  0 or a code. */
int kept_levels_find_path(const kept_levels *k, engine *r, search_path *path, uint32_t length,
                          const uint64_t *end);

#endif
