/* question.c - which costs a question is about, and the graph that it is put to. */
#include "answers/query/question.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/row_table.h"
#include "base/suggest.h"

/* ---- which costs ------------------------------------------------------------------- */

static int reject_unknown_cost(const query_context *a, const char *name)
{
    const trace_facts *f = a->facts;
    const char **names = malloc((f->costs + 1) * sizeof *names);
    const char *meant = NULL;
    if (names) {
        names[0] = "moves";
        for (unsigned i = 0; i < f->costs; i++)
            names[i + 1] = f->cost_names[i];
        meant = suggest_nearest(name, names, f->costs + (size_t)1);
    }
    free(names);
    return error_set(a->err, WGCQ_EREQUEST,
                     meant ? "unknown cost '%s'; did you mean '%s'?" : "unknown cost '%s'", name,
                     meant);
}

/* "noise,moves" as numbers into *out, malloc'd. */
static int parse_costs(query_context *a, const char *names)
{
    int *by = malloc((strlen(names) + 1) * sizeof *by);
    char *copy = strdup(names), *rest = NULL;
    int code = by && copy ? 0 : error_set_memory(a->err);
    a->order = (cost_order){0, by};
    for (char *name = code ? NULL : strtok_r(copy, ", ", &rest); name && !code;
         name = strtok_r(NULL, ", ", &rest)) {
        int number = -2;
        if (!strcmp(name, "moves"))
            number = -1;
        for (unsigned i = 0; i < a->facts->costs; i++)
            if (!strcmp(name, a->facts->cost_names[i]))
                number = (int)i;
        if (number == -2)
            code = reject_unknown_cost(a, name);
        else
            by[a->order.count++] = number;
    }
    free(copy);
    if (!code && !a->order.count)
        code = error_set(a->err, WGCQ_EREQUEST, "--by names no cost");
    return code;
}

static int copy_costs(query_context *a, const int *from, size_t count)
{
    int *by = malloc((count + 1) * sizeof *by);
    if (!by)
        return error_set_memory(a->err);
    memcpy(by, from, count * sizeof *by);
    a->order = (cost_order){count, by};
    return 0;
}

int question_order_by_moves(query_context *a)
{
    static const int moves[] = {-1};
    return copy_costs(a, moves, 1);
}

int question_read_costs(query_context *a, const int *otherwise, size_t count)
{
    return a->question->by ? parse_costs(a, a->question->by) : copy_costs(a, otherwise, count);
}

int question_weigh_first(query_context *a, int cost)
{
    int *by = malloc((a->order.count + 1) * sizeof *by);
    size_t count = 0;
    if (!by)
        return error_set_memory(a->err);
    by[count++] = cost;
    for (size_t i = 0; i < a->order.count; i++)
        if (a->order.costs[i] != cost)
            by[count++] = a->order.costs[i];
    free((void *)(uintptr_t)a->order.costs);
    a->order = (cost_order){count, by};
    return 0;
}

const char *question_cost_name(const query_context *a, int number)
{
    return number < 0 ? "moves" : a->facts->cost_names[number];
}

/* ---- the graph -------------------------------------------------------------------- */

int loaded_graph_open(loaded_graph *out, query_context *a)
{
    *out = (loaded_graph){0};
    int code = trace_graph(&out->g, a->trace, a->err);
    return code ? code : graph_reverse(&out->back, out->g, a->err);
}

void loaded_graph_close(loaded_graph *l)
{
    graph_reverse_free(&l->back);
    graph_free(l->g);
    *l = (loaded_graph){0};
}

int question_prove_explored(query_context *a)
{
    graph *g = NULL;
    bool *open = NULL;
    if (a->proved)
        return 0;
    int code = trace_graph(&g, a->trace, a->err);
    if (!code)
        code = graph_unexpanded(&open, g, a->err);
    a->proved = !code;
    for (uint32_t s = 1; a->proved && s <= g->states; s++)
        a->proved = !open[s];
    free(open);
    graph_free(g);
    return code;
}

bool question_has_depths(const query_context *a)
{
    return a->proved && strcmp(a->facts->order, wgcq_order_name(WGCQ_DEPTH_FIRST)) != 0;
}

/* ---- no answer -------------------------------------------------------------------- */

int question_answer_unknown(wgcq_rows **out, query_context *a, size_t columns,
                            const char *const *names, const char *why)
{
    row_table *l = row_table_new(columns, names);
    if (!l)
        return error_set_memory(a->err);
    strbuf_put(row_table_remark(l), why);
    return row_table_give(out, l, a->question, false, a->err);
}
