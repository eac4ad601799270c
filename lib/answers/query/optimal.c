/* optimal.c - the shortest plans, the cheapest, and how the two differ. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/query/plan_rows.h"
#include "base/cost.h"
#include "base/error.h"
#include "base/row_table.h"

/* ---- one row: the count --------------------------------------------------------------------- */

static void fill_count(row_table *l, const query_context *ctx, const optimum *o)
{
    row_table_text(l, !ctx->proved ? NULL : o->found ? o->count : "0");
    row_table_integer_or_null(l, o->length, o->found && ctx->proved);
    for (size_t i = 0; i < ctx->order.count; i++)
        if (ctx->order.costs[i] >= 0 && o->found && ctx->none_better)
            row_table_integer(l,
                              cost_shown(ctx->facts->maximized, ctx->order.costs[i], o->cost[i]));
        else if (ctx->order.costs[i] >= 0)
            row_table_null(l);
}

/* count, length, then the costs of the question except moves */
static int optimal_count_row(wgcq_rows **out, query_context *ctx, const optimum *o)
{
    static const char *const before[] = {"count", "length"};
    size_t count = 0;
    const char **costs = calloc(ctx->order.count + 1, sizeof *costs);
    for (size_t i = 0; costs && i < ctx->order.count; i++)
        if (ctx->order.costs[i] >= 0)
            costs[count++] = question_cost_name(ctx, ctx->order.costs[i]);
    const cursor_names names = {before, 2, costs, count, NULL, 0};
    row_table *l = costs ? row_table_new_named(&names) : NULL;
    free(costs);
    if (!l)
        return error_set_memory(ctx->err);
    fill_count(l, ctx, o);
    return row_table_finish(out, l, NULL, true, ctx->err);
}

/* ---- shortest, cheapest -------------------------------------------------------------------- */

static void format_cost(strbuf *out, int64_t cost, int64_t less)
{
    strbuf_printf(out, cost_fits(cost) ? "%s" : "more than %s",
                  WGCQ_GROUPED((uint64_t)(cost_bound(cost) - less)));
}

/* "A", or "A to B". */
static void format_cost_range(strbuf *out, int64_t fewest, int64_t most, int64_t less,
                              const char *unit)
{
    format_cost(out, fewest, less);
    strbuf_put(out, unit);
    if (most != fewest) {
        strbuf_put(out, " to ");
        format_cost(out, most, less);
        strbuf_put(out, unit);
    }
}

/* The cost and length of the cheapest plans, and how the shortest differ from them. */
static int compare_with_shortest(query_context *ctx, const loaded_graph *l, const optimum *o,
                                 strbuf *out)
{
    static const int moves[] = {-1};
    int number = ctx->order.costs[0];
    const char *name = question_cost_name(ctx, number);
    optimum shortest = {0};
    char count[WGCQ_GROUPED_MAX];
    int64_t fewest, most;
    if (!o->found || number < 0)
        return 0;
    int code =
        optimum_range(&fewest, &most, l->g, &l->back, (cost_order){1, moves}, number, ctx->err);
    code = code ? code : optimum_find(&shortest, l->g, &l->back, (cost_order){1, moves}, ctx->err);
    if (!code) {
        assert(shortest.found && shortest.length <= o->length);
        const bool *maximized = ctx->facts->maximized;
        const bool turned = cost_is_maximized(maximized, number);
        const int64_t best = cost_shown(maximized, number, o->cost[0]);
        strbuf_printf(out, "%s: %s %s in %s moves, %s plan%s; ", turned ? "greatest" : "cheapest",
                      name, WGCQ_GROUPED((uint64_t)best), WGCQ_GROUPED(o->length),
                      wgcq_group_digits(count, o->count), !strcmp(o->count, "1") ? "" : "s");
        strbuf_printf(out, "shortest: %s moves (%s fewer), %s plan%s of %s ",
                      WGCQ_GROUPED(shortest.length), WGCQ_GROUPED(o->length - shortest.length),
                      wgcq_group_digits(count, shortest.count),
                      !strcmp(shortest.count, "1") ? "" : "s", name);
        if (turned)
            format_cost_range(out, cost_shown(maximized, number, most),
                              cost_shown(maximized, number, fewest), 0, "");
        else
            format_cost_range(out, fewest, most, 0, "");
        strbuf_put(out, " (");
        format_cost_range(out, fewest, most, o->cost[0], turned ? " less" : " more");
        strbuf_char(out, ')');
    }
    optimum_free(&shortest);
    return code;
}

