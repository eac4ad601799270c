/*
 * climb.h - random candidates, and hill climbing from them, by a seed.
 *
 * The puzzle as it is comes first.  Each climb begins at a random candidate that has a plan: every
 * cell at random, or else ever fewer cells of the puzzle as it is.  Then one cell or a few change
 * at a time, or swap their values, and what is at least as good is gone on from, until a candidate
 * is wanted, or nothing better has come for a while.  The sequence of candidates depends on the
 * space, the seed, and the scores alone.
 */
#ifndef CLI_DESIGN_CLIMB_H
#define CLI_DESIGN_CLIMB_H

#include "design/design_space.h"

typedef struct candidate_score {
    bool playable; /* graded, with a plan */
    bool wanted;
    double value; /* the greater the better */
} candidate_score;

typedef enum tried { TRIED_NEW, TRIED_BEFORE, TRIED_NO_MORE } tried;

typedef struct climber {
    const design_space *space;
    uint64_t seed;
    /* Scores a candidate of space->cells choices, unless it was scored before, or the search is to
       end.  `climb` counts from 1; 0 is that of the puzzle as it is. */
    tried (*score)(void *self, uint64_t climb, const size_t *candidate, candidate_score *out);
    void *self;
} climber;

/* Climbs until `score` says no more; false: nothing new is drawn any longer. */
bool climber_run(const climber *c);

#endif
