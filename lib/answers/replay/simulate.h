/*
 * simulate.h - a plan followed by the texts of its moves alone.
 *
 * One text may lead to several states, so whoever follows is in all of them at once, each with what
 * was spent on the way; whatever else is known of a step narrows them down.
 */
#ifndef ANSWERS_REPLAY_SIMULATE_H
#define ANSWERS_REPLAY_SIMULATE_H

#include "answers/replay/reference_model.h"

typedef struct simulation {
    const reference_model *reference;
    unsigned costs;   /* that are summed up: the model's, or none */
    batch current;    /* the states it may be in; their `cost`, if any, is what was spent */
    batch successors; /* the moves of one of them                                       */
    batch rejected;   /* of the last step: refusals whose text was the one asked for, lane unused */
    strbuf line;
} simulation;

/* With costs what was spent tells apart ways to the same state; without, states are all that is
   followed. */
void simulation_begin(simulation *sim, const reference_model *reference, bool costs);
void simulation_free(simulation *sim);
/* Into every start. */
int simulation_enter_starts(simulation *sim, wgcq_error *err);
/* One step on; f->now is empty where no state has such a move. */
int simulation_step(simulation *sim, const char *move, wgcq_error *err);
/* Keeps only the states that are shown so, that cost so much (declared costs in order), that are
   goals.  An empty f->now is no error. */
int simulation_keep_shown(simulation *sim, const char *shown, wgcq_error *err);
void simulation_keep_spent(simulation *sim, const int64_t *spent);
int simulation_keep_goals(simulation *sim, wgcq_error *err);
/* Keeps the one that has these words. */
void simulation_keep_state(simulation *sim, const uint64_t *state);

#endif
