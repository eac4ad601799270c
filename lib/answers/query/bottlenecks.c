/* bottlenecks.c - the states that every solution passes, and the moves between them. */
#include <stdlib.h>

#include "answers/graph/dominators.h"
#include "answers/query/question.h"
#include "base/error.h"
#include "base/row_table.h"

static int put_bottleneck(row_table *l, query_context *a, const graph *g, const dominators *d,
                          uint32_t i)
{
    strbuf line = {0};
    int code = 0;
    row_table_integer(l, d->states[i]);
    if (d->edges[i] == UINT64_MAX) {
        row_table_null(l);
    } else {
        code = trace_move_text(a->trace, g->move[d->edges[i]], &line, a->err);
        row_table_text(l, strbuf_string(&line));
    }
    strbuf_clear(&line);
    if (!code)
        code = trace_shown(a->trace, d->states[i], &line, a->err);
    row_table_text(l, strbuf_string(&line));
    strbuf_free(&line);
    return code;
}

static bool any_open(const bool *open, const graph *g)
{
    for (uint32_t s = 1; s <= g->states; s++)
        if (open[s])
            return true;
    return false;
}

/* Those of a graph that was cut short pass for proved where no open state leads round them.  What
   is left out is no bottleneck, if it is none of what was explored. */
static int find_bottlenecks(dominators *out, bool *whole, query_context *a, const loaded_graph *l)
{
    bool *open = NULL;
    dominators explored = {0};
    *whole = true;
    int code = dominators_find(&explored, l->g, &l->back, NULL, a->err);
    if (a->proved || code) {
        *out = explored;
        return code;
    }
    code = graph_open_states(&open, l->g, a->err);
    if (!code && !any_open(open, l->g)) {
        *out = explored;
        free(open);
        return 0;
    }
    if (!code && explored.count)
        code = dominators_find(out, l->g, &l->back, open, a->err);
    *whole = !code && explored.count && out->count == explored.count;
    for (uint32_t i = 0; *whole && i < out->count; i++)
        *whole = out->states[i] == explored.states[i] && out->edges[i] == explored.edges[i];
    dominators_free(&explored);
    free(open);
    return code;
}

static void remark_bottlenecks(row_table *l, bool any)
{
    strbuf_put(row_table_remark(l),
               any ? "the run did not explore everything: these are proved, and there may be others"
                   : "the run did not explore everything, so another way may lead round any state");
}

int answer_bottlenecks(wgcq_rows **out, query_context *a)
{
    static const char *const names[] = {"id", "move", "shown"};
    loaded_graph of;
    dominators d = {0};
    bool whole = false;
    row_table *l = row_table_new(sizeof names / sizeof *names, names);
    int code = loaded_graph_open(&of, a);
    if (!code && !l)
        code = error_set_memory(a->err);
    if (!code)
        code = find_bottlenecks(&d, &whole, a, &of);
    for (uint32_t i = 0; i < d.count && !code; i++)
        code = put_bottleneck(l, a, of.g, &d, i);
    if (!code && !whole)
        remark_bottlenecks(l, d.count > 0);
    dominators_free(&d);
    loaded_graph_close(&of);
    if (code) {
        row_table_free(l);
        return code;
    }
    return row_table_give(out, l, a->question, whole, a->err);
}
