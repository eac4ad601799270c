/*
 * run_layout.c - how the rows of one run lie in its tables.
 *
 * A breadth-first search expands states in the order of their numbers, so its edges are sorted by
 * source as they come, and need no index on it. Other orders do not.
 */
#include "trace/schema/run_layout.h"

#include "model/order.h"

run_layout run_layout_of(int format, const char *order, int64_t run)
{
    order_depths depths = order_depths_named(order);
    run_layout out = {.run = run,
                      .depth_searched = depths != DEPTHS_DERIVED,
                      .edges_clustered = format > FORMAT_OLDEST && depths == DEPTHS_BY_LEVEL,
                      .dst = 1,
                      .move = 2,
                      .edge_order = "rowid"};
    if (out.edges_clustered) {
        out.dst = 2;
        out.move = 1;
        out.edge_order = "src,move,dst";
    }
    return out;
}
