/*
 * difficulty.h - measures of how hard a puzzle is, as means over its shortest plans and shares of
 * its states; wgcq-query(1) defines them, with their sources.
 */
#ifndef GRAPH_COUNTS_DIFFICULTY_H
#define GRAPH_COUNTS_DIFFICULTY_H

#include "graph/counts/plan_traffic.h"

/* NAN, or 0 of a number: there is no plan. */
typedef struct difficulty {
    plan_traffic traffic; /* of the shortest plans */
    bool found;
    uint32_t length;
    char *plans;         /* how many, in decimal */
    double branching;    /* moves that lead to other states, a step */
    double forced;       /* steps without a choice, a plan */
    uint32_t divergence; /* moves that all plans begin with */
    double dead_ends;    /* share of the states */
    double traps;        /* moves into dead ends that are passed, a plan */
    uint32_t trap_depth; /* moves from the last state that has a way to a goal, at most */
} difficulty;

/* Measures a complete graph; the caller frees *out, also after an error. */
int difficulty_measure(difficulty *out, const graph *g, const reversed_graph *back,
                       wgcq_error *err);
void difficulty_free(difficulty *d);

#endif
