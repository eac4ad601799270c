/* plan_rows.c - plans enumerated from the graph, lazily, one per row. */
#include "answers/query/plan_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/query/plan_moves.h"
#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"
#include "base/row_table.h"
#include "graph/algorithms/cost_distance.h"

static int put_plan_row(plan_rows *p, uint32_t start, uint32_t length, const uint64_t *edges,
                        wgcq_error *err)
{
    unsigned costs = p->loaded.g->costs;
    int code = 0;
    cursor_integer(&p->base, 0, (int64_t)p->number);
    cursor_integer(&p->base, 1, length);
    cursor_integer(&p->base, 2, length);
    for (unsigned k = 0; k < costs && !code; k++) {
        int64_t sum;
        code = k_best_checked_cost(&sum, p->loaded.g, (int)k, start, length, edges, err);
        cursor_integer(&p->base, 3 + k,
                       cost_shown(trace_about_run(p->trace)->maximized, (int)k, sum));
    }
    cursor_texts_clear(&p->moves);
    code = code ? code : plan_moves_put(&p->moves, p->trace, p->loaded.g, length, edges, err);
    cursor_list(&p->base, 3 + (size_t)costs, &p->moves);
    return code;
}

/* ---- what is proved ------------------------------------------------------------------------ */

/* Its cost vector: the costs in their order, then moves unless they are among them. */
static int weigh_plan(plan_rows *p, uint32_t start, uint32_t length, const uint64_t *edges,
                      wgcq_error *err)
{
    int code = 0;
    assert(p->costs && p->width - p->weight_count <= 1);
    for (size_t i = 0; i < p->weight_count && !code; i++)
        code = k_best_checked_cost(&p->costs[i], p->loaded.g, p->weights[i], start, length, edges,
                                   err);
    if (p->width > p->weight_count)
        p->costs[p->weight_count] = length;
    return code;
}

/* Whether no plan outside the graph precedes this one. */
static int is_proved_next(bool *sure, plan_rows *p, uint32_t start, uint32_t length,
                          const uint64_t *edges, wgcq_error *err)
{
    bool optimal = p->which == OPTIMAL_PLANS || p->which == SHORTEST_PLANS;
    *sure = !p->frontier_bound || (p->which == OPTIMAL_PLANS && p->none_better) ||
            (optimal && p->proved);
    if (*sure)
        return 0;
    int code = weigh_plan(p, start, length, edges, err);
    *sure = !code && (cost_distance_compare(p->costs, p->frontier_bound, p->width) <= 0 ||
                      (p->best_costs && !cost_distance_compare(p->costs, p->best_costs, p->width)));
    return code;
}

/* Whether only plans that are proved to be among the requested ones are listed: `all` lists every
   plan. */
static bool needs_proof(const plan_rows *p)
{
    return p->which != ALL_PLANS || p->is_bounded;
}

/* With a bound all plans are found if the best one is and no plan outside the graph is within it.
 */
static bool all_plans_found(const plan_rows *p)
{
    if (!p->frontier_bound || (p->proved && p->which != ALL_PLANS && p->which != BEST_PLANS))
        return true;
    return p->is_bounded && p->number && p->none_better && p->frontier_bound[0] > p->best_cost &&
           (uint64_t)(p->frontier_bound[0] - p->best_cost) > p->within;
}

/* ---- the end ------------------------------------------------------------------------------- */

typedef enum plans_end { AT_LIMIT, AT_UNSURE, AT_LAST } plans_end;

