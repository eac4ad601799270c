/* enumerate_plans.c - plans one after another: all of them, the best few, those of a length. */
#include <stdlib.h>

#include "answers/query/plan_rows.h"
#include "base/error.h"
#include "graph/algorithms/partial_graph.h"

/* ---- all, and the best ------------------------------------------------------------------ */

static int enumerate_plans(wgcq_rows **out, query_context *ctx, bool only_best)
{
    plan_rows *p;
    int code = question_read_costs(ctx, ctx->facts->minimize, ctx->facts->minimize_count);
    if (!code && ctx->question->histogram)
        return count_plans_by_cost(out, ctx);
    if (!code && ctx->question->count)
        return count_all_plans(out, ctx);
    code = code ? code : stored_plans_select(out, ctx, only_best);
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
    code = code ? code : plan_count_row(out, ctx, count, true);
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
    ctx->proved = p.known_depths == UNREACHABLE || p.known_depths > ctx->question->length;
    partial_graph_free(&p);
    return 0;
}

static int count_all_walks(wgcq_rows **out, query_context *ctx)
{
    graph *g = NULL;
    int code = trace_graph(&g, ctx->trace, GRAPH_CONTENT | GRAPH_MOVES, ctx->err);
    code = code ? code : count_walks(out, ctx, g);
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
    code = code ? code : prove_walks(ctx, &l);
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
