/* histograms.c - how far states are from a start and from a goal. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "answers/graph/partial_graph.h"
#include "answers/query/limited_rows.h"
#include "answers/query/question.h"
#include "base/error.h"
#include "base/row_table.h"

/* ---- out of the views --------------------------------------------------------------- */

static int select_distances(wgcq_rows **out, query_context *ctx)
{
    return limited_rows_select(
        out, ctx,
        ctx->facts->has_goal ? "SELECT depth, count(*) AS states, sum(is_goal) AS goals,"
                               " sum(to_goal IS NULL) AS dead_ends, min(to_goal) AS nearest,"
                               " max(to_goal) AS farthest FROM states GROUP BY depth ORDER BY depth"
                             : "SELECT depth, count(*) AS states, NULL AS goals, NULL AS dead_ends,"
                               " NULL AS nearest, NULL AS farthest FROM states GROUP BY depth"
                               " ORDER BY depth");
}

static int select_farthest(wgcq_rows **out, query_context *ctx)
{
    return limited_rows_select(out, ctx,
                               "SELECT id, depth, to_goal, shown FROM states"
                               " WHERE depth=(SELECT max(depth) FROM states) ORDER BY id");
}

/* ---- distances out of the graph ------------------------------------------------------- */

/* The states of one depth.  Of the least and the greatest distance to a goal a lower (`low`) and an
   upper bound (`high`); UNREACHABLE: unknown, or none. */
typedef struct depth_level {
    uint32_t states, goals, dead, undecided;
    uint32_t nearest_low, nearest_high, farthest_low, farthest_high;
} depth_level;

static void count_in_level(depth_level *l, const partial_graph *p, uint32_t s)
{
    uint32_t low = partial_graph_goal_bound(p, s), high = p->to_goal[s];
    l->goals += (p->g->marks[s] & MARK_GOAL) != 0;
    l->dead += partial_graph_is_dead_end(p, s);
    l->undecided += high == UNREACHABLE && low != UNREACHABLE;
    l->states++;
    l->nearest_low = low < l->nearest_low ? low : l->nearest_low;
    l->nearest_high = high < l->nearest_high ? high : l->nearest_high;
    if (high == UNREACHABLE)
        return;
    l->farthest_low = low > l->farthest_low ? low : l->farthest_low;
    l->farthest_high = high > l->farthest_high ? high : l->farthest_high;
}

static void put_or_null(row_table *rows, uint32_t value, bool is_known)
{
    if (is_known)
        row_table_integer(rows, value);
    else
        row_table_null(rows);
}

static void put_level(row_table *rows, const query_context *ctx, uint32_t depth,
                      const depth_level *l)
{
    bool goal = ctx->facts->has_goal, any = goal && l->nearest_high != UNREACHABLE;
    row_table_integer(rows, depth);
    row_table_integer(rows, l->states);
    put_or_null(rows, l->goals, goal);
    put_or_null(rows, l->dead, goal && !l->undecided);
    put_or_null(rows, l->nearest_high, any && l->nearest_low == l->nearest_high);
    put_or_null(rows, l->farthest_high,
                any && !l->undecided && l->farthest_low == l->farthest_high);
}

/* The levels that were explored completely. */
static int put_levels(row_table *rows, const query_context *ctx, const partial_graph *p)
{
    uint32_t deepest = 0;
    for (uint32_t s = 1; s <= p->g->states; s++)
        if (p->depth[s] != UNREACHABLE && p->depth[s] > deepest)
            deepest = p->depth[s];
    deepest = deepest < p->frontier_depth ? deepest : p->frontier_depth;
    depth_level *levels = calloc((size_t)deepest + 1, sizeof *levels);
    if (!levels)
        return error_set_memory(ctx->err);
    for (uint32_t d = 0; d <= deepest; d++)
        levels[d].nearest_low = levels[d].nearest_high = UNREACHABLE;
    for (uint32_t s = 1; s <= p->g->states; s++)
        if (p->depth[s] <= deepest)
            count_in_level(&levels[p->depth[s]], p, s);
    for (uint32_t d = 0; d <= deepest && levels[d].states; d++)
        put_level(rows, ctx, d, &levels[d]);
    free(levels);
    return 0;
}

static void remark_levels(row_table *rows, const partial_graph *p)
{
    if (p->frontier_depth != UNREACHABLE)
        strbuf_printf(row_table_remark(rows),
                      "the run did not explore everything: all states are known only down to "
                      "depth %" PRIu32,
                      p->frontier_depth);
}

/* ---- the deepest states ----------------------------------------------------------------- */

static int put_farthest(row_table *rows, const query_context *ctx, const partial_graph *p)
{
    uint32_t deepest = 0;
    strbuf line = {0};
    int code = 0;
    for (uint32_t s = 1; s <= p->g->states; s++)
        deepest = p->depth[s] != UNREACHABLE && p->depth[s] > deepest ? p->depth[s] : deepest;
    for (uint32_t s = 1; s <= p->g->states && p->frontier_depth == UNREACHABLE && !code; s++) {
        if (p->depth[s] != deepest)
            continue;
        strbuf_clear(&line);
        code = trace_state_text(ctx->trace, s, &line, ctx->err);
        row_table_integer(rows, s);
        row_table_integer(rows, deepest);
        put_or_null(rows, p->to_goal[s], p->to_goal[s] != UNREACHABLE);
        row_table_text(rows, strbuf_string(&line));
    }
    strbuf_free(&line);
    return code;
}

static void remark_farthest(row_table *rows, const partial_graph *p)
{
    if (p->frontier_depth != UNREACHABLE)
        strbuf_put(row_table_remark(rows),
                   "the run did not explore everything, so there may be deeper "
                   "states than were found");
}

/* ---- both ------------------------------------------------------------------------------- */

typedef struct histogram {
    const char *const *names;
    size_t columns;
    int (*put)(row_table *rows, const query_context *ctx, const partial_graph *p);
    void (*remark)(row_table *rows, const partial_graph *p);
} histogram;

static int histogram_from_graph(wgcq_rows **out, query_context *ctx, const histogram *how)
{
    loaded_graph l;
    partial_graph p = {0};
    row_table *rows = row_table_new(how->columns, how->names);
    int code = loaded_graph_open(&l, ctx);
    if (!code && !rows)
        code = error_set_memory(ctx->err);
    if (!code)
        code = partial_graph_find(&p, l.g, &l.back, ctx->proved, ctx->err);
    if (!code)
        code = how->put(rows, ctx, &p);
    if (!code)
        how->remark(rows, &p);
    bool complete = p.frontier_depth == UNREACHABLE;
    partial_graph_free(&p);
    loaded_graph_close(&l);
    if (!code)
        return row_table_finish(out, rows, ctx->question, complete, ctx->err);
    row_table_free(rows);
    return code;
}

int answer_distances(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"depth",     "states",  "goals",
                                        "dead_ends", "nearest", "farthest"};
    static const histogram how = {names, 6, put_levels, remark_levels};
    return question_has_depths(ctx) ? select_distances(out, ctx)
                                    : histogram_from_graph(out, ctx, &how);
}

int answer_farthest(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"id", "depth", "to_goal", "shown"};
    static const histogram how = {names, 4, put_farthest, remark_farthest};
    return question_has_depths(ctx) ? select_farthest(out, ctx)
                                    : histogram_from_graph(out, ctx, &how);
}
