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
    STEM_ENTER = 1, /* a STAY state in which the second phase may begin */
    STEM_STAY = 2,  /* allowed in the second phase                      */
    STEM_VISIT = 4, /* the cycle has at least one such state            */
    STEM_OPEN = 8   /* not expanded: its successors are not all there, and no path goes on */
};

#define STEM_UNREACHED UINT32_MAX

typedef struct stems {
    const graph *g;
    uint32_t *depth[2]; /* [states + 1] edges from a start, or STEM_UNREACHED */
    uint64_t *edge[2];  /* [states + 1] that led there, from the first phase with FROM_FIRST */
} stems;

/* Bytes of the arrays above. */
size_t stems_memory(uint32_t states);
/* `at_start`: all of it is the second phase; the first reaches nothing.  0, WGCQ_EMEMORY or
   WGCQ_EINTERRUPT; in each case stems_close follows. */
int stems_find(stems *out, const graph *g, const uint8_t *bits, bool at_start, wgcq_error *err);
void stems_close(stems *s);
/* The path to a state that the phase reaches, into edges [depth]; its start. */
uint32_t stems_path(const stems *s, int phase, uint32_t state, uint64_t *edges);

#endif
