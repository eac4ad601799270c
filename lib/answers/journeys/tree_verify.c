/*
 * tree_verify.c - whether the rows of a journey's tree are one.
 *
 * The rows are read once, in their order.  Of each node the nodes on the way to it are kept: the
 * next one is below the last if that is inner, else behind it, below one of these.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/row_table.h"
#include "trace/trace.h"
#include "wgcq_journey.h"

typedef struct tree_way {
    int64_t id, depth;
    bool inner;  /* its outcome is `choices` */
    bool nested; /* it is in a nested journey */
} tree_way;

typedef struct tree_check {
    wgcq_trace *trace;
    row_table *rows;
    bool wrong;
    tree_way *way;
    size_t length, room;
    int64_t nodes, results; /* so far */
    char place[200];        /* where the first violation is; "" without one */
} tree_check;

static void put_check(tree_check *c, const char *name, int64_t looked_at)
{
    row_table_text(c->rows, name);
    row_table_integer(c->rows, looked_at);
    row_table_text(c->rows, *c->place ? "does not hold" : "holds");
    row_table_text(c->rows, *c->place ? c->place : NULL);
    c->wrong = c->wrong || *c->place;
    *c->place = 0;
}

static void node_is_wrong(tree_check *c, int64_t id, const char *why)
{
    if (!*c->place)
        snprintf(c->place, sizeof c->place, "node %" PRId64 " %s", id, why);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

enum { AT_ID, AT_PARENT, AT_DEPTH, AT_KIND, AT_OUTCOME, AT_CHOSEN, AT_NESTS, AT_NAMED };

/* The nodes on the way to the parent are left. */
static bool leave_to(tree_check *c, int64_t parent)
{
    while (c->length && c->way[c->length - 1].id != parent && !c->way[c->length - 1].inner)
        c->length--;
    if (c->length &&
        c->way[c->length - 1].id == c->nodes) /* the inner one before has a node below */
        return c->way[c->length - 1].id == parent;
    while (c->length && c->way[c->length - 1].id != parent)
        c->length--;
    return c->length > 0;
}

static bool check_node(tree_check *c, const wgcq_rows *row)
{
    int64_t id = wgcq_rows_integer(row, AT_ID), depth = wgcq_rows_integer(row, AT_DEPTH);
    bool first = c->nodes == 0, root = wgcq_rows_type(row, AT_PARENT) == WGCQ_NULL;
    bool nests = wgcq_rows_integer(row, AT_NESTS) != 0, nested = false;
    const char *outcome = wgcq_rows_text(row, AT_OUTCOME);
    if (id != c->nodes + 1)
        node_is_wrong(c, id, "is not behind the one before");
    if (root != first || first != (strcmp(wgcq_rows_text(row, AT_KIND), "start") == 0))
        node_is_wrong(c, id, "is no start, or not the only one");
    if (!root && !leave_to(c, wgcq_rows_integer(row, AT_PARENT)))
        node_is_wrong(c, id, "is not below its parent in the order of the tree");
    if (c->length) {
        const tree_way *parent = &c->way[c->length - 1];
        nested = parent->nested;
        if (depth != parent->depth + wgcq_rows_integer(row, AT_CHOSEN))
            node_is_wrong(c, id, "does not have the depth of its place");
    }
    if (wgcq_rows_type(row, AT_OUTCOME) == WGCQ_NULL || wgcq_rows_type(row, AT_KIND) == WGCQ_NULL)
        node_is_wrong(c, id, "has no kind, or no outcome");
    if (wgcq_rows_integer(row, AT_NAMED) && strcmp(outcome, "failed") != 0)
        node_is_wrong(c, id, "has a guard that failed, and did not fail");
    if (!array_reserve(&c->way, &c->room, c->length + 1, sizeof *c->way))
        return false;
    c->way[c->length++] = (tree_way){.id = id,
                                     .depth = depth,
                                     .inner = strcmp(outcome, "choices") == 0,
                                     .nested = nested || nests};
    c->nodes = id;
    c->results += !nested && !nests && strcmp(outcome, "result") == 0;
    return true;
}

static int check_nodes(tree_check *c, wgcq_error *err)
{
    wgcq_rows *row = NULL;
    int code = trace_select(&row, c->trace,
                            "SELECT n.id,n.parent,n.depth,n.kind,n.outcome,"
                            "t.what & 31 BETWEEN 1 AND 9,"
                            "t.what & 31 BETWEEN 11 AND 22,t.what >> 8<>0 "
                            "FROM nodes n JOIN node t ON t.id=n.id ORDER BY n.id",
                            err);
    while (!code && !(code = wgcq_rows_next(row, err)))
        if (!check_node(c, row))
            code = error_set_memory(err);
    wgcq_rows_free(row);
    return code == WGCQ_DONE ? 0 : code;
}

/* ---- the other tables ------------------------------------------------------------------------ */

/* The first row of a query, which looks for what is wrong, is the place. */
static int check_none(tree_check *c, const char *name, const char *count, const char *wrong,
                      wgcq_error *err)
{
    wgcq_rows *row = NULL;
    int64_t looked_at;
    int code = trace_select_integer(&looked_at, c->trace, err, "%s", count);
    code = code ? code : trace_select_row(&row, c->trace, err, "%s", wrong);
    if (!code)
        snprintf(c->place, sizeof c->place, "%s", wgcq_rows_text(row, 0));
    wgcq_rows_free(row);
    if (code == WGCQ_DONE)
        code = 0;
    if (!code)
        put_check(c, name, looked_at);
    return code;
}

/* The last node may still be to come: its parent has none below it then. */
static void check_last_node(tree_check *c, int64_t complete)
{
    const tree_way *last = c->length ? &c->way[c->length - 1] : NULL;
    if (complete && last && last->inner)
        node_is_wrong(c, last->id, "has nothing below it");
}

static int check_tree_figures(tree_check *c, wgcq_error *err)
{
    wgcq_rows *row = NULL;
    int code = trace_select_row(&row, c->trace, err,
                                "SELECT nodes,results,complete,(SELECT count(*) FROM result) "
                                "FROM about");
    if (!code) {
        int64_t nodes = wgcq_rows_integer(row, 0), results = wgcq_rows_integer(row, 1);
        check_last_node(c, wgcq_rows_integer(row, 2));
        put_check(c, "nodes", c->nodes);
        if (nodes != c->nodes || results != wgcq_rows_integer(row, 3))
            snprintf(c->place, sizeof c->place,
                     "%" PRId64 " nodes and %" PRId64 " results by its "
                     "last commit",
                     nodes, results);
        put_check(c, "figures", 2);
        if (wgcq_rows_integer(row, 3) != c->results)
            snprintf(c->place, sizeof c->place, "%" PRId64 " nodes are results of the whole",
                     c->results);
    }
    wgcq_rows_free(row);
    return code;
}

static int check_tree_tables(tree_check *c, wgcq_error *err)
{
    static const char *const tables[][3] = {
        {"results", "SELECT count(*) FROM result",
         "SELECT 'result '||r.id FROM (SELECT id,node,lag(node,1,0) OVER (ORDER BY id) AS before "
         "FROM result) r LEFT JOIN nodes n ON n.id=r.node WHERE n.outcome IS NOT 'result' OR "
         "r.node<=r.before LIMIT 1"},
        {"guards", "SELECT count(*) FROM guards",
         "WITH f AS MATERIALIZED (SELECT name,depth,count(*) AS n FROM nodes WHERE "
         "outcome='failed' AND name IS NOT NULL GROUP BY name,depth) SELECT ifnull(g.name,'a guard "
         "without a name')||' at depth '||g.depth FROM guards g LEFT JOIN f ON f.name=g.name AND "
         "f.depth=g.depth WHERE failed>tried OR failed<0 OR (g.name IS NOT NULL AND "
         "failed<>ifnull(n,0)) UNION ALL SELECT f.name||' at depth '||f.depth FROM f LEFT JOIN "
         "guards g ON g.name=f.name AND g.depth=f.depth WHERE g.name IS NULL LIMIT 1"},
        {"moves", "SELECT count(*) FROM move",
         "SELECT 'a move of result '||m.result FROM move m LEFT JOIN name ON name.id=m.name LEFT "
         "JOIN result ON result.id=m.result WHERE name.id IS NULL OR result.id IS NULL LIMIT 1"}};
    int code = check_tree_figures(c, err);
    if (!code && *c->place)
        put_check(c, "results", c->results);
    for (size_t i = 0; i < sizeof tables / sizeof *tables && !code; i++)
        code = check_none(c, tables[i][0], tables[i][1], tables[i][2], err);
    return code;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int check_whole_tree(tree_check *c, wgcq_error *err)
{
    int code = check_none(c, "file", "SELECT count(*) FROM sqlite_schema",
                          "SELECT integrity_check FROM pragma_integrity_check WHERE "
                          "integrity_check<>'ok' LIMIT 1",
                          err);
    if (!code && !c->wrong)
        code = check_nodes(c, err);
    if (!code && !c->wrong)
        code = check_tree_tables(c, err);
    return code;
}

int wgcq_tree_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace, wgcq_error *err)
{
    static const char *const names[] = {"check", "looked_at", "verdict", "place"};
    if (error_if_null(err, GIVEN({"out", out}, {"found", found}, {"trace", trace})))
        return WGCQ_EREQUEST;
    tree_check c = {.trace = trace, .rows = row_table_new(4, names)};
    int code = c.rows ? check_whole_tree(&c, err) : error_set_memory(err);
    free(c.way);
    if (!code) {
        *found = c.wrong ? WGCQ_FAILS : WGCQ_HOLDS;
        strbuf_put(row_table_remark(c.rows),
                   c.wrong ? "the file does not hold"
                           : "the tree holds; whether its function makes it is not known here");
    }
    return row_table_finish_or_free(code, out, c.rows, NULL, true, err);
}
