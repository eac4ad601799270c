/*
 * stored_plans.c - the best plans, where the run itself stores enough of them.
 *
 * The solutions that a complete run stores are the first of `all` in the order of its own costs, so
 * listing fewer needs no graph; nor do the optimal ones, where all of them are stored.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "answers/query/plan_rows.h"
#include "base/error.h"
#include "base/row_table.h"

static bool is_stored_order(const query_context *ctx)
{
    const trace_facts *f = ctx->facts;
    return ctx->order.count == f->minimize_count &&
           !memcmp(ctx->order.costs, f->minimize, ctx->order.count * sizeof *ctx->order.costs);
}

/* How many of the stored ones are within the question's bound; WGCQ_DONE where all are, since then
   there may be others that are not stored. */
static int count_within_bound(int64_t *out, query_context *ctx)
{
    assert(ctx->question->has_within);
    int cost = ctx->order.costs[0];
    char column[24] = "length";
    if (cost >= 0)
        snprintf(column, sizeof column, "c%d", cost);
    return trace_select_integer(
        out, ctx->trace, ctx->err,
        "SELECT min(id)-1 FROM solution_# WHERE %s-(SELECT %s FROM solution_# WHERE id=1)>%" PRIu64,
        column, column, ctx->question->within);
}

/* Solutions and their steps, side by side in the order of their numbers.  Steps have no index, so
   they are scanned once, not once per solution. */
typedef struct stored_list {
    wgcq_rows *plans, *steps;
    int code; /* of the next step */
    cursor_texts moves;
} stored_list;

static void close_stored(stored_list *s)
{
    wgcq_rows_free(s->plans);
    wgcq_rows_free(s->steps);
    cursor_texts_free(&s->moves);
}

/* The requested rows of the first `most`, and one more to see whether there are more. */
static int select_stored(stored_list *s, query_context *ctx, int64_t most)
{
    const wgcq_question *q = ctx->question;
    int64_t before = (int64_t)q->offset, last = most;
    if (q->limit && before + (int64_t)q->limit + 1 < last)
        last = before + (int64_t)q->limit + 1;
    int code = trace_selectf(&s->plans, ctx->trace, ctx->err,
                             "SELECT * FROM solutions_# WHERE id>%" PRId64 " AND id<=%" PRId64
                             " ORDER BY id",
                             before, last);
    if (!code)
        code = trace_selectf(&s->steps, ctx->trace, ctx->err,
                             "SELECT solution,move FROM steps_# WHERE solution>%" PRId64
                             " AND solution<=%" PRId64 " AND step>0 ORDER BY solution,step",
                             before, last);
    return code;
}

static int put_stored_plan(row_table *table, stored_list *s, wgcq_error *err)
{
    int64_t number = wgcq_rows_integer(s->plans, 0);
    for (size_t i = 0; i < wgcq_rows_columns(s->plans); i++)
        row_table_integer(table, wgcq_rows_integer(s->plans, i));
    cursor_texts_clear(&s->moves);
    for (; !s->code && wgcq_rows_integer(s->steps, 0) <= number;
         s->code = wgcq_rows_next(s->steps, err))
        if (wgcq_rows_integer(s->steps, 0) == number)
            cursor_texts_add(&s->moves, wgcq_rows_text(s->steps, 1));
    row_table_list(table, &s->moves);
    return s->code < 0 ? s->code : 0;
}

static int read_stored_plans(row_table *table, stored_list *s, uint64_t limit, wgcq_error *err)
{
    s->code = wgcq_rows_next(s->steps, err);
    int code = s->code < 0 ? s->code : wgcq_rows_next(s->plans, err);
    while (!code && (!limit || row_table_count(table) < limit)) {
        code = put_stored_plan(table, s, err);
        code = code ? code : wgcq_rows_next(s->plans, err);
    }
    return code;
}

/* The requested rows of the first `most`, as a table; WGCQ_DONE: all of those. */
static int list_stored(row_table **out, query_context *ctx, int64_t most)
{
    stored_list stored = {0};
    const cursor_names names = plan_rows_names(ctx->facts);
    *out = row_table_new_named(&names);
    int code = *out ? select_stored(&stored, ctx, most) : error_set_memory(ctx->err);
    code = code ? code : read_stored_plans(*out, &stored, ctx->question->limit, ctx->err);
    close_stored(&stored);
    return code;
}

/* Whether the stored solutions are the first of the question's plans. */
static bool is_stored_list(const query_context *ctx)
{
    const wgcq_question *q = ctx->question;
    return q->limit <= UINT32_MAX && q->offset <= UINT32_MAX &&
           !strcmp(ctx->facts->status, "complete") && ctx->facts->keep <= WGCQ_TRACE_SOLUTIONS &&
           is_stored_order(ctx);
}

/* Whether they can be the answer at all: of all plans only so many are stored. */
static bool is_answered_by_stored(const query_context *ctx)
{
    return (ctx->question->limit || ctx->question->has_within) && is_stored_list(ctx);
}

static void remark_limit(row_table *table, const wgcq_question *q, bool only_best)
{
    if (only_best)
        strbuf_printf(row_table_remark(table), "the best %s; there are more",
                      WGCQ_GROUPED(q->limit));
    else
        row_table_note_limit(row_table_remark(table), q->limit);
}

