/*
 * repeats.h - further ways to states of a level, until their places in it are known.
 *
 * A state that is new is given its place, its ways and its origin at once.  A state that was found
 * before may be one of this level, or of any level above.  Such repeats are put off.  Where there
 * are few, one pass over the level finds those that are in it, by a small filter first; where there
 * are many, a table of the level does, which grows with it.
 */
#ifndef SPACE_REPEATS_H
#define SPACE_REPEATS_H

#include "model/model.h"
#include "space/frontier.h"
#include "space/sets/level_table.h"

typedef struct repeats {
    unsigned words;
    size_t count;
    bigarray states;  /* [count][words] */
    bigarray sources; /* uint32_t [count]: indices in the level above */
    uint64_t settled; /* repeats that led to states of this level      */
    /* To settle them. */
    bool many;             /* the table has all of the level, or its states so far */
    level_table table;     /* or those that passed the filter                      */
    unsigned filter_shift; /* of a hash, so that the number of a bit is left       */
    bigarray filter;       /* a bit for each hash of a repeat                      */
} repeats;

/* None, without memory. */
repeats repeats_make(unsigned words);
void repeats_free(repeats *r);
/* Puts off states which[0..count) with their sources.  False: no memory. */
bool repeats_put_off(repeats *r, const uint64_t *states, const uint32_t *sources,
                     const uint32_t *which, size_t count);
/* Whether to settle them before the level is complete. */
bool repeats_are_many(const repeats *r, const frontier *level);
/* Adds the ways of all repeats that lead to the level, from states of the level above, to those of
   its states; where an origin comes behind a repeat's source by content, the source replaces it.
   None are left.  False: no memory. */
bool repeats_settle(repeats *r, const wgcq_model *model, frontier *level, const frontier *above);
/* The following states are another level's. */
void repeats_begin_level(repeats *r);
/* The most bytes that it holds until those of the level are settled. */
size_t repeats_memory(const repeats *r, const frontier *level);

#endif
