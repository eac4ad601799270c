/* bottlenecks.c - the states on every solution, and the moves between them. */
#include <stdlib.h>

#include "answers/query/question.h"
#include "base/error.h"
#include "base/row_table.h"
#include "graph/algorithms/dominators.h"

static int put_bottleneck(row_table *table, query_context *ctx, const graph *g, const dominators *d,
                          uint32_t i)
{
    strbuf line = {0};
    int code = 0;
    row_table_integer(table, d->states[i]);
    if (d->edges[i] == UINT64_MAX) {
        row_table_null(table);
    } else {
        code = trace_move_text(ctx->trace, graph_move(g, d->edges[i]), &line, ctx->err);
        row_table_strbuf(table, &line);
    }
    strbuf_free(&line);
    return code ? code : question_put_shown(table, ctx, d->states[i]);
}

/* In a graph that was not explored completely a bottleneck is proved if no path through an open
   state bypasses it; *complete: all those of the explored graph are proved, so there are no others.
 */
static int find_bottlenecks(dominators *out, bool *complete, query_context *ctx,
                            const loaded_graph *table)
{
    bool *open = NULL;
    dominators explored = {0};
    *complete = true;
    int code = dominators_find(&explored, table->g, &table->back, NULL, ctx->err);
    if (ctx->proved || code) {
        *out = explored;
        return code;
    }
    code = graph_open_states(&open, table->g, ctx->err);
    if (!code && !any_open_state(open, table->g)) {
        *out = explored;
        free(open);
        return 0;
    }
    if (!code && explored.count)
        code = dominators_find(out, table->g, &table->back, open, ctx->err);
    *complete = !code && explored.count && out->count == explored.count;
    for (uint32_t i = 0; *complete && i < out->count; i++)
        *complete = out->states[i] == explored.states[i] && out->edges[i] == explored.edges[i];
    dominators_free(&explored);
    free(open);
    return code;
}

static void remark_bottlenecks(row_table *table, bool any)
{
    strbuf_put(row_table_remark(table),
               any ? "the run did not explore everything: these are proved, and there may be others"
                   : "the run did not explore everything, so another path may bypass any state");
}

int answer_bottlenecks(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"id", "move", "shown"};
    loaded_graph loaded;
    dominators d = {0};
    bool complete = false;
    row_table *table = row_table_new(sizeof names / sizeof *names, names);
    int code = loaded_graph_open(&loaded, ctx, GRAPH_CONTENT, LOADED_TO_GOAL);
    if (!code && !table)
        code = error_set_memory(ctx->err);
    code = code ? code : find_bottlenecks(&d, &complete, ctx, &loaded);
    for (uint32_t i = 0; i < d.count && !code; i++)
        code = put_bottleneck(table, ctx, loaded.g, &d, i);
    if (!code && !complete)
        remark_bottlenecks(table, d.count > 0);
    dominators_free(&d);
    loaded_graph_close(&loaded);
    return row_table_finish_or_free(code, out, table, ctx->question, complete, ctx->err);
}
