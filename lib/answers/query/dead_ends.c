/* dead_ends.c - the states from which no goal can be reached. */

#include "answers/query/limited_rows.h"
#include "answers/query/question.h"
#include "base/error.h"
#include "graph/algorithms/partial_graph.h"

/* The proved ones; *undecided: how many other states may be dead ends. */
static int put_dead_ends(row_table *rows, const query_context *ctx, const partial_graph *p,
                         uint64_t *undecided)
{
    int code = 0;
    for (uint32_t s = 1; s <= p->g->states && !code; s++) {
        *undecided += p->to_goal[s] == UNREACHABLE && p->to_open[s] != UNREACHABLE;
        if (partial_graph_is_dead_end(p, s))
            code =
                question_put_state(rows, ctx, s, p->depth[s], partial_graph_depth_is_exact(p, s));
    }
    return code;
}

static void remark_undecided(row_table *rows, uint64_t undecided)
{
    uint64_t dead = row_table_count(rows);
    strbuf_printf(row_table_remark(rows),
                  "the run did not explore everything: %s state%s proved dead end%s, "
                  "%s undecided",
                  WGCQ_GROUPED(dead), dead == 1 ? " is a" : "s are", dead == 1 ? "" : "s",
                  WGCQ_GROUPED(undecided));
}

/* In an incomplete run, a state is a dead end where all states reachable from it were expanded, and
   none is a goal. */
static int dead_ends_from_graph(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"id", "depth", "shown"};
    loaded_graph loaded;
    partial_graph p = {0};
    uint64_t undecided = 0;
    row_table *rows = row_table_new(3, names);
    int code = loaded_graph_open(&loaded, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_TO_GOAL);
    if (!code && !rows)
        code = error_set_memory(ctx->err);
    if (!code)
        code = partial_graph_find(&p, loaded.g, &loaded.back, ctx->proved, ctx->err);
    if (!code)
        code = put_dead_ends(rows, ctx, &p, &undecided);
    bool complete = p.known_depths == UNREACHABLE;
    if (!code && !complete)
        remark_undecided(rows, undecided);
    partial_graph_free(&p);
    loaded_graph_close(&loaded);
    return row_table_finish_or_free(code, out, rows, ctx->question, complete, ctx->err);
}

int answer_dead_ends(wgcq_rows **out, query_context *ctx)
{
    if (!ctx->facts->has_goal)
        return error_set(ctx->err, WGCQ_EREQUEST, "without a goal there are no dead ends");
    return question_has_depths(ctx) ? limited_rows_select(out, ctx,
                                                          "SELECT id, depth, shown FROM states"
                                                          " WHERE to_goal IS NULL ORDER BY id")
                                    : dead_ends_from_graph(out, ctx);
}
