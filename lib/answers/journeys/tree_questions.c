/* tree_questions.c - questions about the tree of a journey: guards, results, why a node fails. */
#include <string.h>

#include "base/error.h"
#include "trace/trace.h"
#include "wgcq_journey.h"

/* The nodes from the start to one. */
#define WAY(start)                                                                                 \
    "WITH RECURSIVE way(id,parent,depth,kind,value,outcome,name) AS ("                             \
    "SELECT id,parent,depth,kind,value,outcome,name FROM nodes WHERE id=" start " UNION ALL "      \
    "SELECT n.id,n.parent,n.depth,n.kind,n.value,n.outcome,n.name "                                \
    "FROM way w JOIN nodes n ON n.id=w.parent) "

static int no_such_row(const char *what, uint64_t number, wgcq_trace *trace, const char *table,
                       wgcq_error *err)
{
    int64_t last;
    int code = trace_select_integer(&last, trace, err, "SELECT max(id) FROM %s", table);
    return code < 0 ? code
                    : error_set(err, WGCQ_EREQUEST,
                                "there is no %s %llu; they are numbered from 1 to %lld", what,
                                (unsigned long long)number, (long long)last);
}

/* 0: there is such a row. */
static int find_row(const char *what, uint64_t number, wgcq_trace *trace, const char *table,
                    wgcq_error *err)
{
    int64_t found;
    int code = number > INT64_MAX
                   ? WGCQ_DONE
                   : trace_select_integer(&found, trace, err, "SELECT 1 FROM %s WHERE id=%llu",
                                          table, (unsigned long long)number);
    return code == WGCQ_DONE ? no_such_row(what, number, trace, table, err) : code;
}

/* All results, with the values of their choices. */
static int ask_results(wgcq_rows **out, wgcq_trace *trace, wgcq_error *err)
{
    return trace_select(
        out, trace,
        "SELECT r.id,r.node,r.cost,r.shown,(WITH RECURSIVE way(id,parent,kind,value) AS ("
        "SELECT n.id,n.parent,n.kind,n.value FROM nodes n WHERE n.id=r.node UNION ALL "
        "SELECT n.id,n.parent,n.kind,n.value FROM way w JOIN nodes n ON n.id=w.parent) "
        "SELECT group_concat(value,' ') FROM (SELECT value FROM way WHERE value IS NOT NULL AND "
        "kind<>'then' ORDER BY id)) AS choices FROM results r",
        err);
}

static int ask_result(wgcq_rows **out, wgcq_trace *trace, uint64_t number, wgcq_error *err)
{
    int code = find_row("result", number, trace, "results", err);
    return code ? code
                : trace_selectf(
                      out, trace, err,
                      WAY("(SELECT node FROM results WHERE id=%llu)") "SELECT id,depth,kind,value "
                                                                      "FROM way ORDER BY id",
                      (unsigned long long)number);
}

static int ask_why(wgcq_rows **out, wgcq_trace *trace, uint64_t node, wgcq_error *err)
{
    int code = find_row("node", node, trace, "nodes", err);
    return code ? code
                : trace_selectf(
                      out, trace, err,
                      WAY("%llu") "SELECT id,depth,kind,value,outcome,name FROM way ORDER BY id",
                      (unsigned long long)node);
}

int wgcq_tree_ask(wgcq_rows **out, wgcq_trace *trace, const char *what, uint64_t number,
                  wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"trace", trace}, {"what", what})))
        return WGCQ_EREQUEST;
    if (strcmp(what, "guards") == 0)
        return trace_select(out, trace, "SELECT name,depth,tried,failed FROM guards", err);
    if (strcmp(what, "results") == 0)
        return number ? ask_result(out, trace, number, err) : ask_results(out, trace, err);
    if (strcmp(what, "why") == 0)
        return ask_why(out, trace, number, err);
    return error_set(
        err, WGCQ_EREQUEST,
        "unknown question '%s': of the tree of a journey there are guards, results, why", what);
}
