/*
 * simulate.h - a plan simulated from the texts of its moves alone.
 *
 * One text may lead to several states, so the simulation is in a set of states, like a
 * nondeterministic automaton, each with the costs of its path; what else is stored of a step
 * filters the set.
 */
#ifndef ANSWERS_REPLAY_SIMULATE_H
#define ANSWERS_REPLAY_SIMULATE_H

#include "answers/replay/reference_model.h"

typedef struct simulation {
    const reference_model *reference;
    unsigned costs;   /* that are summed: the model's, or none                                  */
    batch current;    /* the states it may be in; their `cost`, if any, is that of the path     */
    batch successors; /* of one of them                                                         */
    batch rejected;   /* rejections of the last step's move text; lanes are unused              */
    strbuf line;
} simulation;

/* With costs, paths of different costs to the same state are distinguished. */
void simulation_begin(simulation *sim, const reference_model *reference, bool costs);
void simulation_free(simulation *sim);
/* To the set of all starts. */
int simulation_enter_starts(simulation *sim, wgcq_error *err);
/* To all successors by moves of that text; sim->current is empty where there are none. */
int simulation_step(simulation *sim, const char *move, wgcq_error *err);
/* The plan ends here: adds to the costs of each goal what a plan costs that ends there. */
int simulation_end(simulation *sim, wgcq_error *err);
/* Keep only the states that are shown so, whose paths cost so much (declared costs in order), that
   are goals.  An empty set is no error. */
int simulation_keep_shown(simulation *sim, const char *shown, wgcq_error *err);
void simulation_keep_spent(simulation *sim, const int64_t *spent);
int simulation_keep_goals(simulation *sim, wgcq_error *err);
/* Keeps only this packed state. */
void simulation_keep_state(simulation *sim, const uint64_t *state);

#endif
