/* traffic.c - through how many of the best plans each state and each move lies. */
#include <stdlib.h>
#include <string.h>

#include "answers/query/question.h"
#include "base/error.h"
#include "base/row_table.h"
#include "graph/counts/plan_traffic.h"

/* A row's move and dst are null where it is of the state itself. */
static int put_traffic_row(row_table *rows, query_context *ctx, const graph *g, uint32_t state,
                           uint64_t e, char *plans)
{
    strbuf line = {0};
    int code = plans ? 0 : error_set_memory(ctx->err);
    const bool is_edge = e != UINT64_MAX;
    row_table_integer(rows, state);
    if (!code && is_edge)
        code = trace_move_text(ctx->trace, graph_move(g, e), &line, ctx->err);
    row_table_strbuf_or_null(rows, &line);
    row_table_integer_or_null(rows, is_edge ? g->dst[e] : 0, is_edge);
    row_table_text(rows, plans);
    strbuf_free(&line);
    free(plans);
    return code ? code : question_put_shown(rows, ctx, is_edge ? g->dst[e] : state);
}

static int put_traffic_of(row_table *rows, query_context *ctx, const plan_traffic *t,
                          uint32_t state)
{
    const graph *g = t->dist.g;
    int code = put_traffic_row(rows, ctx, g, state, UINT64_MAX, plan_traffic_through(t, state));
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state) && !code; e++)
        if (cost_distance_follows(&t->dist, state, e))
            code = put_traffic_row(rows, ctx, g, state, e, plan_traffic_along(t, state, e));
    return code;
}

static int list_traffic(row_table *rows, query_context *ctx, const plan_traffic *t)
{
    int code = 0;
    for (uint32_t s = 1; s <= t->dist.g->states && t->best && !code; s++)
        if (optimal_states_has(&t->on, s))
            code = put_traffic_of(rows, ctx, t, s);
    if (code || !t->best)
        return code;
    char *all = bigcount_text(&t->behind, t->on.count), grouped[WGCQ_GROUPED_MAX];
    if (!all)
        return error_set_memory(ctx->err);
    strbuf_printf(row_table_remark(rows), "%s plan%s pass %s states",
                  strlen(all) < WGCQ_GROUPED_MAX / 2 ? wgcq_group_digits(grouped, all) : all,
                  strcmp(all, "1") ? "s" : "", WGCQ_GROUPED(t->on.count));
    free(all);
    return 0;
}

/* Whether all plans that are the best are in the graph. */
static int prove_traffic(query_context *ctx, const loaded_graph *l)
{
    optimum o = {0};
    if (ctx->proved)
        return 0;
    int code = optimum_find(&o, l->g, &l->back, ctx->order, ctx->err);
    code = code ? code : optimal_prove(ctx, l, &o);
    optimum_free(&o);
    return code;
}

static int read_traffic_order(query_context *ctx)
{
    const char *of = ctx->question->of;
    if (!of || !strcmp(of, "shortest"))
        return ctx->question->by ? error_set(ctx->err, WGCQ_EREQUEST,
                                             "--by orders costs: give --of cheapest with it")
                                 : question_order_by_moves(ctx);
    if (!strcmp(of, "cheapest"))
        return question_read_costs(ctx, ctx->facts->minimize, ctx->facts->minimize_count);
    return error_set(ctx->err, WGCQ_EREQUEST,
                     "traffic is of the best plans: give --of shortest or --of cheapest");
}

static int traffic_from_graph(wgcq_rows **out, query_context *ctx, const loaded_graph *l,
                              const char *const *names, size_t columns)
{
    plan_traffic t;
    row_table *rows = row_table_new(columns, names);
    int code = plan_traffic_find(&t, l->g, &l->back, ctx->order, ctx->err);
    if (!code && !rows)
        code = error_set_memory(ctx->err);
    code = code ? code : list_traffic(rows, ctx, &t);
    plan_traffic_free(&t);
    return row_table_finish_or_free(code, out, rows, ctx->question, true, ctx->err);
}

int answer_traffic(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"id", "move", "dst", "plans", "shown"};
    const size_t columns = sizeof names / sizeof *names;
    loaded_graph l = {0};
    int code = read_traffic_order(ctx);
    code = code ? code : loaded_graph_open(&l, ctx, GRAPH_CONTENT, LOADED_TO_GOAL);
    code = code ? code : prove_traffic(ctx, &l);
    if (!code)
        code = ctx->proved ? traffic_from_graph(out, ctx, &l, names, columns)
                           : question_answer_unknown(out, ctx, columns, names,
                                                     "the run did not explore everything, so not "
                                                     "all of the best plans are known");
    loaded_graph_close(&l);
    return code;
}
