/*
 * strong_components.h - the strongly connected components of what plans visit (Tarjan, SIAM
 * Journal on Computing 1, 1972).
 */
#ifndef GRAPH_COUNTS_STRONG_COMPONENTS_H
#define GRAPH_COUNTS_STRONG_COMPONENTS_H

#include "graph/counts/plan_region.h"

/* Edges go from greater numbers to lesser ones, or stay in a component. */
typedef struct strong_components {
    uint32_t count;
    uint32_t *number; /* [states + 1], from 1; 0: in no plan */
    uint32_t
        *first; /* [count + 2]: members of c are member[first[c]] .. member[first[c + 1] - 1] */
    uint32_t *member; /* in the order of the states' numbers */
} strong_components;

/* The caller frees it, also after an error.  0, WGCQ_EMEMORY or WGCQ_EINTERRUPT. */
int strong_components_find(strong_components *out, const plan_region *region,
                           const wgcq_monitor *monitor, wgcq_error *err);
void strong_components_free(strong_components *c);

static inline uint32_t strong_component_size(const strong_components *c, uint32_t number)
{
    return c->first[number + (size_t)1] - c->first[number];
}

#endif