static void remark_all_within(row_table *table, const wgcq_question *q, int64_t within)
{
    strbuf_printf(row_table_remark(table), "complete: %s plan%s within %s of the best",
                  WGCQ_GROUPED((uint64_t)within), within == 1 ? "" : "s", WGCQ_GROUPED(q->within));
}

/* Plans that are not listed were excluded on request; `all`: none was. */
static int give_rows(int code, wgcq_rows **out, row_table *table, bool all, wgcq_error *err)
{
    code = row_table_finish_or_free(code, out, table, NULL, true, err);
    if (!code)
        (*out)->complete = all;
    return code;
}

int stored_plans_select(wgcq_rows **out, query_context *ctx, bool only_best)
{
    const wgcq_question *q = ctx->question;
    row_table *table;
    int64_t most = INT64_MAX;
    int code = is_answered_by_stored(ctx) ? 0 : WGCQ_DONE;
    if (!code && q->has_within)
        code = count_within_bound(&most, ctx);
    if (code)
        return code;
    code = list_stored(&table, ctx, most);
    const bool all = code == WGCQ_DONE && q->has_within;
    if (all)
        remark_all_within(table, q, most);
    else if (!code)
        remark_limit(table, q, only_best);
    return give_rows(all ? 0 : code, out, table, all && !q->offset, ctx->err);
}

int stored_plans_count(int64_t *out, query_context *ctx)
{
    return ctx->question->has_within && is_answered_by_stored(ctx) ? count_within_bound(out, ctx)
                                                                   : WGCQ_DONE;
}

/* ---- the optimal ones ----------------------------------------------------------------------- */

/* The stored solutions that cost as much as the first, which is optimal. */
typedef struct stored_optima {
    int64_t count;
    bool all; /* there are no others */
} stored_optima;

/* They are all there where a worse one is stored too, or as many as the run has counted: it counts
   the plans of fewest moves. */
static void put_optima_query(strbuf *sql, const query_context *ctx)
{
    bool by_moves = ctx->order.count == 1 && ctx->order.costs[0] < 0;
    trace_put_sql(sql, ctx->trace, "SELECT count(*),(SELECT count(*) FROM solution_#)");
    if (by_moves)
        trace_put_sql(sql, ctx->trace, ",(SELECT count FROM best WHERE run=# AND cost='moves')");
    trace_put_sql(sql, ctx->trace,
                  " FROM solution_# AS s JOIN solution_# AS o ON o.id=1 AND s.length=o.length");
    for (size_t i = 0; i < ctx->order.count; i++)
        if (ctx->order.costs[i] >= 0)
            strbuf_printf(sql, " AND s.c%d=o.c%d", ctx->order.costs[i], ctx->order.costs[i]);
}

static int find_optima(stored_optima *out, query_context *ctx)
{
    strbuf sql = {0};
    wgcq_rows *row = NULL;
    char spelled[24];
    put_optima_query(&sql, ctx);
    int code = trace_select_built(&row, ctx->trace, &sql, ctx->err);
    code = code ? code : wgcq_rows_next(row, ctx->err);
    if (!code) {
        out->count = wgcq_rows_integer(row, 0);
        out->all = out->count < wgcq_rows_integer(row, 1);
        snprintf(spelled, sizeof spelled, "%" PRId64, out->count);
        if (wgcq_rows_columns(row) > 2 && wgcq_rows_type(row, 2) != WGCQ_NULL)
            out->all = out->all || !strcmp(spelled, wgcq_rows_text(row, 2));
    }
    wgcq_rows_free(row);
    return !code && !out->count ? WGCQ_DONE : code;
}

int stored_optimal_select(wgcq_rows **out, query_context *ctx)
{
    const wgcq_question *q = ctx->question;
    stored_optima optima = {0};
    row_table *table;
    int code = is_stored_list(ctx) ? find_optima(&optima, ctx) : WGCQ_DONE;
    uint64_t count = (uint64_t)optima.count, end = q->offset + q->limit;
    bool cut = q->limit && (optima.all ? end < count : end <= count);
    if (!code && !optima.all && !cut)
        code = WGCQ_DONE;
    if (code)
        return code;
    code = list_stored(&table, ctx, optima.count);
    code = code == WGCQ_DONE ? 0 : code;
    if (!code && cut)
        remark_limit(table, q, false);
    else if (!code)
        strbuf_printf(row_table_remark(table), "complete: %s plan%s", WGCQ_GROUPED(count),
                      count == 1 ? "" : "s");
    return give_rows(code, out, table, !cut && !q->offset, ctx->err);
}

int stored_shortest_count(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"count", "length"};
    wgcq_rows *row = NULL;
    if (strcmp(ctx->facts->status, "complete") != 0)
        return WGCQ_DONE;
    int code = trace_select_row(
        &row, ctx->trace, ctx->err,
        "SELECT count,least FROM best WHERE run=# AND cost='moves' AND count IS NOT NULL");
    row_table *table = code ? NULL : row_table_new(2, names);
    if (!code && !table)
        code = error_set_memory(ctx->err);
    if (!code) {
        row_table_text(table, wgcq_rows_text(row, 0));
        row_table_integer(table, wgcq_rows_integer(row, 1));
    }
    wgcq_rows_free(row);
    return code ? code : row_table_finish(out, table, NULL, true, ctx->err);
}
