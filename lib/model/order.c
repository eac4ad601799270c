/* order.c - the orders of a search: their names, and what the depths of their runs are. */
#include "model/order.h"

#include <string.h>

typedef struct order_entry {
    const char *name;
    order_depths depths;
    bool needs_estimate;
} order_entry;

static const order_entry orders[] = {
    [WGCQ_BREADTH_FIRST] = {"breadth-first", DEPTHS_BY_LEVEL, false},
    [WGCQ_DEPTH_FIRST] = {"depth-first", DEPTHS_OF_TREE, false},
    [WGCQ_CHEAPEST] = {"cheapest", DEPTHS_DERIVED, false},
    [WGCQ_BEST_FIRST] = {"best-first", DEPTHS_DERIVED, true},
    [WGCQ_A_STAR] = {"a-star", DEPTHS_DERIVED, true},
    [WGCQ_BOTH_ENDS] = {"both-ends", DEPTHS_BY_LEVEL, false},
    [WGCQ_IDA_STAR] = {"ida-star", DEPTHS_DERIVED, true},
};
enum { ORDERS = sizeof orders / sizeof *orders };

const char *wgcq_order_name(wgcq_order order)
{
    return (size_t)order < ORDERS ? orders[order].name : NULL;
}

order_depths order_depths_of(wgcq_order order)
{
    return (size_t)order < ORDERS ? orders[order].depths : DEPTHS_DERIVED;
}

order_depths order_depths_named(const char *name)
{
    for (size_t i = 0; name && i < ORDERS; i++)
        if (!strcmp(name, orders[i].name))
            return orders[i].depths;
    return DEPTHS_DERIVED;
}

bool order_needs_estimate(const char *name)
{
    for (size_t i = 0; name && i < ORDERS; i++)
        if (!strcmp(name, orders[i].name))
            return orders[i].needs_estimate;
    return false;
}
