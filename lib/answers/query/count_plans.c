/*
 * count_plans.c - how many plans there are that visit no state twice.
 *
 * Where counting is stopped before its end, the row says so, and what is known: at least how many
 * there are, those of least moves and of least cost, and by length as far as all of
 * that length are counted.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/query/plan_rows.h"
#include "base/containers/bigcount.h"
#include "base/cost.h"
#include "base/error.h"
#include "base/row_table.h"
#include "graph/algorithms/forward_paths.h"
#include "graph/counts/sums_method.h"

/* *is_known: all plans are in the graph, so that their number is that of the puzzle. */
static int count_simple_plans(path_totals *out, bool *is_known, query_context *ctx)
{
    loaded_graph l;
    int64_t *unseen = NULL;
    int code = loaded_graph_open(&l, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_TO_GOAL);
    if (!code && !ctx->proved)
        code = optimum_frontier_bound(&unseen, l.g, ctx->order, ctx->err);
    *is_known = !unseen;
    free(unseen);
    const plan_method sums = {plan_sums_as_method, (void *)(uintptr_t)ctx->monitor};
    if (!code && *is_known)
        code = count_simple_paths(out, l.g, &l.back, false, &sums, ctx->monitor, ctx->err);
    loaded_graph_close(&l);
    return code;
}

/* ---- within a bound -------------------------------------------------------------------------- */

/* Going through them, best first, is tried for so many steps and bytes. */
enum { STEPS_OF_LISTING = 1 << 19, BYTES_OF_LISTING = 1 << 28 };

static int take_small_count(path_totals *out, uint64_t count, wgcq_error *err)
{
    out->count = small_count_text(count);
    return out->count ? 0 : error_set_memory(err);
}

/* They are summed up where their greatest cost is a number; WGCQ_DONE: they are not. */
static int sum_up_within(path_totals *out, plan_rows *p, query_context *ctx)
{
    const uint64_t within = ctx->question->within;
    if (!ctx->proved || !p->number || !cost_fits(p->best_cost) ||
        within > (uint64_t)(INT64_MAX - p->best_cost))
        return WGCQ_DONE;
    cost_series by_cost;
    int code = plan_sums_as_answer(&by_cost, p->loaded.g, &p->loaded.back, p->weights[0],
                                   p->best_cost + (int64_t)within, ctx->monitor, ctx->err);
    if (!code && !(out->count = cost_series_text(&by_cost)))
        code = error_set_memory(ctx->err);
    cost_series_free(&by_cost);
    return code;
}

/* The first of all plans, best first, are those within the bound: so they are enumerated, unless
   that takes long. */
static int enumerate_plans_within(path_totals *out, bool *is_known, query_context *ctx)
{
    plan_rows *p;
    uint64_t count;
    int code = plan_rows_open(&p, ctx, ALL_PLANS, NULL);
    if (code)
        return code;
    k_best_set_budget(p->best, STEPS_OF_LISTING, BYTES_OF_LISTING);
    code = plan_rows_count(p, &count, is_known, ctx->err);
    if (!code && k_best_out_of_budget(p->best)) {
        code = sum_up_within(out, p, ctx);
        *is_known = true;
        k_best_set_budget(p->best, 0, 0);
        if (code == WGCQ_DONE)
            code = plan_rows_count(p, &count, is_known, ctx->err);
    }
    wgcq_rows_free(&p->base);
    return code || out->count ? code : take_small_count(out, count, ctx->err);
}

static int count_plans_within(path_totals *out, bool *is_known, query_context *ctx)
{
    int64_t stored = 0;
    int code = stored_plans_count(&stored, ctx);
    *is_known = true;
    if (code == WGCQ_DONE)
        return enumerate_plans_within(out, is_known, ctx);
    return code ? code : take_small_count(out, (uint64_t)stored, ctx->err);
}

/* ---- by a cost ------------------------------------------------------------------------------- */

