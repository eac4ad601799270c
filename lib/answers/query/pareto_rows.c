/* pareto_rows.c - the question pareto: the non-dominated cost vectors, how many plans each has, and
 * one. */
#include <stdlib.h>

#include "answers/query/plan_moves.h"
#include "answers/query/question.h"
#include "base/array.h"
#include "base/cost.h"
#include "base/cursor.h"
#include "base/error.h"
#include "base/row_table.h"
#include "graph/algorithms/pareto.h"

typedef struct pareto_rows {
    wgcq_rows base;
    wgcq_trace *trace;
    const wgcq_monitor *monitor;
    loaded_graph loaded;
    cost_order order; /* owned */
    pareto *front;
    uint64_t number, limit, offset;
    bool proved;        /* no plan outside of the graph is missing */
    char *count;        /* of the present vector */
    cursor_texts moves; /* of its plan           */
} pareto_rows;

/* ---- rows ------------------------------------------------------------------------------------ */

static int spell_plan(pareto_rows *p, wgcq_error *err)
{
    uint32_t start;
    const uint64_t *edges;
    cursor_texts_clear(&p->moves);
    int code = pareto_plan(p->front, &start, &edges, err);
    return code ? code
                : plan_moves_put(&p->moves, p->trace, p->loaded.g, pareto_length(p->front), edges,
                                 err);
}