static void remark_end(const plan_rows *p, plans_end end, bool complete, strbuf *out)
{
    static const char cut[] = "the run did not explore everything, so there may be ";
    const char *many = p->number == 1 ? "" : "s";
    if (end == AT_LIMIT && p->which == BEST_PLANS)
        strbuf_printf(out, "the best %s; there are more", WGCQ_GROUPED(p->limit));
    else if (end == AT_LIMIT)
        row_table_note_limit(out, p->limit);
    else if (end == AT_UNSURE && p->number)
        strbuf_printf(out, "the best %s; %sbetter ones than the others that it found",
                      WGCQ_GROUPED(p->number), cut);
    else if (end == AT_UNSURE)
        strbuf_printf(out, "%sbetter plans than those that it found, which `all` lists", cut);
    else
        strbuf_printf(out, complete ? "complete: %s plan%s" : "%s plan%s in what was explored",
                      WGCQ_GROUPED(p->number), many);
    if (p->is_bounded && end == AT_LAST)
        strbuf_printf(out, " within %s of the best", WGCQ_GROUPED(p->within));
    if (end == AT_LAST && !complete)
        strbuf_printf(out, "; %s%s", cut,
                      !p->number                        ? "some"
                      : p->none_better || p->all_proved ? "others, but none better"
                                                        : "others, and better ones");
    else if (end == AT_LIMIT && !p->all_proved)
        strbuf_printf(out, "; %sbetter ones", cut);
}

static void finish_plans(plan_rows *p, plans_end end)
{
    strbuf *out = &p->base.remark;
    bool complete = end == AT_LAST && all_plans_found(p);
    bool as_many = p->limit && p->number >= p->limit + p->offset;
    p->base.complete = complete && !p->offset;
    p->base.unknown = !complete && !(as_many && p->all_proved);
    strbuf_clear(out);
    remark_end(p, end, complete, out);
    if (p->closing.length)
        strbuf_printf(out, "; %s", strbuf_string(&p->closing));
}

/* Whether a plan is within the question's bound of the best, which is the first one. */
static int within_bound(bool *fits, plan_rows *p, uint32_t start, uint32_t length,
                        const uint64_t *edges, wgcq_error *err)
{
    int64_t cost =
        p->is_bounded ? k_best_cost(p->loaded.g, p->weights[0], start, length, edges) : 0;
    if (!p->number) {
        p->best_cost = cost;
        p->shortest = length;
    }
    *fits = (!p->is_bounded || !cost_fits(p->best_cost) ||
             cost_within(cost, p->best_cost, p->within)) &&
            (p->which != SHORTEST_PLANS || length == p->shortest);
    return *fits && !cost_fits(cost)
               ? k_best_checked_cost(&cost, p->loaded.g, p->weights[0], start, length, edges, err)
               : 0;
}

static int next_within_limits(plan_rows *p, uint32_t *start, uint32_t *length,
                              const uint64_t **edges, plans_end *end, wgcq_error *err)
{
    bool fits, sure = true;
    assert(!p->best != !p->walks);
    int code = p->walks ? walks_next(p->walks, start, length, edges, p->monitor, err)
                        : k_best_next(p->best, start, length, edges, p->monitor, err);
    *end = AT_LAST;
    code = code ? code : within_bound(&fits, p, *start, *length, *edges, err);
    if (!code && !fits)
        return WGCQ_DONE;
    bool full = p->limit && p->number >= p->limit + p->offset;
    if (!code && full)
        *end = AT_LIMIT;
    else if (!code)
        code = is_proved_next(&sure, p, *start, *length, *edges, err);
    if (!code && !sure && needs_proof(p))
        *end = AT_UNSURE;
    p->all_proved = p->all_proved && sure;
    return !code && *end != AT_LAST ? WGCQ_DONE : code;
}

int plan_rows_count(plan_rows *p, uint64_t *count, bool *is_known, wgcq_error *err)
{
    plans_end end;
    int code = 0;
    while (!code) {
        uint32_t start, length;
        const uint64_t *edges;
        code = next_within_limits(p, &start, &length, &edges, &end, err);
        p->number += !code;
    }
    *count = p->number;
    *is_known = end == AT_LAST && all_plans_found(p);
    return code == WGCQ_DONE ? 0 : code;
}

static int next_plan_row(wgcq_rows *rows, wgcq_error *err)
{
    plan_rows *p = (plan_rows *)rows;
    uint32_t start, length;
    const uint64_t *edges;
    plans_end end;
    int code;
    do {
        code = next_within_limits(p, &start, &length, &edges, &end, err);
        if (code == WGCQ_DONE)
            finish_plans(p, end);
        if (!code)
            p->number++;
    } while (!code && p->number <= p->offset);
    return code ? code : put_plan_row(p, start, length, edges, err);
}