/* The greatest cost that is asked for: of the best plans and --within more. */
static int find_most_cost(int64_t *most, const loaded_graph *l, int cost, query_context *ctx)
{
    const wgcq_question *q = ctx->question;
    cost_distance to_goal = {.g = l->g};
    *most = INT64_MAX;
    if (!q->has_within)
        return 0;
    int code = cost_distance_find(&to_goal, l->g, &l->back, (cost_order){1, &cost}, ctx->err);
    int64_t best = COST_BEYOND;
    for (uint32_t s = 1; s <= l->g->states && !code; s++)
        if (l->g->marks[s] & MARK_START && cost_distance_reaches(&to_goal, s) &&
            cost_less(cost_distance_at(&to_goal, s, 0), best))
            best = cost_distance_at(&to_goal, s, 0);
    cost_distance_free(&to_goal);
    if (!code && cost_fits(best) && q->within <= (uint64_t)(INT64_MAX - best))
        *most = best + (int64_t)q->within;
    return code;
}

static int put_cost_counts(row_table *rows, const cost_series *by_cost, int cost,
                           query_context *ctx)
{
    for (size_t i = 0; i < by_cost->terms; i++) {
        char *count = bigcount_text(&by_cost->ways, by_cost->term[i].at);
        if (!count)
            return error_set_memory(ctx->err);
        row_table_integer(rows, cost_shown(ctx->facts->maximized, cost, by_cost->term[i].cost));
        row_table_text(rows, count);
        free(count);
    }
    return 0;
}

static int sum_up_by_cost(cost_series *out, int cost, query_context *ctx)
{
    loaded_graph l;
    int64_t most;
    int code = loaded_graph_open(&l, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_PREDECESSORS);
    code = code ? code : find_most_cost(&most, &l, cost, ctx);
    code = code ? code : plan_sums_as_answer(out, l.g, &l.back, cost, most, ctx->monitor, ctx->err);
    loaded_graph_close(&l);
    return code;
}

int count_plans_by_cost(wgcq_rows **out, query_context *ctx)
{
    const int cost = ctx->question->by ? ctx->order.costs[0] : -1;
    const char *const names[] = {cost < 0 ? "length" : question_cost_name(ctx, cost), "count"};
    cost_series by_cost = {0};
    row_table *rows = NULL;
    int code = question_prove_explored(ctx);
    if (!code && !ctx->proved)
        return question_answer_unknown(out, ctx, 2, names, "the run did not explore everything");
    code = code ? code : sum_up_by_cost(&by_cost, cost, ctx);
    if (code == WGCQ_DONE)
        code = question_answer_unknown(out, ctx, 2, names,
                                       "plans go round too much, or have too many costs, to be "
                                       "counted by them");
    else if (!code && !(rows = row_table_new(2, names)))
        code = error_set_memory(ctx->err);
    if (rows)
        code = put_cost_counts(rows, &by_cost, cost, ctx);
    cost_series_free(&by_cost);
    return rows ? row_table_finish_or_free(code, out, rows, ctx->question, true, ctx->err) : code;
}

/* ---- stopped before its end ---------------------------------------------------------------- */

/* The names and the cells of its row. */
typedef struct bounds_row {
    strbuf names, cells; /* NUL-terminated, one after the other; an empty cell is null */
    strbuf numbers;      /* a character each: 'n' for a number, else it is text */
} bounds_row;

static void put_bound(bounds_row *b, char kind, const char *name, const char *of, const char *after,
                      const char *cell)
{
    strbuf_printf(&b->names, "%s%s%s%c", name, of, after, 0);
    strbuf_char(&b->numbers, kind);
    strbuf_add(&b->cells, cell, strlen(cell) + 1);
}

