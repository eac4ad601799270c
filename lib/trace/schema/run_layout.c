/*
 * run_layout.c - how the rows of one run lie in its tables.
 *
 * A breadth-first search expands states in the order of their numbers, so its edges are sorted by
 * source as they come, and need no index on it. Other orders do not.
 */
#include "trace/schema/run_layout.h"

#include <string.h>

#include "model/order.h"

int wgcq_file_format(void)
{
    return FORMAT_NEWEST;
}

wgcq_trace_level trace_level_named(const char *name)
{
    int level = WGCQ_TRACE_ALL;
    while (level <= WGCQ_TRACE_NONE && strcmp(wgcq_trace_level_name((wgcq_trace_level)level), name))
        level++;
    return (wgcq_trace_level)level;
}

static step_state state_of_steps(int format, wgcq_trace_level keep)
{
    if (format == FORMAT_OLDEST)
        return STEP_STATE_SPELLED;
    return keep <= WGCQ_TRACE_STATES ? STEP_STATE_STORED : STEP_STATE_PACKED;
}

run_layout run_layout_of(int format, const char *order, wgcq_trace_level keep, int64_t run)
{
    order_depths depths = order_depths_named(order);
    run_layout out = {.run = run,
                      .depth_searched = depths != DEPTHS_DERIVED,
                      .edges_clustered = format > FORMAT_OLDEST && depths == DEPTHS_BY_LEVEL,
                      .dst = 1,
                      .move = 2,
                      .edge_order = "rowid",
                      .steps = state_of_steps(format, keep),
                      .steps_shared = format > FORMAT_OLDEST,
                      .typed = format > FORMAT_UNTYPED,
                      .invariants = format > FORMAT_OLDEST,
                      .properties = format > FORMAT_PATHLESS};
    if (out.edges_clustered) {
        out.dst = 2;
        out.move = 1;
        out.edge_order = "src,move,dst";
    }
    return out;
}