static void close_plan_rows(wgcq_rows *rows)
{
    plan_rows *p = (plan_rows *)rows;
    k_best_free(p->best);
    walks_free(p->walks);
    loaded_graph_close(&p->loaded);
    FREE_EACH(p->weights, p->frontier_bound, p->best_costs, p->costs);
    cursor_texts_free(&p->moves);
    strbuf_free(&p->closing);
}

cursor_names plan_rows_names(const trace_facts *facts)
{
    static const char *const before[] = {"solution", "length", "moves"}, *const after[] = {"plan"};
    return (cursor_names){before, 3, facts->cost_names, facts->costs, after, 1};
}

static int open_enumeration(plan_rows *p, query_context *ctx)
{
    if (p->which == PLANS_OF_LENGTH)
        return walks_new(&p->walks, p->loaded.g, ctx->question->length, ctx->err);
    return k_best_new(&p->best, p->loaded.g, &p->loaded.back,
                      (cost_order){p->weight_count, p->weights}, p->which == OPTIMAL_PLANS,
                      ctx->err);
}

/* The cost vector of the best plans, if it is proved that all of them are in the graph. */
static int find_best_costs(plan_rows *p, query_context *ctx)
{
    optimum o = {0};
    int code = optimum_find(&o, p->loaded.g, &p->loaded.back, ctx->order, ctx->err);
    code = code ? code : optimal_prove(ctx, &p->loaded, &o);
    p->none_better = ctx->none_better;
    if (!code && o.found && ctx->proved &&
        !(p->best_costs = malloc(p->width * sizeof *p->best_costs)))
        code = error_set_memory(ctx->err);
    for (size_t i = 0; i < p->width && p->best_costs; i++)
        p->best_costs[i] = i < p->weight_count ? o.cost[i] : o.length;
    ctx->proved = false;
    optimum_free(&o);
    return code;
}

/* Decides which plans a graph that was not explored completely proves. */
static int prove_plans(plan_rows *p, query_context *ctx)
{
    p->width = p->weight_count + 1;
    for (size_t i = 0; i < p->weight_count; i++)
        if (p->weights[i] < 0)
            p->width = p->weight_count;
    p->costs = malloc(p->width * sizeof *p->costs);
    int code = p->costs
                   ? optimum_frontier_bound(&p->frontier_bound, p->loaded.g, ctx->order, ctx->err)
                   : error_set_memory(ctx->err);
    if (!code && p->frontier_bound && (p->which == ALL_PLANS || p->which == BEST_PLANS))
        code = find_best_costs(p, ctx);
    return code;
}

int plan_rows_open(plan_rows **out, query_context *ctx, plan_choice which, loaded_graph *l)
{
    plan_rows *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(ctx->err);
    p->trace = ctx->trace;
    p->monitor = ctx->monitor;
    p->which = which;
    p->limit = ctx->question->limit;
    p->offset = ctx->question->offset;
    p->within = ctx->question->within;
    p->is_bounded = ctx->question->has_within;
    p->proved = ctx->proved;
    p->none_better = ctx->none_better;
    p->all_proved = true;
    p->weight_count = ctx->order.count;
    p->weights = (int *)(uintptr_t)ctx->order.costs;
    p->base.next = next_plan_row;
    p->base.close = close_plan_rows;
    const cursor_names names = plan_rows_names(ctx->facts);
    int code = cursor_open(&p->base, &names) ? 0 : error_set_memory(ctx->err);
    if (l) {
        p->loaded = *l;
        *l = (loaded_graph){0};
    } else if (!code) {
        code = loaded_graph_open(&p->loaded, ctx, GRAPH_DEPTHS, LOADED_TO_GOAL);
    }
    if (!code && which != PLANS_OF_LENGTH && strcmp(ctx->facts->status, "complete") != 0)
        code = prove_plans(p, ctx);
    code = code ? code : open_enumeration(p, ctx);
    ctx->order.costs = NULL;
    if (code)
        wgcq_rows_free(&p->base);
    else
        *out = p;
    return code;
}
