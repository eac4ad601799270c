/* enumerate_plans.c - plans one after another: all of them, the best few, those of a length. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/graph/partial_graph.h"
#include "answers/query/plan_rows.h"
#include "base/error.h"
#include "base/row_table.h"

/* ---- all ----------------------------------------------------------------------------- */

static int plan_count_row(wgcq_rows **out, const query_context *a, const char *count,
                          bool of_length)
{
    static const char *const names[] = {"count", "length"};
    row_table *l = row_table_new(of_length ? 2 : 1, names);
    if (!l)
        return error_set_memory(a->err);
    row_table_text(l, count);
    if (of_length)
        row_table_integer(l, (int64_t)a->question->length);
    return row_table_give(out, l, NULL, true, a->err);
}

static int count_simple_plans(uint64_t *out, bool *known, query_context *a)
{
    loaded_graph l;
    int64_t *unseen = NULL;
    int code = loaded_graph_open(&l, a);
    if (!code && !a->proved)
        code = optimum_frontier_bound(&unseen, l.g, a->order, a->err);
    *known = !unseen;
    free(unseen);
    if (!code && *known)
        code = count_simple_paths(out, l.g, &l.back, a->watch, a->err);
    loaded_graph_close(&l);
    return code;
}

/* Those within a bound are the first ones. */
static int count_plans_within(uint64_t *out, bool *known, query_context *a)
{
    plan_rows *p;
    int64_t kept = 0;
    int code = stored_plans_count(&kept, a);
    *out = (uint64_t)kept;
    *known = true;
    if (code == WGCQ_DONE)
        code = plan_rows_open(&p, a, ALL_PLANS, NULL);
    else
        return code;
    if (code)
        return code;
    code = plan_rows_count(p, out, known, a->err);
    wgcq_rows_free(&p->base);
    return code;
}

/* Where the run was cut short the number may not be known. */
static int count_all_plans(wgcq_rows **out, query_context *a)
{
    uint64_t count = 0;
    bool known = true;
    char spelled[24];
    int code = 0;
    if (a->question->has_within)
        code = count_plans_within(&count, &known, a);
    else
        code = count_simple_plans(&count, &known, a);
    snprintf(spelled, sizeof spelled, "%" PRIu64, count);
    return code ? code : plan_count_row(out, a, known ? spelled : NULL, false);
}

static int enumerate_plans(wgcq_rows **out, query_context *a, bool only_best)
{
    plan_rows *p;
    int code = question_read_costs(a, a->facts->minimize, a->facts->minimize_count);
    if (!code && a->question->count)
        return count_all_plans(out, a);
    if (!code)
        code = stored_plans_select(out, a, only_best);
    if (code != WGCQ_DONE)
        return code;
    code = plan_rows_open(&p, a, only_best ? BEST_PLANS : ALL_PLANS, NULL);
    if (!code)
        *out = &p->base;
    return code;
}

int answer_all(wgcq_rows **out, query_context *a)
{
    return enumerate_plans(out, a, false);
}

int answer_best(wgcq_rows **out, query_context *a)
{
    if (!a->question->limit)
        return error_set(a->err, WGCQ_EREQUEST, "the best of how many? Give --k K");
    return enumerate_plans(out, a, true);
}

/* ---- plans of a length ------------------------------------------------------------------ */

static int count_walks(wgcq_rows **out, query_context *a, const graph *g)
{
    char *count = NULL;
    int code = walks_count(&count, g, a->question->length, a->watch, a->err);
    if (!code)
        code = plan_count_row(out, a, count, true);
    free(count);
    return code;
}

static int plans_unknown(wgcq_rows **out, query_context *a)
{
    static const char *const names[] = {"solution", "length", "plan"};
    if (a->question->count)
        return plan_count_row(out, a, NULL, true);
    return question_answer_unknown(
        out, a, 3, names, "the run did not explore everything, so not all plans are in the file");
}

/* Whether no plan of that length makes a move that is not in the graph: those are made behind open
   states, which all lie too deep.  Plans may pass goals, so open goals count. */
static int prove_walks(query_context *a, const loaded_graph *l)
{
    partial_graph p;
    if (a->proved)
        return 0;
    int code = partial_graph_find(&p, l->g, &l->back, false, a->err);
    if (code)
        return code;
    a->proved = p.frontier_depth == UNREACHABLE || p.frontier_depth >= a->question->length;
    partial_graph_free(&p);
    return 0;
}

static int count_all_walks(wgcq_rows **out, query_context *a)
{
    graph *g = NULL;
    int code = trace_graph(&g, a->trace, a->err);
    if (!code)
        code = count_walks(out, a, g);
    graph_free(g);
    return code;
}

int answer_plans_of_length(wgcq_rows **out, query_context *a)
{
    loaded_graph l;
    plan_rows *p = NULL;
    if (!a->question->has_length)
        return error_set(a->err, WGCQ_EREQUEST, "plans of which length? Give --length N");
    if (a->proved && a->question->count)
        return count_all_walks(out, a);
    int code = loaded_graph_open(&l, a);
    if (!code)
        code = prove_walks(a, &l);
    if (!code && !a->proved)
        code = plans_unknown(out, a);
    else if (!code && a->question->count)
        code = count_walks(out, a, l.g);
    else if (!code)
        code = plan_rows_open(&p, a, PLANS_OF_LENGTH, &l);
    if (p)
        *out = &p->base;
    loaded_graph_close(&l);
    return code;
}
