/*
 * follow.h - a plan followed by the texts of its moves alone.
 *
 * One text may lead to several states, so whoever follows is in all of them at once, each with what
 * was spent on the way; whatever else is known of a step narrows them down.
 */
#ifndef ANSWERS_FOLLOW_H
#define ANSWERS_FOLLOW_H

#include "answers/retold.h"

typedef struct follow {
    const retold *by;
    unsigned costs; /* that are summed up: the model's, or none */
    batch now;      /* the states it may be in; their `cost`, if any, is what was spent */
    batch told;     /* the moves of one of them                                       */
    batch refused;  /* of the last step: refusals whose text was the one asked for, lane unused */
    text line;
} follow;

/* With costs what was spent tells apart ways to the same state; without, states are all that is
   followed. */
void follow_begin(follow *f, const retold *by, bool costs);
void follow_free(follow *f);
/* Into every start. */
int follow_start(follow *f, wgcq_error *err);
/* One step on; f->now is empty where no state has such a move. */
int follow_step(follow *f, const char *move, wgcq_error *err);
/* Keeps only the states that are shown so, that cost so much (declared costs in order), that are
   goals.  An empty f->now is no error. */
int follow_shown(follow *f, const char *shown, wgcq_error *err);
void follow_spent(follow *f, const int64_t *spent);
int follow_goals(follow *f, wgcq_error *err);
/* Keeps the one that has these words. */
void follow_state(follow *f, const uint64_t *state);

#endif
