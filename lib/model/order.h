/*
 * order.h - what the depths of a run's states are, by the order of its search.
 */
#ifndef MODEL_ORDER_H
#define MODEL_ORDER_H

#include <stdbool.h>

#include "wgcq_base.h"

typedef enum order_depths {
    DEPTHS_BY_LEVEL, /* fewest moves from a start; they ascend with the numbers of the states */
    DEPTHS_OF_TREE,  /* in the tree of first discoveries */
    DEPTHS_DERIVED,  /* fewest moves from a start, computed on the graph after the search */
} order_depths;

order_depths order_depths_of(wgcq_order order);
/* By the name that a file stores.  A name that no order has, or NULL: DEPTHS_DERIVED. */
order_depths order_depths_named(const char *name);
/* Whether states are ordered by an estimate, too. */
bool order_needs_estimate(const char *name);

#endif