/* Reads the least value of one cost that the run itself has proved. */
static int read_proved_best(query_context *ctx)
{
    wgcq_rows *row;
    int code = trace_select_row(&row, ctx->trace, ctx->err,
                                "SELECT count IS NOT NULL FROM cheapest WHERE run=# AND cost='%s'",
                                question_cost_name(ctx, ctx->order.costs[0]));
    if (!code) {
        ctx->none_better = true;
        ctx->proved = ctx->proved || wgcq_rows_integer(row, 0) != 0;
    }
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

int optimal_prove(query_context *ctx, const loaded_graph *l, const optimum *o)
{
    ctx->none_better = ctx->proved;
    if (ctx->proved)
        return 0;
    int code = optimum_prove(&ctx->none_better, &ctx->proved, o, l->g, ctx->order, ctx->err);
    return code || ctx->order.count > 1 ? code : read_proved_best(ctx);
}

/* The count row, if the question asks for it, and the closing remark. */
static int describe_optimal(wgcq_rows **row, strbuf *closing, query_context *ctx,
                            const loaded_graph *l, bool compare)
{
    optimum o = {0};
    int code = optimum_find(&o, l->g, &l->back, ctx->order, ctx->err);
    code = code ? code : optimal_prove(ctx, l, &o);
    if (!code && compare && !strcmp(ctx->facts->status, "complete"))
        code = compare_with_shortest(ctx, l, &o, closing);
    if (!code && ctx->question->count)
        code = optimal_count_row(row, ctx, &o);
    if (!code && ctx->question->count)
        strbuf_put(&(*row)->remark, strbuf_string(closing));
    optimum_free(&o);
    return code;
}

/* The shortest plans, ordered by the costs of the question. */
static int order_shortest_by_costs(query_context *ctx)
{
    free((void *)(uintptr_t)ctx->order.costs);
    ctx->order = (cost_order){0, NULL};
    int code = question_read_costs(ctx, NULL, 0);
    return code ? code : question_weigh_moves_first(ctx);
}

static int answer_from_graph(wgcq_rows **out, query_context *ctx, bool compare)
{
    plan_choice which = OPTIMAL_PLANS;
    loaded_graph l;
    plan_rows *p = NULL;
    wgcq_rows *row = NULL; /* of a count */
    strbuf closing = {0};
    unsigned without = ctx->question->count ? GRAPH_CONTENT : GRAPH_DEPTHS;
    int code = loaded_graph_open(&l, ctx, without, LOADED_TO_GOAL);
    if (!code && (ctx->question->count || compare || !ctx->proved))
        code = describe_optimal(&row, &closing, ctx, &l, compare);
    if (!code && !compare && ctx->question->by) {
        code = order_shortest_by_costs(ctx);
        which = SHORTEST_PLANS;
    }
    if (!code && !ctx->question->count)
        code = plan_rows_open(&p, ctx, which, &l);
    loaded_graph_close(&l);
    if (!code && p) {
        p->closing = closing;
        *out = &p->base;
        return 0;
    }
    strbuf_free(&closing);
    if (code)
        wgcq_rows_free(row);
    else
        *out = row;
    return code;
}

/* Out of what the run stores; WGCQ_DONE: it does not suffice.  Cheapest plans by another cost than
   moves are compared with the shortest, and shortest ones by other costs are not in their order. */
static int answer_from_stored(wgcq_rows **out, query_context *ctx, bool compare)
{
    bool by_moves = ctx->order.count && ctx->order.costs[0] < 0;
    if (!by_moves || (!compare && ctx->question->by))
        return WGCQ_DONE;
    if (!ctx->question->count)
        return stored_optimal_select(out, ctx);
    return ctx->order.count == 1 ? stored_shortest_count(out, ctx) : WGCQ_DONE;
}

static int answer_optimal(wgcq_rows **out, query_context *ctx, bool compare)
{
    int code = answer_from_stored(out, ctx, compare);
    return code == WGCQ_DONE ? answer_from_graph(out, ctx, compare) : code;
}

int answer_shortest(wgcq_rows **out, query_context *ctx)
{
    int code = question_order_by_moves(ctx);
    return code ? code : answer_optimal(out, ctx, false);
}

int answer_cheapest(wgcq_rows **out, query_context *ctx)
{
    int code = question_read_costs(ctx, ctx->facts->minimize, ctx->facts->minimize_count);
    return code ? code : answer_optimal(out, ctx, true);
}
