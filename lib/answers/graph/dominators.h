/*
 * dominators.h - what every way from a start to a goal must pass.
 *
 * Over the states that are reached and from which a goal can be reached, with one entry before all
 * starts and one exit behind all goals; with open states, behind those as well, since a way may go
 * on from there that the graph does not hold.
 */
#ifndef ANSWERS_GRAPH_DOMINATORS_H
#define ANSWERS_GRAPH_DOMINATORS_H

#include "answers/graph/graph_answers.h"

typedef struct dominators {
    uint32_t count;
    uint32_t *states; /* those that every way passes, in the order in which it does */
    uint64_t *edges;  /* [count]: the only edge from the one before to this one that is passed by
                         every way (a number into g->dst); UINT64_MAX: there is none            */
} dominators;

int dominators_find(dominators *out, const graph *g, const graph_back *back, const bool *open,
                    wgcq_error *err);
void dominators_free(dominators *d);

#endif