static int put_vector(pareto_rows *p, wgcq_error *err)
{
    size_t costs = p->order.count;
    free(p->count);
    p->count = pareto_count(p->front);
    int code = p->count ? spell_plan(p, err) : error_set_memory(err);
    if (code)
        return code;
    cursor_integer(&p->base, 0, (int64_t)p->number);
    for (size_t i = 0; i < costs; i++)
        cursor_integer(&p->base, 1 + i,
                       cost_shown(trace_about_run(p->trace)->maximized, p->order.costs[i],
                                  pareto_vector(p->front)[i]));
    cursor_text(&p->base, 1 + costs, p->count);
    cursor_integer(&p->base, 2 + costs, pareto_length(p->front));
    cursor_list(&p->base, 3 + costs, &p->moves);
    return 0;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Where a limit or the monitor stopped it, every vector so far is one of the front. */
static void remark_front(const pareto_rows *p, bool stopped, strbuf *out)
{
    const char *how = p->proved ? "complete: " : "";
    strbuf_printf(out, "%s%s cost vector%s that no plan%s dominates", stopped ? "at least " : how,
                  WGCQ_GROUPED(p->number), p->number == 1 ? "" : "s",
                  p->proved ? "" : " that was explored");
    if (!p->proved)
        strbuf_put(out, "; the run did not explore everything, so there may be others, and better "
                        "ones");
}

static void finish_front(pareto_rows *p, bool stopped, bool at_limit)
{
    strbuf *out = &p->base.remark;
    p->base.complete = !stopped && !at_limit && p->proved && !p->offset;
    p->base.unknown = stopped || !p->proved;
    strbuf_clear(out);
    if (at_limit)
        row_table_note_limit(out, p->limit);
    else
        remark_front(p, stopped, out);
}

/* Whether the search ended before its end, and may have more. */
static bool ended_early(int code)
{
    return code == WGCQ_EINTERRUPT || code == WGCQ_EMEMORY;
}

/* The texts of a plan may be interrupted too: then its vector is not given. */
static int next_front_row(wgcq_rows *rows, wgcq_error *err)
{
    pareto_rows *p = (pareto_rows *)rows;
    wgcq_error trouble = {0};
    bool at_limit;
    int code;
    do {
        code = pareto_next(p->front, p->monitor, &trouble);
        at_limit = !code && p->limit && p->number >= p->limit + p->offset;
    } while (!code && !at_limit && ++p->number <= p->offset);
    if (!code && !at_limit) {
        code = put_vector(p, &trouble);
        p->number -= ended_early(code);
    }
    if (code || at_limit)
        finish_front(p, ended_early(code), at_limit);
    if (code < 0)
        return error_set(err, (wgcq_code)code, "%s", trouble.text);
    return at_limit ? WGCQ_DONE : code;
}

static void close_front(wgcq_rows *rows)
{
    pareto_rows *p = (pareto_rows *)rows;
    pareto_free(p->front);
    loaded_graph_close(&p->loaded);
    FREE_EACH((void *)(uintptr_t)p->order.costs, p->count);
    cursor_texts_free(&p->moves);
}

/* The one row of --count; the number is null where it is not known. */
static int count_front(wgcq_rows **out, pareto_rows *p, wgcq_error *err)
{
    static const char *const names[] = {"count"};
    wgcq_error trouble = {0};
    int code = 0;
    while (!(code = pareto_next(p->front, p->monitor, &trouble)))
        p->number++;
    if (code < 0 && code != WGCQ_EINTERRUPT)
        return error_set(err, (wgcq_code)code, "%s", trouble.text);
    row_table *table = row_table_new(1, names);
    if (!table)
        return error_set_memory(err);
    bool known = code == WGCQ_DONE && p->proved;
    row_table_integer_or_null(table, (int64_t)p->number, known);
    if (!known)
        remark_front(p, ended_early(code), row_table_remark(table));
    return row_table_finish(out, table, NULL, true, err);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* The declared costs, in their order, beside columns of ours and moves. */
static char **name_declared(const cost_order *order, const query_context *ctx, size_t *count)
{
    static const char *const ours[] = {"solution", "moves", "count", "length", "plan"};
    const char **declared = calloc(order->count + 1, sizeof *declared);
    *count = 0;
    for (size_t i = 0; declared && i < order->count; i++)
        if (order->costs[i] >= 0)
            declared[(*count)++] = question_cost_name(ctx, order->costs[i]);
    const cursor_names names = {ours, 5, declared, *count, NULL, 0};
    char **unique = declared ? cursor_names_given(&names) : NULL;
    free(declared);
    return unique;
}

static bool name_front_columns(pareto_rows *p, const query_context *ctx)
{
    size_t costs = p->order.count, declared, next = 0;
    char **unique = name_declared(&p->order, ctx, &declared);
    const char **names = calloc(costs + 4, sizeof *names);
    for (size_t i = 0; unique && names && i < costs; i++)
        names[1 + i] = p->order.costs[i] < 0 ? "moves" : unique[next++];
    bool fine = unique && names;
    if (fine) {
        names[0] = "solution";
        names[costs + 1] = "count";
        names[costs + 2] = "length";
        names[costs + 3] = "plan";
    }
    fine =
        fine && cursor_open(&p->base, &(cursor_names){.before = names, .before_count = costs + 4});
    cursor_names_given_free(unique, declared);
    free(names);
    return fine;
}

/* All declared costs, and moves. */
static int choose_costs(query_context *ctx)
{
    unsigned costs = ctx->facts->costs;
    int *all = malloc((costs + (size_t)1) * sizeof *all);
    if (!all)
        return error_set_memory(ctx->err);
    for (unsigned i = 0; i < costs; i++)
        all[i] = (int)i;
    all[costs] = -1;
    int code = question_read_costs(ctx, all, costs + (size_t)1);
    free(all);
    return code;
}

static int open_front(pareto_rows *p, query_context *ctx)
{
    int code = choose_costs(ctx);
    p->order = ctx->order;
    ctx->order = (cost_order){0, NULL};
    code = code ? code : question_prove_explored(ctx);
    p->proved = ctx->proved;
    code = code ? code : loaded_graph_open(&p->loaded, ctx, GRAPH_CONTENT, LOADED_TO_GOAL);
    if (!code && !name_front_columns(p, ctx))
        code = error_set_memory(ctx->err);
    code = code ? code : pareto_new(&p->front, p->loaded.g, &p->loaded.back, p->order, ctx->err);
    return code;
}

int answer_pareto(wgcq_rows **out, query_context *ctx)
{
    pareto_rows *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(ctx->err);
    p->trace = ctx->trace;
    p->monitor = ctx->monitor;
    p->limit = ctx->question->limit;
    p->offset = ctx->question->offset;
    p->base.next = next_front_row;
    p->base.close = close_front;
    int code = open_front(p, ctx);
    if (!code && !ctx->question->count) {
        *out = &p->base;
        return 0;
    }
    code = code ? code : count_front(out, p, ctx->err);
    wgcq_rows_free(&p->base);
    return code;
}
