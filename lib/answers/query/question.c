/* question.c - the costs of a question, and the graph that it is answered from. */
#include "answers/query/question.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/row_table.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "model/order.h"

/* ---- which costs ------------------------------------------------------------------- */

/* The nearest cost is named, or all of them. */
static int reject_unknown_cost(const query_context *ctx, const char *name)
{
    const trace_facts *f = ctx->facts;
    const char **names = malloc((f->costs + 1) * sizeof *names);
    for (unsigned i = 0; names && i <= f->costs; i++)
        names[i] = i ? f->cost_names[i - 1] : "moves";
    int code = suggest_unknown(ctx->err, "cost", name, names, names ? f->costs + (size_t)1 : 0,
                               ", none of ");
    free(names);
    return code;
}

/* "noise,moves" as cost numbers, into ctx->order. */
static int parse_costs(query_context *ctx, const char *names)
{
    int *costs = malloc((strlen(names) + 1) * sizeof *costs);
    char *copy = strdup(names), *rest = NULL;
    int code = costs && copy ? 0 : error_set_memory(ctx->err);
    assert(!ctx->order.costs); /* it would be lost */
    ctx->order = (cost_order){0, costs};
    for (char *name = code ? NULL : strtok_r(copy, ", ", &rest); name && !code;
         name = strtok_r(NULL, ", ", &rest)) {
        int number = -2;
        if (!strcmp(name, "moves"))
            number = -1;
        for (unsigned i = 0; i < ctx->facts->costs; i++)
            if (!strcmp(name, ctx->facts->cost_names[i]))
                number = (int)i;
        if (number == -2)
            code = reject_unknown_cost(ctx, name);
        else
            costs[ctx->order.count++] = number;
    }
    free(copy);
    if (!code && !ctx->order.count)
        code = error_set(ctx->err, WGCQ_EREQUEST, "--by names no cost");
    return code;
}

static int copy_costs(query_context *ctx, const int *from, size_t count)
{
    int *costs = malloc((count + 1) * sizeof *costs);
    if (!costs)
        return error_set_memory(ctx->err);
    memcpy(costs, from, count * sizeof *costs);
    ctx->order = (cost_order){count, costs};
    return 0;
}

int question_order_by_moves(query_context *ctx)
{
    static const int moves[] = {-1};
    return copy_costs(ctx, moves, 1);
}

int question_read_costs(query_context *ctx, const int *otherwise, size_t count)
{
    return ctx->question->by ? parse_costs(ctx, ctx->question->by)
                             : copy_costs(ctx, otherwise, count);
}

int question_weigh_moves_first(query_context *ctx)
{
    int *costs = malloc((ctx->order.count + 1) * sizeof *costs);
    size_t count = 0;
    if (!costs)
        return error_set_memory(ctx->err);
    costs[count++] = -1;
    for (size_t i = 0; i < ctx->order.count; i++)
        if (ctx->order.costs[i] != -1)
            costs[count++] = ctx->order.costs[i];
    free((void *)(uintptr_t)ctx->order.costs);
    ctx->order = (cost_order){count, costs};
    return 0;
}

const char *question_cost_name(const query_context *ctx, int number)
{
    assert(number >= -1 && number < (int)ctx->facts->costs);
    return number < 0 ? "moves" : ctx->facts->cost_names[number];
}

int question_put_shown(row_table *rows, const query_context *ctx, uint32_t state)
{
    strbuf line = {0};
    int code = trace_state_text(ctx->trace, state, &line, ctx->err);
    row_table_strbuf(rows, &line);
    strbuf_free(&line);
    return code;
}

int question_put_state(row_table *rows, const query_context *ctx, uint32_t state, uint32_t depth,
                       bool known)
{
    row_table_integer(rows, state);
    row_table_integer_or_null(rows, depth, known);
    return question_put_shown(rows, ctx, state);
}

/* ---- the graph -------------------------------------------------------------------- */

/* Distances to a goal as they are stored. */
typedef struct to_goal_rows {
    uint32_t states;
    uint32_t *to_goal; /* [states + 1] */
} to_goal_rows;

static int note_to_goal(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    to_goal_rows *d = self;
    if (rowid < 1 || rowid > d->states)
        return error_set(err, WGCQ_ESTORE, "a distance is of no state");
    bool known = values[0] >= 0 && values[0] < UNREACHABLE;
    d->to_goal[rowid] = known ? (uint32_t)values[0] : UNREACHABLE;
    return 0;
}

/* Into l->back.to_goal, where they are stored and right: a file may be damaged, and then they are
   computed. */
static int read_to_goal(loaded_graph *l, query_context *ctx)
{
    to_goal_rows d = {.states = l->g->states};
    wgcq_error own = {0};
    bool right = false;
    d.to_goal = malloc(((size_t)d.states + 1) * sizeof *d.to_goal);
    if (!d.to_goal)
        return error_set_memory(ctx->err);
    for (uint32_t s = 0; s <= d.states; s++)
        d.to_goal[s] = UNREACHABLE;
    int code = trace_scan(ctx->trace, TRACE_DISTANCE_ROWS, note_to_goal, &d, &own);
    code = code ? code : distances_confirm(&right, d.to_goal, l->g, &own);
    if (right)
        l->back.to_goal = d.to_goal;
    else
        free(d.to_goal);
    return code && code != WGCQ_ESTORE ? error_set(ctx->err, own.code, "%s", own.text) : 0;
}

int loaded_graph_open(loaded_graph *out, query_context *ctx, unsigned without,
                      loaded_backwards need)
{
    *out = (loaded_graph){0};
    bool goes_backwards = need == LOADED_PREDECESSORS || ctx->facts->costs;
    int code = trace_graph(&out->g, ctx->trace, without, ctx->err);
    if (!code && need != LOADED_FORWARDS && !strcmp(ctx->facts->status, "complete"))
        code = read_to_goal(out, ctx);
    if (code || need == LOADED_FORWARDS || (out->back.to_goal && !goes_backwards))
        return code;
    uint32_t *to_goal = out->back.to_goal;
    code = reversed_graph_of_costs(&out->back, out->g, ctx->err);
    out->back.to_goal = to_goal;
    return code;
}

void loaded_graph_close(loaded_graph *table)
{
    reversed_graph_free(&table->back);
    graph_free(table->g);
    *table = (loaded_graph){0};
}

int question_prove_explored(query_context *ctx)
{
    graph *g = NULL;
    bool *open = NULL;
    if (ctx->proved)
        return 0;
    int code = trace_graph(&g, ctx->trace, GRAPH_CONTENT | GRAPH_MOVES, ctx->err);
    code = code ? code : graph_unexpanded(&open, g, ctx->err);
    ctx->proved = !code && !any_open_state(open, g);
    free(open);
    graph_free(g);
    return code;
}

bool question_has_depths(const query_context *ctx)
{
    return ctx->proved && order_depths_named(ctx->facts->order) != DEPTHS_OF_TREE;
}

/* ---- no answer -------------------------------------------------------------------- */

int question_answer_unknown(wgcq_rows **out, query_context *ctx, size_t columns,
                            const char *const *names, const char *why)
{
    row_table *table = row_table_new(columns, names);
    if (!table)
        return error_set_memory(ctx->err);
    strbuf_put(row_table_remark(table), why);
    return row_table_finish(out, table, ctx->question, false, ctx->err);
}
