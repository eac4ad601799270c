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
#include "base/error.h"
#include "base/row_table.h"
#include "graph/algorithms/forward_paths.h"

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
    if (!code && *is_known)
        code = count_simple_paths(out, l.g, &l.back, false, ctx->monitor, ctx->err);
    loaded_graph_close(&l);
    return code;
}

/* Plans within a bound are the first of all, best first; so they are enumerated. */
static int enumerate_plans_within(uint64_t *out, bool *is_known, query_context *ctx)
{
    plan_rows *p;
    int64_t stored = 0;
    int code = stored_plans_count(&stored, ctx);
    *out = (uint64_t)stored;
    *is_known = true;
    if (code != WGCQ_DONE)
        return code;
    code = plan_rows_open(&p, ctx, ALL_PLANS, NULL);
    if (code)
        return code;
    code = plan_rows_count(p, out, is_known, ctx->err);
    wgcq_rows_free(&p->base);
    return code;
}

static int count_plans_within(path_totals *out, bool *is_known, query_context *ctx)
{
    enum { ROOM = 24 };
    uint64_t count = 0;
    int code = enumerate_plans_within(&count, is_known, ctx);
    if (code)
        return code;
    out->count = malloc(ROOM);
    if (!out->count)
        return error_set_memory(ctx->err);
    snprintf(out->count, ROOM, "%" PRIu64, count);
    return 0;
}

/* ---- stopped before its end ---------------------------------------------------------------- */

/* The names and the cells of its row. */
typedef struct bounds_row {
    strbuf names, cells; /* NUL-terminated, one after the other; an empty cell is null */
    strbuf numbers;      /* a character each: 'n' for a number, else it is text */
    size_t columns;
} bounds_row;

static void put_bound(bounds_row *b, char kind, const char *name, const char *of, const char *after,
                      const char *cell)
{
    strbuf_printf(&b->names, "%s%s%s", name, of, after);
    strbuf_char(&b->names, '\0');
    strbuf_char(&b->numbers, kind);
    strbuf_put(&b->cells, cell);
    strbuf_char(&b->cells, '\0');
    b->columns++;
}

/* At least those of fewest moves are there, or as many as were counted. */
static int put_at_least(bounds_row *b, const path_totals *totals, query_context *ctx)
{
    const char *most = totals->at_least ? totals->at_least : "0";
    wgcq_rows *row = NULL;
    int code =
        trace_select_row(&row, ctx->trace, ctx->err,
                         "SELECT shortest_count FROM run WHERE id=%" PRId64, ctx->facts->run);
    if (!code && wgcq_rows_type(row, 0) != WGCQ_NULL &&
        compare_decimal(wgcq_rows_text(row, 0), most) > 0)
        most = wgcq_rows_text(row, 0);
    put_bound(b, 't', "at_least", "", "", most);
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

/* Copies the file's figures of the best plans, by moves and by each cost: none of it is counted
   here. */
static int put_best_plans(bounds_row *b, query_context *ctx)
{
    wgcq_rows *rows = NULL;
    int code = trace_selectf(&rows, ctx->trace, ctx->err,
                             "SELECT cost,least,count FROM cheapest WHERE run=%" PRId64
                             " ORDER BY cost<>'moves'",
                             ctx->facts->run);
    while (!code && (code = wgcq_rows_next(rows, ctx->err)) == 0) {
        bool moves = !strcmp(wgcq_rows_text(rows, 0), "moves");
        const char *of = moves ? "" : wgcq_rows_text(rows, 0);
        put_bound(b, 'n', moves ? "shortest" : "cheapest_", of, "", wgcq_rows_text(rows, 1));
        put_bound(b, 't', moves ? "shortest" : "cheapest_", of, "_count", wgcq_rows_text(rows, 2));
    }
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
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

static const char *next_text(const char *text)
{
    return text + strlen(text) + 1;
}

static void put_cell(row_table *l, char kind, const char *cell)
{
    if (kind == 'n')
        row_table_integer(l, strtoll(cell, NULL, 10));
    else
        row_table_text(l, *cell ? cell : NULL);
}

static bool bounds_failed(const bounds_row *b)
{
    return b->names.failed || b->cells.failed || b->numbers.failed;
}

static void bounds_free(bounds_row *b)
{
    strbuf_free(&b->names);
    strbuf_free(&b->cells);
    strbuf_free(&b->numbers);
}

static int finish_bounds(wgcq_rows **out, const bounds_row *b, query_context *ctx)
{
    const char **names = calloc(b->columns, sizeof *names);
    const char *name = b->names.bytes, *cell = b->cells.bytes;
    row_table *l = NULL;
    for (size_t i = 0; names && i < b->columns; i++, name = next_text(name))
        names[i] = name;
    if (names && !bounds_failed(b))
        l = row_table_new_named(&(cursor_names){.given = names, .given_count = b->columns});
    for (size_t i = 0; l && i < b->columns; i++, cell = next_text(cell))
        put_cell(l, b->numbers.bytes[i], cell);
    free(names);
    if (!l)
        return error_set_memory(ctx->err);
    strbuf_put(row_table_remark(l), "not all plans were counted");
    return row_table_finish(out, l, NULL, false, ctx->err);
}

static int bounds_of_plans(wgcq_rows **out, const path_totals *totals, query_context *ctx)
{
    bounds_row b = {0};
    put_bound(&b, 't', "count", "", "", "");
    int code = put_at_least(&b, totals, ctx);
    if (!code)
        code = put_best_plans(&b, ctx);
    put_lengths(&b, totals);
    if (!code)
        code = finish_bounds(out, &b, ctx);
    bounds_free(&b);
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
