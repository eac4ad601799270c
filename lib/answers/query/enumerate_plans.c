/* enumerate_plans.c - plans one after another: all of them, the best few, those of a length. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/graph/partial_graph.h"
#include "answers/query/plan_rows.h"
#include "base/error.h"
#include "base/row_table.h"

/* ---- all, and the best ------------------------------------------------------------------ */

static int plan_count_row(wgcq_rows **out, const query_context *ctx, const char *count,
                          bool of_length)
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

static int count_simple_plans(uint64_t *out, bool *is_known, query_context *ctx)
{
    loaded_graph l;
    int64_t *unseen = NULL;
    int code = loaded_graph_open(&l, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_TO_GOAL);
    if (!code && !ctx->proved)
        code = optimum_frontier_bound(&unseen, l.g, ctx->order, ctx->err);
    *is_known = !unseen;
    free(unseen);
    if (!code && *is_known)
        code = count_simple_paths(out, l.g, &l.back, ctx->monitor, ctx->err);
    loaded_graph_close(&l);
    return code;
}

/* Plans within a bound are the first of all, best first; so they are enumerated. */
static int count_plans_within(uint64_t *out, bool *is_known, query_context *ctx)
{
    plan_rows *p;
    int64_t stored = 0;
    int code = stored_plans_count(&stored, ctx);
    *out = (uint64_t)stored;
    *is_known = true;
    if (code == WGCQ_DONE)
        code = plan_rows_open(&p, ctx, ALL_PLANS, NULL);
    else
        return code;
    if (code)
        return code;
    code = plan_rows_count(p, out, is_known, ctx->err);
    wgcq_rows_free(&p->base);
    return code;
}

static int count_all_plans(wgcq_rows **out, query_context *ctx)
{
    uint64_t count = 0;
    bool is_known = true;
    char spelled[24];
    int code = 0;
    if (ctx->question->has_within)
        code = count_plans_within(&count, &is_known, ctx);
    else
        code = count_simple_plans(&count, &is_known, ctx);
    snprintf(spelled, sizeof spelled, "%" PRIu64, count);
    return code ? code : plan_count_row(out, ctx, is_known ? spelled : NULL, false);
}

static int enumerate_plans(wgcq_rows **out, query_context *ctx, bool only_best)
{
    plan_rows *p;
    int code = question_read_costs(ctx, ctx->facts->minimize, ctx->facts->minimize_count);
    if (!code && ctx->question->count)
        return count_all_plans(out, ctx);
    if (!code)
        code = stored_plans_select(out, ctx, only_best);
    if (code != WGCQ_DONE)
        return code;
    code = plan_rows_open(&p, ctx, only_best ? BEST_PLANS : ALL_PLANS, NULL);
    if (!code)
        *out = &p->base;
    return code;
}

int answer_all(wgcq_rows **out, query_context *ctx)
{
    return enumerate_plans(out, ctx, false);
}

int answer_best(wgcq_rows **out, query_context *ctx)
{
    if (!ctx->question->limit)
        return error_set(ctx->err, WGCQ_EREQUEST, "the best of how many? Give --k K");
    return enumerate_plans(out, ctx, true);
}

/* ---- plans of a length ------------------------------------------------------------------ */

static int count_walks(wgcq_rows **out, query_context *ctx, const graph *g)
{
    char *count = NULL;
    int code = walks_count(&count, g, ctx->question->length, ctx->monitor, ctx->err);
    if (!code)
        code = plan_count_row(out, ctx, count, true);
    free(count);
    return code;
}

static int plans_unknown(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"solution", "length", "plan"};
    if (ctx->question->count)
        return plan_count_row(out, ctx, NULL, true);
    return question_answer_unknown(
        out, ctx, 3, names, "the run did not explore everything, so not all plans are in the file");
}

/* All plans of the length are in the graph if every open state is at least that deep.  Plans of a
   length may pass goals, so open goals count. */
static int prove_walks(query_context *ctx, const loaded_graph *l)
{
    partial_graph p;
    if (ctx->proved)
        return 0;
    int code = partial_graph_find(&p, l->g, &l->back, false, ctx->err);
    if (code)
        return code;
    ctx->proved = p.frontier_depth == UNREACHABLE || p.frontier_depth >= ctx->question->length;
    partial_graph_free(&p);
    return 0;
}

static int count_all_walks(wgcq_rows **out, query_context *ctx)
{
    graph *g = NULL;
    int code = trace_graph(&g, ctx->trace, GRAPH_CONTENT | GRAPH_MOVES, ctx->err);
    if (!code)
        code = count_walks(out, ctx, g);
    graph_free(g);
    return code;
}

int answer_plans_of_length(wgcq_rows **out, query_context *ctx)
{
    loaded_graph l;
    plan_rows *p = NULL;
    if (!ctx->question->has_length)
        return error_set(ctx->err, WGCQ_EREQUEST, "plans of which length? Give --length N");
    if (ctx->proved && ctx->question->count)
        return count_all_walks(out, ctx);
    loaded_backwards need = ctx->proved ? LOADED_FORWARDS : LOADED_TO_GOAL;
    int code = loaded_graph_open(&l, ctx, GRAPH_CONTENT, need);
    if (!code)
        code = prove_walks(ctx, &l);
    if (!code && !ctx->proved)
        code = plans_unknown(out, ctx);
    else if (!code && ctx->question->count)
        code = count_walks(out, ctx, l.g);
    else if (!code)
        code = plan_rows_open(&p, ctx, PLANS_OF_LENGTH, &l);
    if (p)
        *out = &p->base;
    loaded_graph_close(&l);
    return code;
}
