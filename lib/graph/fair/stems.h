/*
 * stems.h - shortest paths from the starts to every state, in two phases.
 *
 * The first phase goes along all states, the second along STAY states alone, from an ENTER state
 * on.  A path is in either; which edge led to a state is kept for each phase.
 */
#ifndef GRAPH_FAIR_STEMS_H
#define GRAPH_FAIR_STEMS_H

#include "graph/graph.h"

enum stem_bit {
    STEM_ENTER = 1, /* the second phase may begin here (where it is a STAY state, too) */
    STEM_STAY = 2,  /* it may go on here                        */
    STEM_VISIT = 4, /* its cycle has such a state                */
    STEM_OPEN = 8   /* what lies behind is not known: no path goes on */
};

#define STEM_UNREACHED UINT32_MAX

typedef struct stems {
    const graph *g;
    uint32_t *depth[2]; /* [states + 1] edges from a start, or STEM_UNREACHED */
    uint64_t *edge[2];  /* [states + 1] that led there, from the first phase with FROM_FIRST */
} stems;

/* `at_start`: all of it is the second phase; the first reaches nothing.  0, WGCQ_EMEMORY or
   WGCQ_EINTERRUPT; in each case stems_close follows. */
int stems_find(stems *out, const graph *g, const uint8_t *bits, bool at_start, wgcq_error *err);
void stems_close(stems *s);
/* The path to a state that the phase reaches, into edges [depth]; its start. */
uint32_t stems_path(const stems *s, int phase, uint32_t state, uint64_t *edges);

#endif
