/*
 * fair_components.h - the components of the second phase in which a fair cycle goes; see lasso.h.
 */
#ifndef GRAPH_FAIR_FAIR_COMPONENTS_H
#define GRAPH_FAIR_FAIR_COMPONENTS_H

#include "graph/fair/lasso.h"

/* Marks in component [states + 1], which is 0 elsewhere: the states of each fair component with one
   number, and those that stay for ever with numbers of their own.  Only states that the second
   phase of `from` reaches are in any.  0, WGCQ_EMEMORY or WGCQ_EINTERRUPT. */
int fair_components_find(uint32_t *component, const lasso_query *q, const stems *from,
                         wgcq_error *err);

/* The most bytes that it takes meanwhile, but for those of actions. */
size_t fair_components_memory(uint32_t states);

/* Whether no edge leaves it, and that is known. */
static inline bool fair_component_stays(const lasso_query *q, uint32_t state)
{
    return graph_row(q->g, state) == graph_row_end(q->g, state) && !(q->bits[state] & STEM_OPEN);
}

#endif
