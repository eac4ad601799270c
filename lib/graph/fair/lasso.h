/*
 * lasso.h - a fair infinite path that violates a property: a stem, and a cycle behind it.
 *
 * A maximal path is infinite, or ends in a state without a successor, which then repeats for ever.
 * A counterexample has two phases, the second one infinite, and is fair: no weak action is enabled
 * in all its states from some state on and never taken again, and no strong one is enabled
 * infinitely often and taken finitely often.  For P and Q of the property, ENTER, STAY and VISIT of
 * the second phase (stems.h) are: `eventually` not P, not P, any, from the start on; `infinitely
 * often` not P, not P, any; `eventually always` any, any, not P; `leads to` P and not Q, not Q,
 * any.
 *
 * A fair cycle is in one strongly connected component (Tarjan, SIAM Journal on Computing 1, 1972).
 * A component in which a weak action is enabled in all states and taken by no edge has none; where
 * a strong action is enabled and taken by no edge, the states that enable it are removed, and the
 * rest is decomposed again (Emerson and Lei, Science of Computer Programming 8, 1987).  So the time
 * is linear with weak actions alone, and at most that times the number of strong ones and one.
 * lasso_memory says of how many bytes.
 */
#ifndef GRAPH_FAIR_LASSO_H
#define GRAPH_FAIR_LASSO_H

#include "graph/fair/stems.h"

/* Actions 0 .. count - 1: sets of labels. */
typedef struct fair_actions {
    uint32_t count;
    const bool *strong;    /* [count] */
    const uint32_t *first; /* [labels + 1] those of label m: of[first[m]] .. of[first[m + 1] - 1] */
    const uint32_t *of;
} fair_actions;

typedef struct lasso_query {
    const graph *g; /* closed */
    const fair_actions *fair;
    const uint8_t *bits; /* [states + 1], enum stem_bit */
    bool at_start;       /* the second phase is all of the path */
} lasso_query;

typedef struct lasso {
    bool found;
    uint32_t start;
    uint32_t stem, cycle; /* edges; no cycle: the last state stays */
    uint64_t *edges;      /* [stem + cycle], numbers of edges; malloc'd */
} lasso;

/* The stem has the fewest edges from a start to a state of a fair component in the second phase (of
   several states the one of least number).  The cycle is the shortest through that state where that
   is fair; else it goes to the nearest state or edge that satisfies an open fairness condition,
   time and again, and need not be the shortest.  out->edges is the caller's.  0, WGCQ_EMEMORY or
   WGCQ_EINTERRUPT. */
int lasso_find(lasso *out, const lasso_query *q, wgcq_error *err);
/* The most bytes that it takes of a graph of so many states, but for the path and the actions. */
size_t lasso_memory(uint32_t states);

#endif
