/* dead_ends.c - the states from which no goal can be reached. */

#include "answers/query/limited_rows.h"
#include "answers/query/question.h"
#include "base/error.h"

/* Puts those that are proved.  In an incomplete run, a state is a dead end where all states
   reachable from it were expanded, and none is a goal. */
static int put_dead_ends(row_table *rows, const query_context *ctx, const partial_graph *p)
{
    uint64_t undecided = 0;
    int code = 0;
    for (uint32_t s = 1; s <= p->g->states && !code; s++) {
        undecided += p->to_goal[s] == UNREACHABLE && p->to_open[s] != UNREACHABLE;
        if (partial_graph_is_dead_end(p, s))
            code =
                question_put_state(rows, ctx, s, p->depth[s], partial_graph_depth_is_exact(p, s));
    }
    const uint64_t dead = row_table_count(rows);
    if (!code && p->known_depths != UNREACHABLE)
        strbuf_printf(row_table_remark(rows),
                      "the run did not explore everything: %s state%s proved dead end%s, "
                      "%s undecided",
                      WGCQ_GROUPED(dead), dead == 1 ? " is a" : "s are", dead == 1 ? "" : "s",
                      WGCQ_GROUPED(undecided));
    return code;
}

int answer_dead_ends(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"id", "depth", "shown"};
    static const partial_answer how = {names, 3, put_dead_ends};
    if (!ctx->facts->has_goal)
        return error_set(ctx->err, WGCQ_EREQUEST, "without a goal there are no dead ends");
    return question_has_depths(ctx) ? limited_rows_select(out, ctx,
                                                          "SELECT id, depth, shown FROM states"
                                                          " WHERE to_goal IS NULL ORDER BY id")
                                    : question_answer_partly(out, ctx, &how);
}