/* At least those of fewest moves are there, or as many as were counted. */
static int put_at_least(bounds_row *b, const path_totals *totals, query_context *ctx)
{
    const char *most = totals->at_least ? totals->at_least : "0";
    wgcq_rows *row = NULL;
    int code =
        trace_select_row(&row, ctx->trace, ctx->err, "SELECT shortest_count FROM run WHERE id=#");
    if (!code && wgcq_rows_type(row, 0) != WGCQ_NULL &&
        compare_decimal(wgcq_rows_text(row, 0), most) > 0)
        most = wgcq_rows_text(row, 0);
    put_bound(b, 't', "at_least", "", "", most);
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

static int put_best_row(void *self, const wgcq_rows *row, wgcq_error *err)
{
    const bool moves = !strcmp(wgcq_rows_text(row, 0), "moves");
    const char *what = moves ? "shortest" : "cheapest_", *of = moves ? "" : wgcq_rows_text(row, 0);
    (void)err;
    put_bound(self, 'n', what, of, "", wgcq_rows_text(row, 1));
    put_bound(self, 't', what, of, "_count", wgcq_rows_text(row, 2));
    return 0;
}

/* Copies the file's figures of the best plans, by moves and by each cost: none of it is counted
   here. */
static int put_best_plans(bounds_row *b, query_context *ctx)
{
    return trace_each_row(
        ctx->trace, put_best_row, b, ctx->err,
        "SELECT cost,least,count FROM cheapest WHERE run=# ORDER BY cost<>'moves'");
}

/* "18: 48620, 20: 1750320" */
static void put_lengths(bounds_row *b, const path_totals *totals)
{
    strbuf list = {0};
    for (size_t i = 0; i < totals->lengths; i++)
        if (totals->of_length[i])
            strbuf_printf(&list, "%s%zu: %" PRIu64, list.length ? ", " : "", i,
                          totals->of_length[i]);
    b->cells.failed |= list.failed;
    put_bound(b, 't', "by_length", "", "", strbuf_string(&list));
    strbuf_free(&list);
}

static void put_cell(row_table *l, char kind, const char *cell)
{
    if (kind == 'n')
        row_table_integer(l, strtoll(cell, NULL, 10));
    else
        row_table_text(l, *cell ? cell : NULL);
}

static int finish_bounds(wgcq_rows **out, bounds_row *b, query_context *ctx)
{
    const char *cell = b->cells.bytes;
    const bool failed = b->cells.failed || b->numbers.failed;
    row_table *l = failed ? NULL : row_table_new_given(&(cursor_names){0}, &b->names);
    if (!l)
        return error_set_memory(ctx->err);
    for (size_t i = 0; i < b->numbers.length; i++, cell += strlen(cell) + 1)
        put_cell(l, b->numbers.bytes[i], cell);
    strbuf_put(row_table_remark(l), "not all plans were counted");
    return row_table_finish(out, l, NULL, false, ctx->err);
}

static int bounds_of_plans(wgcq_rows **out, const path_totals *totals, query_context *ctx)
{
    bounds_row b = {0};
    put_bound(&b, 't', "count", "", "", "");
    int code = put_at_least(&b, totals, ctx);
    code = code ? code : put_best_plans(&b, ctx);
    put_lengths(&b, totals);
    code = code ? code : finish_bounds(out, &b, ctx);
    strbuf_free(&b.names);
    strbuf_free(&b.cells);
    strbuf_free(&b.numbers);
    return code;
}

/* ---- all ----------------------------------------------------------------------------------- */

int plan_count_row(wgcq_rows **out, const query_context *ctx, const char *count, bool of_length)
{
    static const char *const names[] = {"count", "length"};
    row_table *l = row_table_new(of_length ? 2 : 1, names);
    if (!l)
        return error_set_memory(ctx->err);
    row_table_text(l, count);
    if (of_length)
        row_table_integer(l, (int64_t)ctx->question->length);
    return row_table_finish(out, l, NULL, true, ctx->err);
}

int count_all_plans(wgcq_rows **out, query_context *ctx)
{
    path_totals totals = {0};
    wgcq_error why = {0}, *err = ctx->err;
    bool is_known = true;
    assert(ctx->question->count);
    ctx->err = &why;
    int code = ctx->question->has_within ? count_plans_within(&totals, &is_known, ctx)
                                         : count_simple_plans(&totals, &is_known, ctx);
    ctx->err = err;
    if (code == WGCQ_EINTERRUPT && !ctx->question->has_within && ctx->proved)
        code = bounds_of_plans(out, &totals, ctx);
    else if (code < 0)
        code = error_set(err, why.code, "%s", why.text);
    else
        code = plan_count_row(out, ctx, is_known ? totals.count : NULL, false);
    path_totals_free(&totals);
    return code;
}
