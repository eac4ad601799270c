/* violations.c - the states that violate an invariant, nearest first, with the moves to each. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/query/plan_moves.h"
#include "answers/query/question.h"
#include "base/array.h"
#include "base/error.h"
#include "base/row_table.h"

static const char *const columns[] = {"invariant", "state", "length", "shown", "plan"};
enum { COLUMNS = sizeof columns / sizeof *columns };

typedef struct stored_violation {
    uint32_t state, depth, invariant;
} stored_violation;

typedef struct violation_list {
    query_context *ctx;
    loaded_graph loaded;
    uint32_t *depth;
    uint32_t known_depths;
    stored_violation *all;
    size_t count, room;
    uint64_t *edges; /* [edge_room] of one path */
    size_t edge_room;
} violation_list;

static int damaged(const violation_list *l)
{
    return error_set(l->ctx->err, WGCQ_ESTORE,
                     "the file is damaged: it has a stored_violation of a state that is not there");
}

static int add_violation_row(void *self, const wgcq_rows *row, wgcq_error *err)
{
    violation_list *l = self;
    int64_t state = wgcq_rows_integer(row, 0), invariant = wgcq_rows_integer(row, 1);
    if (state < 1 || state > l->loaded.g->states || invariant < 0 || invariant > UINT32_MAX ||
        l->depth[state] == UNREACHABLE)
        return damaged(l);
    if (!array_reserve(&l->all, &l->room, l->count + 1, sizeof *l->all))
        return error_set_memory(err);
    l->all[l->count++] = (stored_violation){(uint32_t)state, l->depth[state], (uint32_t)invariant};
    return 0;
}

static int read_violations(violation_list *l)
{
    query_context *ctx = l->ctx;
    return trace_each_row(ctx->trace, add_violation_row, l, ctx->err,
                          "SELECT state,invariant FROM violation_#");
}

static int compare_violations(const void *x, const void *y)
{
    const stored_violation *a = x, *b = y;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    if (a->invariant != b->invariant)
        return a->invariant < b->invariant ? -1 : 1;
    return (a->state > b->state) - (a->state < b->state);
}

static int find_stored_violations(violation_list *l)
{
    int code = loaded_graph_open(&l->loaded, l->ctx, GRAPH_DEPTHS, LOADED_PREDECESSORS);
    code = code ? code : distances_from_start(&l->depth, l->loaded.g, l->ctx->err);
    if (!code)
        l->known_depths = l->ctx->proved ? UNREACHABLE : known_depths(l->loaded.g, l->depth);
    code = code ? code : read_violations(l);
    if (!code && l->count)
        qsort(l->all, l->count, sizeof *l->all, compare_violations);
    return code;
}

/* ---- rows --------------------------------------------------------------------------------- */

static int put_plan(violation_list *l, row_table *rows, const stored_violation *v)
{
    query_context *ctx = l->ctx;
    const graph *g = l->loaded.g;
    cursor_texts plan = {0};
    if (!array_reserve(&l->edges, &l->edge_room, v->depth + (size_t)1, sizeof *l->edges))
        return error_set_memory(ctx->err);
    if (!shortest_path(l->edges, g, &l->loaded.back, l->depth, v->state)) {
        row_table_null(rows);
        return 0;
    }
    int code = plan_moves_put(&plan, ctx->trace, g, v->depth, l->edges, ctx->err);
    row_table_list(rows, &plan);
    cursor_texts_free(&plan);
    return code;
}

static int put_invariant_name(violation_list *l, row_table *rows, const stored_violation *v)
{
    wgcq_rows *name = NULL;
    int code = trace_select_row(&name, l->ctx->trace, l->ctx->err,
                                "SELECT name FROM invariant_# WHERE id=%" PRIu32, v->invariant);
    if (!code)
        row_table_text(rows, wgcq_rows_text(name, 0));
    wgcq_rows_free(name);
    return code == WGCQ_DONE ? damaged(l) : code;
}

static int put_violation(violation_list *l, row_table *rows, const stored_violation *v)
{
    int code = put_invariant_name(l, rows, v);
    if (!code)
        code = question_put_state(rows, l->ctx, v->state, v->depth, v->depth <= l->known_depths);
    return code ? code : put_plan(l, rows, v);
}

/* Rows within the question's limit and offset. */
static int put_violations(violation_list *l, row_table *rows)
{
    const wgcq_question *q = l->ctx->question;
    size_t from = q->offset < l->count ? (size_t)q->offset : l->count, to = l->count;
    int code = 0;
    if (q->limit && q->limit < to - from)
        to = from + (size_t)q->limit;
    for (size_t i = from; i < to && !code; i++)
        code = put_violation(l, rows, &l->all[i]);
    if (!code && to < l->count)
        row_table_note_limit(row_table_remark(rows), q->limit);
    return code;
}

static int count_violations(wgcq_rows **out, query_context *ctx)
{
    return trace_selectf(out, ctx->trace, ctx->err, "SELECT count(*) AS count FROM violation_#");
}

static int list_violations(wgcq_rows **out, query_context *ctx)
{
    violation_list l = {.ctx = ctx};
    row_table *rows = row_table_new(COLUMNS, columns);
    int code = rows ? find_stored_violations(&l) : error_set_memory(ctx->err);
    code = code ? code : put_violations(&l, rows);
    if (!code && !ctx->proved && !row_table_remark(rows)->length)
        strbuf_put(row_table_remark(rows), "the run did not explore everything: there may be more");
    loaded_graph_close(&l.loaded);
    FREE_EACH(l.depth, l.all, l.edges);
    return row_table_finish_or_free(code, out, rows, NULL, ctx->proved, ctx->err);
}

/* Whether the run has checked any invariant, and to its end. */
static int count_invariants(query_context *ctx, int64_t *count)
{
    *count = 0;
    return trace_has_invariants(ctx->trace)
               ? trace_select_integer(count, ctx->trace, ctx->err,
                                      "SELECT count(*) FROM invariant_#")
               : 0;
}

int answer_violations(wgcq_rows **out, query_context *ctx)
{
    int64_t checked = 0;
    int code = count_invariants(ctx, &checked);
    if (code)
        return code;
    if (!checked && !strcmp(ctx->facts->status, "interrupted"))
        return question_answer_unknown(
            out, ctx, COLUMNS, columns,
            "the run was interrupted before it listed them; next: wgcq resume");
    if (!checked)
        return error_set(ctx->err, WGCQ_EREQUEST,
                         "the puzzle declares no invariant, and allows deadlocks");
    if (ctx->question->count && ctx->proved)
        return count_violations(out, ctx);
    if (ctx->question->count)
        return question_answer_unknown(out, ctx, COLUMNS, columns, "");
    return list_violations(out, ctx);
}
